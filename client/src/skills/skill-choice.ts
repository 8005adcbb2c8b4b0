import { commands, Uri, window } from 'vscode';
import type { SkillInfo, TreeNode } from '../../../server/src/protocol.ts';
import { commandId } from '../contributions/command-id.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { isTreeNode } from './node-flags.ts';
import { isSkill, skillPicks } from './skill-picks.ts';
import type { SkillsView } from './view/skills-view.ts';

/** The argument of our key bindings: their commands act on the selection in the view. */
const ofSelection = 'selection';

/** A skill by its id: the argument that our own pages pass to commands. */
interface SkillReference {
  readonly skill: string;
}

/** The skill or command in a file: the argument of commands that code actions run. */
interface SkillFile {
  /** Its URI. */
  readonly file: string;
}

/** Finds out which skill a command acts on, by asking if nothing says so. */
export class SkillChoice {
  readonly #server: LanguageServer;
  readonly #view: SkillsView;
  #shownInPage: () => string | undefined = () => undefined;

  constructor(server: LanguageServer, view: SkillsView) {
    this.#server = server;
    this.#view = view;
  }

  /** @param uri the URI of the skill in front, if that is a page and not an editor */
  lookInPage(uri: () => string | undefined): void {
    this.#shownInPage = uri;
  }

  /**
   * The node that a command acts on: the one whose menu was opened, the selected one for a key binding, and none
   * from the palette.
   */
  node(argument: unknown): TreeNode | undefined {
    if (isTreeNode(argument)) return argument;
    return argument === ofSelection ? this.#view.selected : undefined;
  }

  /**
   * The skill that a command acts on: from {@link node}, a {@link SkillReference} or a {@link SkillFile}; from the palette,
   * the one of the active editor; or else one chosen from a list. Undefined for none.
   */
  async skill(
    argument: unknown,
    question: string,
    fits: (node: TreeNode) => boolean = () => true,
  ): Promise<SkillInfo | undefined> {
    const edited = argument === undefined ? await this.edited() : undefined;
    if (edited?.skill !== undefined && fits(edited)) return this.#info(edited.skill);
    return this.otherSkill(argument, question, fits);
  }

  /** As {@link skill}, but from the palette always asks, with the skill of the active editor first. */
  async otherSkill(
    argument: unknown,
    question: string,
    fits: (node: TreeNode) => boolean = () => true,
  ): Promise<SkillInfo | undefined> {
    const given = this.node(argument);
    if (argument === ofSelection && (!given?.skill || !isSkill(given) || !fits(given))) return undefined;
    const named =
      given ??
      (isSkillReference(argument) ? argument : undefined) ??
      (isSkillFile(argument) ? await this.#at(argument.file) : undefined);
    const skill = named?.skill ?? (await this.#pick(question, fits));
    return skill === undefined ? undefined : this.#info(skill);
  }

  /** The file or folder of the node that a command acts on, or of a skill that the user chooses; undefined for none. */
  async uri(argument: unknown, question: string): Promise<Uri | undefined> {
    const uri = this.node(argument)?.uri ?? (await this.skill(argument, question))?.uri;
    return uri === undefined ? undefined : Uri.parse(uri);
  }

  /** The skill that the file in the active editor belongs to, or that a page in front is about. */
  async edited(): Promise<TreeNode | undefined> {
    const uri = window.activeTextEditor?.document.uri.toString() ?? this.#shownInPage();
    if (!uri?.startsWith('file:')) return undefined;
    return (await this.#at(uri)) ?? undefined;
  }

  async #pick(question: string, fits: (node: TreeNode) => boolean): Promise<string | undefined> {
    const picks = await skillPicks(this.#server, fits);
    if (picks.length === 0) {
      const all = await skillPicks(this.#server, () => true);
      if (all.length > 0) throw new Error('there is no skill that this applies to');
      await offerFirstSkill();
      return undefined;
    }
    const { skill: current } = (await this.edited()) ?? this.#view.selected ?? {};
    const first = picks.find(({ skill }) => skill !== undefined && skill === current);
    const items = first ? [first, ...picks.filter((pick) => pick !== first)] : picks;
    const options = { placeHolder: question, matchOnDescription: true };
    return (await window.showQuickPick(items, options))?.skill;
  }

  #info(skill: string): Promise<SkillInfo> {
    return this.#server.request('skillwright/skill', { skill });
  }

  #at(uri: string): Promise<TreeNode | null> {
    return this.#server.request('skillwright/skillAt', { grouping: 'tier', hideEmpty: false, uri });
  }
}

function isSkillFile(value: unknown): value is SkillFile {
  return typeof value === 'object' && value !== null && 'file' in value && typeof value.file === 'string';
}

function isSkillReference(value: unknown): value is SkillReference {
  return typeof value === 'object' && value !== null && 'skill' in value && typeof value.skill === 'string';
}

async function offerFirstSkill(): Promise<void> {
  const entries = [
    { title: 'New Skill…', command: commandId('newSkill') },
    { title: 'Import…', command: commandId('importSkill') },
  ];
  const chosen = await window.showInformationMessage('There are no skills here yet.', ...entries);
  if (chosen) await commands.executeCommand(chosen.command);
}
