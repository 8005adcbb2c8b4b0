import { type QuickPickItem, QuickPickItemKind, ThemeIcon } from 'vscode';
import type { TreeNode } from '../../../server/src/protocol.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { labelText } from '../text/displayed-text.ts';
import { hasFlag } from './node-flags.ts';

/** A row for a skill, or a heading. */
export type SkillPick = QuickPickItem & { readonly skill?: string };

/** Rows for all skills that fit, by group. */
export async function skillPicks(server: LanguageServer, fits: (node: TreeNode) => boolean): Promise<SkillPick[]> {
  const picks: SkillPick[] = [];
  const add = async (parent?: TreeNode, heading = parent?.label ?? ''): Promise<void> => {
    const params = { grouping: 'tier', hideEmpty: true, ...(parent && { parent: parent.id }) } as const;
    const nodes = await server.request('skillwright/tree', params);
    const skills = nodes.filter((node) => isSkill(node) && node.skill !== undefined && fits(node));
    if (heading !== '' && skills.length > 0)
      picks.push({ label: labelText(heading), kind: QuickPickItemKind.Separator });
    picks.push(...skills.map(pickOf));
    for (const node of nodes.filter((it) => hasFlag(it, 'group')))
      await add(node, heading === '' ? node.label : `${heading} › ${node.label}`);
  };
  await add();
  return picks;
}

/** Whether a node is a skill or a command, not something below one. */
export function isSkill(node: TreeNode): boolean {
  return hasFlag(node, 'skill') || hasFlag(node, 'command');
}

function pickOf({ label, description, icon, skill }: TreeNode): SkillPick {
  return {
    label: labelText(label),
    ...(description && { description: labelText(description) }),
    ...(icon && { iconPath: new ThemeIcon(icon) }),
    ...(skill !== undefined && { skill }),
  };
}
