import { MarkdownString, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri, workspace } from 'vscode';
import type { TreeNode } from '../../../../server/src/protocol.ts';
import { isolatedText } from '../../text/isolated-text.ts';
import { hasFlag } from '../node-flags.ts';
import { badgeUri } from './problem-badges.ts';
import type { ViewChoices } from './view-choices.ts';

/**
 * A node as an item of VS Code's tree.
 *
 * @param problemsOf the problems of the file with this badge, in words: screen readers do not read badges
 */
export function skillTreeItem(node: TreeNode, choices: ViewChoices, problemsOf: (badge: Uri) => string): TreeItem {
  const name = isolatedText(node.label);
  const label = { label: name, highlights: foundIn(name, choices.filter) };
  const item = new TreeItem(label, stateOf(node, choices));
  item.id = itemId(node, choices);
  if (node.description) item.description = isolatedText(node.description);
  item.accessibilityInformation = { label: node.accessibleName };
  item.contextValue = node.contextValue;
  const uri = node.uri === undefined ? undefined : Uri.parse(node.uri);
  if (node.icon) {
    item.iconPath = new ThemeIcon(codicon(node.icon), node.iconColor ? new ThemeColor(node.iconColor) : undefined);
  } else if (uri) {
    item.iconPath = node.children === 'none' ? ThemeIcon.File : ThemeIcon.Folder;
  }
  if (uri) {
    item.resourceUri = badgeUri(uri);
    const problems = problemsOf(item.resourceUri);
    if (problems !== '') item.accessibilityInformation = { label: `${node.accessibleName}, ${problems}` };
    if (workspace.getWorkspaceFolder(uri)) item.contextValue += ' inworkspace';
    if (hasFlag(node, 'openable')) item.command = { command: 'vscode.open', title: '', arguments: [uri] };
  }
  // Without a tooltip, VS Code requests one on hover; nodes that have none would show the badge's URI.
  if (!node.hasTooltip) item.tooltip = node.label;
  return item;
}

/** Where the words of a filter are in a label, as VS Code highlights them: ranges that do not overlap. */
function foundIn(label: string, filter: string): [start: number, end: number][] {
  const text = label.toLowerCase();
  const ranges = filter
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word): [number, number] => [text.indexOf(word), text.indexOf(word) + word.length])
    .filter(([start]) => start >= 0)
    .sort(([a], [b]) => a - b);
  return ranges.filter(([start], index) => ranges.slice(0, index).every(([, end]) => end <= start));
}

/** Icons with the same shapes: for these two names VS Code uses the file icon theme, which may have none. */
const codicons: Readonly<Record<string, string>> = { folder: 'symbol-folder', file: 'symbol-file' };

function codicon(name: string): string {
  return codicons[name] ?? name;
}

/** Text from the server: icons, command links and HTML do not work in it. */
export function tooltipText(markdown: string): MarkdownString {
  const text = new MarkdownString(markdown, false);
  text.isTrusted = false;
  text.supportHtml = false;
  return text;
}

/**
 * VS Code expands an item automatically only if it is new. Items that match a filter must be expanded even if they were
 * collapsed before, so a filtered tree has different ids. So does a group that is no longer empty.
 */
function itemId(node: TreeNode, choices: ViewChoices): string {
  if (choices.filter !== '') return `${node.id}\nfiltered`;
  return node.children === 'none' && hasFlag(node, 'group') ? `${node.id}\nempty` : node.id;
}

function stateOf(node: TreeNode, choices: ViewChoices): TreeItemCollapsibleState {
  if (node.children === 'none') return TreeItemCollapsibleState.None;
  const remembered = choices.filter === '' ? choices.expansionOf(node.id) : undefined;
  return (remembered ?? node.children === 'expanded')
    ? TreeItemCollapsibleState.Expanded
    : TreeItemCollapsibleState.Collapsed;
}
