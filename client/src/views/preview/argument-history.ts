import type { Memento } from 'vscode';

const key = 'skillwright.preview.arguments';

/** Arguments that are kept for each skill. */
const mostOfSkill = 30;
/** Skills for which arguments are kept. */
const mostSkills = 100;

/** The arguments that were tried with each skill, kept with the workspace. */
export class ArgumentHistory {
  readonly #memento: Pick<Memento, 'get' | 'update'>;

  constructor(memento: Pick<Memento, 'get' | 'update'>) {
    this.#memento = memento;
  }

  /** The arguments of a skill, the latest first. */
  of(uri: string): readonly string[] {
    return this.#read().find(([skill]) => skill === uri)?.[1] ?? [];
  }

  /** Puts arguments first; blank ones are not worth a place. True where that changed anything. */
  remember(uri: string, text: string): boolean {
    const before = this.of(uri);
    if (text.trim() === '' || before[0] === text) return false;
    const entries = [text, ...before.filter((it) => it !== text)].slice(0, mostOfSkill);
    const others = this.#read().filter(([skill]) => skill !== uri);
    void this.#memento.update(key, [[uri, entries], ...others].slice(0, mostSkills));
    return true;
  }

  #read(): readonly (readonly [skill: string, entries: readonly string[]])[] {
    return this.#memento.get(key, []);
  }
}
