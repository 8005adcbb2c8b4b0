import { type QuickPickItem, QuickPickItemKind, ThemeIcon, Uri, window } from 'vscode';
import type { SkillInfo, TreeNode } from '../../../server/src/protocol.ts';
import { labelText } from '../text/displayed-text.ts';
import { hasFlag, isTreeNode } from './node-flags.ts';
import type { SkillActions } from './skill-actions.ts';

/** The argument of our key bindings: their commands act on the selection in the view. */
const ofSelection = 'selection';

/**
 * The node that a command acts on: the one whose menu was opened, the selected one for a key binding, and none
 * from the palette.
 */
export function nodeOf(argument: unknown, { view }: SkillActions): TreeNode | undefined {
  if (isTreeNode(argument)) return argument;
  return argument === ofSelection ? view.selected : undefined;
}

/** A skill by its id: the argument that our own pages pass to commands. */
export interface SkillReference {
  readonly skill: string;
}

/** The skill or command in a file: the argument of commands that code actions run. */
export interface SkillFile {
  /** Its URI. */
  readonly file: string;
}

function isSkillFile(value: unknown): value is SkillFile {
  return typeof value === 'object' && value !== null && 'file' in value && typeof value.file === 'string';
}

function isSkillReference(value: unknown): value is SkillReference {
  return typeof value === 'object' && value !== null && 'skill' in value && typeof value.skill === 'string';
}

/**
 * The skill that a command acts on: from {@link nodeOf}, a {@link SkillReference} or a {@link SkillFile}, or else chosen from a list;
 * undefined for none.
 */
export async function chooseSkill(
  argument: unknown,
  actions: SkillActions,
  question: string,
  fits: (node: TreeNode) => boolean = () => true,
): Promise<SkillInfo | undefined> {
  const given = nodeOf(argument, actions);
  if (argument === ofSelection && (!given?.skill || !isSkill(given) || !fits(given))) return undefined;
  const named =
    given ??
    (isSkillReference(argument) ? argument : undefined) ??
    (isSkillFile(argument) ? await skillIn(argument.file, actions) : undefined);
  const skill = named?.skill ?? (await pickSkill(actions, question, fits));
  if (skill === undefined) return undefined;
  const info = await actions.server.request('skillwright/skill', { skill });
  if (!info) throw new Error('the skill no longer exists');
  return info;
}

/** Whether a node is a skill or a command, not something below one. */
export function isSkill(node: TreeNode): boolean {
  return hasFlag(node, 'skill') || hasFlag(node, 'command');
}

type SkillPick = QuickPickItem & { readonly skill?: string };

async function pickSkill(
  actions: SkillActions,
  question: string,
  fits: (node: TreeNode) => boolean,
): Promise<string | undefined> {
  const items = picksOf(actions, fits, await currentSkill(actions));
  const options = { placeHolder: question, matchOnDescription: true };
  return (await window.showQuickPick(items, options))?.skill;
}

/** All skills by group, the one in the active editor first. */
async function picksOf(
  { server }: SkillActions,
  fits: (node: TreeNode) => boolean,
  current: string | undefined,
): Promise<SkillPick[]> {
  const picks: SkillPick[] = [];
  const add = async (parent: TreeNode | undefined): Promise<void> => {
    const params = { grouping: 'tier', hideEmpty: true, ...(parent && { parent: parent.id }) } as const;
    const nodes = await server.request('skillwright/tree', params);
    const skills = nodes.filter((node) => isSkill(node) && node.skill !== undefined && fits(node));
    if (parent && skills.length > 0) picks.push({ label: labelText(parent.label), kind: QuickPickItemKind.Separator });
    picks.push(...skills.map(pickOf));
    for (const node of nodes) if (hasFlag(node, 'group')) await add(node);
  };
  await add(undefined);
  const first = picks.find(({ skill }) => skill !== undefined && skill === current);
  return first ? [first, ...picks.filter((pick) => pick !== first)] : picks;
}

function pickOf({ label, description, icon, skill }: TreeNode): SkillPick {
  return {
    label: labelText(label),
    ...(description && { description: labelText(description) }),
    ...(icon && { iconPath: new ThemeIcon(icon) }),
    ...(skill !== undefined && { skill }),
  };
}

async function currentSkill({ server, view }: SkillActions): Promise<string | undefined> {
  const uri = window.activeTextEditor?.document.uri.toString();
  if (!uri?.startsWith('file:')) return view.selected?.skill;
  return (await skillIn(uri, { server }))?.skill ?? view.selected?.skill;
}

async function skillIn(uri: string, { server }: Pick<SkillActions, 'server'>): Promise<TreeNode | null> {
  return server.request('skillwright/skillAt', { grouping: 'tier', hideEmpty: false, uri });
}

/** The file or folder of the node that a command acts on, or of a skill that the user chooses; undefined for none. */
export async function chooseUri(argument: unknown, actions: SkillActions, question: string): Promise<Uri | undefined> {
  const uri = nodeOf(argument, actions)?.uri ?? (await chooseSkill(argument, actions, question))?.uri;
  return uri === undefined ? undefined : Uri.parse(uri);
}
