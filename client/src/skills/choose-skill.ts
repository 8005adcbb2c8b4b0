import { commands, type QuickPickItem, QuickPickItemKind, ThemeIcon, Uri, window } from 'vscode';
import type { SkillInfo, TreeNode } from '../../../server/src/protocol.ts';
import { commandId } from '../contributions/command-id.ts';
import { labelText } from '../text/displayed-text.ts';
import { hasFlag, isTreeNode } from './node-flags.ts';
import type { SkillActions, SkillChoice } from './skill-actions.ts';

/** The argument of our key bindings: their commands act on the selection in the view. */
const ofSelection = 'selection';

/**
 * The node that a command acts on: the one whose menu was opened, the selected one for a key binding, and none
 * from the palette.
 */
export function nodeOf(argument: unknown, { view }: Pick<SkillActions, 'view'>): TreeNode | undefined {
  if (isTreeNode(argument)) return argument;
  return argument === ofSelection ? view.selected : undefined;
}

/** A skill by its id: the argument that our own pages pass to commands. */
interface SkillReference {
  readonly skill: string;
}

/** The skill or command in a file: the argument of commands that code actions run. */
interface SkillFile {
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
 * The skill that a command acts on: from {@link nodeOf}, a {@link SkillReference} or a {@link SkillFile}; from the palette,
 * the one of the active editor; or else one chosen from a list. Undefined for none.
 */
export async function chooseSkill(
  argument: unknown,
  actions: SkillChoice,
  question: string,
  fits: (node: TreeNode) => boolean = () => true,
): Promise<SkillInfo | undefined> {
  const edited = argument === undefined ? await editedSkill(actions) : undefined;
  if (edited?.skill !== undefined && fits(edited)) return skillInfo(edited.skill, actions);
  return chooseOtherSkill(argument, actions, question, fits);
}

/** As {@link chooseSkill}, but from the palette always asks, with the skill of the active editor first. */
export async function chooseOtherSkill(
  argument: unknown,
  actions: SkillChoice,
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
  return skill === undefined ? undefined : skillInfo(skill, actions);
}

async function skillInfo(skill: string, { server }: Pick<SkillActions, 'server'>): Promise<SkillInfo> {
  return server.request('skillwright/skill', { skill });
}

/** Whether a node is a skill or a command, not something below one. */
export function isSkill(node: TreeNode): boolean {
  return hasFlag(node, 'skill') || hasFlag(node, 'command');
}

/** A row for a skill, or a heading. */
export type SkillPick = QuickPickItem & { readonly skill?: string };

async function pickSkill(
  actions: SkillChoice,
  question: string,
  fits: (node: TreeNode) => boolean,
): Promise<string | undefined> {
  const picks = await skillPicks(actions, fits);
  if (picks.length === 0) {
    if ((await skillPicks(actions, () => true)).length > 0) throw new Error('there is no skill that this applies to');
    await offerFirstSkill();
    return undefined;
  }
  const { skill: current } = (await editedSkill(actions)) ?? actions.view.selected ?? {};
  const first = picks.find(({ skill }) => skill !== undefined && skill === current);
  const items = first ? [first, ...picks.filter((pick) => pick !== first)] : picks;
  const options = { placeHolder: question, matchOnDescription: true };
  return (await window.showQuickPick(items, options))?.skill;
}

async function offerFirstSkill(): Promise<void> {
  const entries = [
    { title: 'New Skill…', command: commandId('newSkill') },
    { title: 'Import…', command: commandId('importSkill') },
  ];
  const chosen = await window.showInformationMessage('There are no skills here yet.', ...entries);
  if (chosen) await commands.executeCommand(chosen.command);
}

/** Rows for all skills that fit, by group. */
export async function skillPicks(
  { server }: Pick<SkillActions, 'server'>,
  fits: (node: TreeNode) => boolean,
): Promise<SkillPick[]> {
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

function pickOf({ label, description, icon, skill }: TreeNode): SkillPick {
  return {
    label: labelText(label),
    ...(description && { description: labelText(description) }),
    ...(icon && { iconPath: new ThemeIcon(icon) }),
    ...(skill !== undefined && { skill }),
  };
}

/** The skill that the file in the active editor belongs to, or that a page in front is about. */
export async function editedSkill(
  actions: Pick<SkillActions, 'server' | 'shownInPage'>,
): Promise<TreeNode | undefined> {
  const uri = window.activeTextEditor?.document.uri.toString() ?? actions.shownInPage.uri();
  if (!uri?.startsWith('file:')) return undefined;
  return (await skillIn(uri, actions)) ?? undefined;
}

async function skillIn(uri: string, { server }: Pick<SkillActions, 'server'>): Promise<TreeNode | null> {
  return server.request('skillwright/skillAt', { grouping: 'tier', hideEmpty: false, uri });
}

/** The file or folder of the node that a command acts on, or of a skill that the user chooses; undefined for none. */
export async function chooseUri(argument: unknown, actions: SkillChoice, question: string): Promise<Uri | undefined> {
  const uri = nodeOf(argument, actions)?.uri ?? (await chooseSkill(argument, actions, question))?.uri;
  return uri === undefined ? undefined : Uri.parse(uri);
}
