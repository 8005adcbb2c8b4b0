import { commands, type Disposable, Uri } from 'vscode';
import type { LoadedTextsAnswer } from '../../../server/src/protocol.ts';
import { revealInvisible } from '../text/reveal-invisible.ts';
import { shortText } from '../text/short-text.ts';
import { VirtualDocuments } from '../views/virtual-documents.ts';

const scheme = 'skillwright-session';

/** Documents that are kept: those of the latest comparisons. */
const maxDocuments = 60;

/** Texts that were loaded in past sessions and those of today, as read-only documents. */
export class LoadedTexts implements Disposable {
  readonly #texts = new Map<string, string>();
  readonly #documents = new VirtualDocuments(scheme, async ({ query }) => {
    return this.#texts.get(query) ?? 'This is no longer available. Compare the texts again to show it.';
  });

  async compare({ invocation, time, before, today }: LoadedTextsAnswer): Promise<void> {
    const [left, right] = [this.#add('Loaded.md', before), this.#add('Today.md', today)];
    const when = time === undefined ? 'then' : new Date(time).toLocaleDateString('en', { dateStyle: 'medium' });
    await commands.executeCommand(
      'vscode.diff',
      left,
      right,
      `${shortText(revealInvisible(invocation))}, ${when} ↔ today`,
    );
  }

  dispose(): void {
    this.#documents.dispose();
  }

  #add(name: string, text: string): Uri {
    const key = globalThis.crypto.randomUUID();
    this.#texts.set(key, text);
    for (const old of [...this.#texts.keys()].slice(0, -maxDocuments)) this.#texts.delete(old);
    return Uri.from({ scheme, path: `/${name}`, query: key });
  }
}
