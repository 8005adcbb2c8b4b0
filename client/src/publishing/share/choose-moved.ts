import { window } from 'vscode';
import type { SharePlaces, SkillInfo, TreeNode } from '../../../../server/src/protocol.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { hasFlag } from '../../skills/node-flags.ts';
import { isSkill } from '../../skills/skill-picks.ts';
import { labelText } from '../../text/displayed-text.ts';

export interface ChosenSkill {
  readonly id: string;
  readonly name: string;
  /** Of its file. */
  readonly uri: string;
}

/** The skills to move with one, itself included; undefined if the user cancels. */
export async function chooseMoved(
  server: LanguageServer,
  skill: SkillInfo,
  { plugins }: SharePlaces,
): Promise<readonly ChosenSkill[] | undefined> {
  const nodes = await skillNodes();
  const items = nodes.map((node) => ({
    label: labelText(node.label),
    description: labelText(node.group),
    picked: node.skill === skill.id,
    chosen: { id: node.skill!, name: node.label, uri: node.uri ?? '' },
  }));
  if (items.length < 2) return [{ id: skill.id, name: skill.baseName, uri: skill.uri }];
  const first = items.filter(({ picked }) => picked);
  const chosen = await window.showQuickPick([...first, ...items.filter(({ picked }) => !picked)], {
    title: 'Share in a Plugin: Skills',
    placeHolder: 'Which skills should be in the plugin?',
    canPickMany: true,
    matchOnDescription: true,
  });
  return chosen && chosen.length > 0 ? chosen.map((item) => item.chosen) : undefined;

  /** Those that the user may change, and that are not in a plugin yet; each once. */
  async function skillNodes(): Promise<readonly (TreeNode & { readonly group: string })[]> {
    const found = new Map<string, TreeNode & { readonly group: string }>();
    const add = async (parent: TreeNode | undefined): Promise<void> => {
      const params = { grouping: 'tier', hideEmpty: true, ...(parent && { parent: parent.id }) } as const;
      for (const node of await server.request('skillwright/tree', params)) {
        if (isSkill(node) && hasFlag(node, 'editable') && node.skill !== undefined && !isInPlugin(node))
          found.set(node.skill, { ...node, group: parent?.label ?? '' });
        if (hasFlag(node, 'group') && !hasFlag(node, 'plugin')) await add(node);
      }
    };
    await add(undefined);
    return [...found.values()];
  }

  function isInPlugin({ uri = '' }: TreeNode): boolean {
    return plugins.some((plugin) => uri.startsWith(`${plugin.uri}/`));
  }
}
