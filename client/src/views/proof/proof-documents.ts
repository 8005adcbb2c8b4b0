import { commands, type Disposable, Uri } from 'vscode';
import type { ProofReport } from '../../../../server/src/protocol.ts';
import { shortText } from '../../text/short-text.ts';
import { VirtualDocuments } from '../virtual-documents.ts';

const scheme = 'skillwright-proof';

/** Documents that are kept: those of the latest proofs. */
const maxDocuments = 60;

/** Characters that are not allowed in the path of such a document, whose last part is the title of a tab. */
const notInTitles = /[/\\?#\r\n\t]+/g;

/** Both sides of proofs, as read-only documents. They show what was sent then, whatever the files are now. */
export class ProofDocuments implements Disposable {
  readonly #texts = new Map<string, string>();
  readonly #documents = new VirtualDocuments(scheme, async ({ query }) => {
    return this.#texts.get(query) ?? 'This is no longer available. Run Prove with Claude Code again to show it.';
  });
  #count = 0;

  /** What the preview shows and what was sent, side by side. */
  async compare({ invocation, isEqual, preview, sent, claudeCodeVersion: version }: ProofReport): Promise<void> {
    const product = version === undefined ? 'Claude Code' : `Claude Code ${version}`;
    await this.#compare(isEqual, `${shortText(invocation)}, preview ↔ ${product}`, preview, sent);
  }

  /** The catalog's listing and the one that was sent, side by side. */
  async compareListings({ listing, claudeCodeVersion: version }: ProofReport): Promise<void> {
    if (!listing) return;
    const product = version === undefined ? 'Claude Code' : `Claude Code ${version}`;
    await this.#compare(listing.isEqual, `Listing, Skillwright ↔ ${product}`, listing.catalog, listing.sent);
  }

  /** The whole request. */
  async openRequest({ invocation, request }: ProofReport): Promise<void> {
    if (request === undefined) return;
    const uri = this.#add(`Request for ${shortText(invocation)}.json`, request);
    await this.#documents.open(uri, 'json', { preview: true });
  }

  dispose(): void {
    this.#documents.dispose();
  }

  async #compare(isEqual: boolean, title: string, ours: string, theirs: string): Promise<void> {
    const [left, right] = [this.#add('Preview.md', ours), this.#add('Claude Code.md', theirs)];
    await commands.executeCommand('vscode.diff', left, right, `${isEqual ? 'Equal' : 'Different'}: ${title}`);
  }

  #add(name: string, text: string): Uri {
    const key = String(++this.#count);
    this.#texts.set(key, text);
    for (const old of [...this.#texts.keys()].slice(0, -maxDocuments)) this.#texts.delete(old);
    return Uri.from({ scheme, path: `/${name.replace(notInTitles, ' ').trim()}`, query: key });
  }
}
