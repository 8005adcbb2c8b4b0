import type { Disposable, Uri } from 'vscode';
import { type Change, ChangeHistory } from './change-history.ts';

/** What the extension changes of skills. Every change can be undone, and the Skills view shows what came of it. */
export class SkillChanges implements Disposable {
  readonly #history = new ChangeHistory();
  readonly #reload: (skill?: Uri) => Promise<void>;

  /** @param reload reads again what the Skills view shows, and selects a skill in it */
  constructor(reload: (skill?: Uri) => Promise<void>) {
    this.#reload = reload;
  }

  /** As {@link ChangeHistory.make}. */
  make(make: () => Promise<Change | undefined>, done?: string): Promise<void> {
    return this.#history.make(make, done);
  }

  /** Shows in the Skills view what has changed, with the skill in a file selected. */
  show(skill?: Uri): Promise<void> {
    return this.#reload(skill);
  }

  undoLast(): Promise<void> {
    return this.#history.undoLast();
  }

  dispose(): void {
    this.#history.dispose();
  }
}
