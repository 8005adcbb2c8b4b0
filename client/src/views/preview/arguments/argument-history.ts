import type { Memento } from 'vscode';

const key = 'skillwright.preview.arguments';

/** Number of arguments kept for each skill. */
const maxArgumentsPerSkill = 30;
/** Number of skills for which arguments are kept. */
const maxSkills = 100;

/** The arguments used with each skill, stored with the workspace. */
export class ArgumentHistory {
  readonly #memento: Pick<Memento, 'get' | 'update'>;

  constructor(memento: Pick<Memento, 'get' | 'update'>) {
    this.#memento = memento;
  }

  /** The arguments of a skill, most recent first. */
  of(uri: string): readonly string[] {
    return this.#read().find(([skill]) => skill === uri)?.[1] ?? [];
  }

  /** The arguments of every skill. */
  all(): { readonly uri: string; readonly arguments: readonly string[] }[] {
    return this.#read().map(([uri, texts]) => ({ uri, arguments: texts }));
  }

  /** Adds arguments as the most recent ones, unless they are blank. True if that changed anything. */
  remember(uri: string, text: string): boolean {
    const before = this.of(uri);
    if (text.trim() === '' || before[0] === text) return false;
    const entries = [text, ...before.filter((it) => it !== text)].slice(0, maxArgumentsPerSkill);
    const others = this.#read().filter(([skill]) => skill !== uri);
    void this.#memento.update(key, [[uri, entries], ...others].slice(0, maxSkills));
    return true;
  }

  #read(): readonly (readonly [skill: string, entries: readonly string[]])[] {
    return this.#memento.get(key, []);
  }
}
