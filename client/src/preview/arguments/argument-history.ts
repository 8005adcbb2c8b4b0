import { RecentByUri, type State } from '../../recent-by-uri.ts';

/** Number of arguments kept for each skill. */
const maxArgumentsPerSkill = 30;
/** Number of skills for which arguments are kept. */
const maxSkills = 100;

/** The arguments used with each skill, stored with the workspace. */
export class ArgumentHistory {
  readonly #skills: RecentByUri<readonly string[]>;

  constructor(state: State) {
    this.#skills = new RecentByUri(state, 'skillwright.preview.arguments', maxSkills);
  }

  /** The arguments of a skill, most recent first. */
  of(uri: string): readonly string[] {
    return this.#skills.of(uri) ?? [];
  }

  /** The arguments of every skill. */
  all(): { readonly uri: string; readonly arguments: readonly string[] }[] {
    return this.#skills.all().map(([uri, texts]) => ({ uri, arguments: texts }));
  }

  /** Adds arguments as the most recent ones, unless they are blank. True if that changed anything. */
  remember(uri: string, text: string): boolean {
    const before = this.of(uri);
    if (text.trim() === '' || before[0] === text) return false;
    this.#skills.remember(uri, [text, ...before.filter((it) => it !== text)].slice(0, maxArgumentsPerSkill));
    return true;
  }
}
