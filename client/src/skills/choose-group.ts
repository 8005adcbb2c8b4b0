import { ThemeIcon, window } from 'vscode';
import type { ContextWord, TreeNode } from '../../../server/src/protocol.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { labelText } from '../text/displayed-text.ts';
import { hasFlag } from './node-flags.ts';

/** A group with a flag, chosen from a list; `none` if there is no such group. */
export async function chooseGroup(
  server: LanguageServer,
  flag: ContextWord,
  placeHolder: string,
): Promise<TreeNode | 'none' | undefined> {
  const found = await groupsWith(flag, server);
  if (found.length === 0) return 'none';
  const items = found.map((node) => ({
    label: labelText(node.label),
    ...(node.description && { description: labelText(node.description) }),
    ...(node.icon && { iconPath: new ThemeIcon(node.icon) }),
    node,
  }));
  return (await window.showQuickPick(items, { placeHolder, matchOnDescription: true }))?.node;
}

async function groupsWith(flag: ContextWord, server: LanguageServer): Promise<readonly TreeNode[]> {
  const found: TreeNode[] = [];
  const collect = async (parent: TreeNode | undefined): Promise<void> => {
    const params = { grouping: 'tier', hideEmpty: false, ...(parent && { parent: parent.id }) } as const;
    const groups = (await server.request('skillwright/tree', params)).filter((node) => hasFlag(node, 'group'));
    for (const node of groups) {
      if (hasFlag(node, flag)) found.push(node);
      await collect(node);
    }
  };
  await collect(undefined);
  return found;
}
