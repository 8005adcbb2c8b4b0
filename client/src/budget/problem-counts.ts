import type { Disposable } from 'vscode';
import type { LanguageServer } from '../language-server/language-server.ts';
import type { Problems } from './budget-messages.ts';

/** How many files are asked about at a time, so that everything else is answered in between. */
const partSize = 20;

/** Asks for the problems of files, in parts, and says when they change. */
export class ProblemCounts implements Disposable {
  readonly #server: LanguageServer;
  readonly #answer: (problems: readonly (readonly [uri: string, problems: Problems])[]) => void;
  readonly #following: Disposable;
  #waiting: ReadonlySet<string> = new Set();
  /** Those whose problems are shown. */
  readonly #asked = new Set<string>();
  #isAsking = false;

  constructor(
    server: LanguageServer,
    answer: (problems: readonly (readonly [uri: string, problems: Problems])[]) => void,
  ) {
    this.#server = server;
    this.#answer = answer;
    this.#following = server.on('problemsChanged', ({ uri, ...problems }) => {
      if (this.#asked.has(uri)) answer([[uri, problems]]);
    });
  }

  async ask(uris: readonly string[]): Promise<void> {
    for (const uri of uris) this.#asked.add(uri);
    // The latest first: their rows are on screen now.
    this.#waiting = new Set([...uris, ...this.#waiting]);
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#waiting.size > 0) await this.#askPart();
    this.#isAsking = false;
  }

  stop(): void {
    this.#waiting = new Set();
    this.#asked.clear();
  }

  dispose(): void {
    this.stop();
    this.#following.dispose();
  }

  async #askPart(): Promise<void> {
    const waiting = [...this.#waiting];
    this.#waiting = new Set(waiting.slice(partSize));
    const found = waiting.slice(0, partSize).map(async (uri) => {
      const problems = await this.#server.request('skillwright/problems', { uri }).catch(() => null);
      return problems ? [[uri, problems] as const] : [];
    });
    const problems = (await Promise.all(found)).flat();
    if (problems.length > 0) this.#answer(problems);
  }
}
