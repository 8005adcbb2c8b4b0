import { MarkdownString, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri, workspace } from 'vscode';
import type { TreeNode } from '../../../../server/src/protocol.ts';
import { hasWord } from '../../skills/node-words.ts';
import { badgeUri } from './problem-badges.ts';
import type { ViewChoices } from './view-choices.ts';

/** One line of the tree as VS Code draws it. */
export function skillTreeItem(node: TreeNode, choices: ViewChoices): TreeItem {
  const item = new TreeItem(node.label, stateOf(node, choices));
  item.id = itemId(node, choices);
  if (node.description) item.description = node.description;
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
    if (workspace.getWorkspaceFolder(uri)) item.contextValue += ' inworkspace';
    if (hasWord(node, 'openable')) item.command = { command: 'vscode.open', title: '', arguments: [uri] };
  }
  // Without one VS Code asks for it when the pointer rests; what has none would show the badge's address.
  if (!node.hasTooltip) item.tooltip = node.label;
  return item;
}

/** The same drawings under other names: by these two VS Code means those of the file icon theme, which may have none. */
const codicons: Readonly<Record<string, string>> = { folder: 'symbol-folder', file: 'symbol-file' };

function codicon(name: string): string {
  return codicons[name] ?? name;
}

/** Server text: neither icons nor links to commands nor HTML come to life in it. */
export function tooltipText(markdown: string): MarkdownString {
  const text = new MarkdownString(markdown, false);
  text.isTrusted = false;
  text.supportHtml = false;
  return text;
}

/**
 * VS Code expands a line automatically only when it is new. Lines that a filter finds must be expanded even if they were
 * collapsed before, so a filtered tree has other ids; and so has a group that was empty and no longer is.
 */
function itemId(node: TreeNode, choices: ViewChoices): string {
  if (choices.filter !== '') return `${node.id}\nfiltered`;
  return node.children === 'none' && hasWord(node, 'group') ? `${node.id}\nempty` : node.id;
}

function stateOf(node: TreeNode, choices: ViewChoices): TreeItemCollapsibleState {
  if (node.children === 'none') return TreeItemCollapsibleState.None;
  const remembered = choices.filter === '' ? choices.expansionOf(node.id) : undefined;
  return (remembered ?? node.children === 'expanded')
    ? TreeItemCollapsibleState.Expanded
    : TreeItemCollapsibleState.Collapsed;
}
