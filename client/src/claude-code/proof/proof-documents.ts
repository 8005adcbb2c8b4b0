import { type Disposable, Uri } from 'vscode';
import type { ProofReport, ProvenListing } from '../../../../server/src/protocol.ts';
import type { Answer, AnswerStep } from '../../answers/answer-messages.ts';
import { shortText } from '../../text/short-text.ts';
import { VirtualDocuments } from '../../views/virtual-documents.ts';

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

  /** Whether the preview is right, with what was compared a click away. */
  answer(report: ProofReport): Answer {
    const { invocation, isEqual, preview, sent, listing, request, notes } = report;
    const product = report.claudeCodeVersion === undefined ? 'Claude Code' : `Claude Code ${report.claudeCodeVersion}`;
    const asked = shortText(invocation);
    const state = isEqual ? 'good' : 'bad';
    const [ours, theirs] = [preview, sent].map((text, index) => this.#add(`${index ? product : 'Preview'}.md`, text));
    const messages: AnswerStep = {
      state,
      text: isEqual ? `${product} sends the text that the preview shows` : `${product} sends another text`,
      fix: { ...comparison('Compare Texts', ours!, theirs!), tab: `${asked}, preview ↔ ${product}` },
    };
    return {
      title: `Is the preview of \`${asked.replaceAll('`', "'")}\` right?`,
      verdict: verdictOf(report),
      steps: [
        messages,
        ...(listing ? [this.#listingStep(listing, product)] : []),
        ...notes.map((text): AnswerStep => ({ state: 'note', text })),
        ...(request === undefined ? [] : [this.#requestStep(asked, request)]),
      ],
    };
  }

  dispose(): void {
    this.#documents.dispose();
  }

  /** The preview was to be proven: a listing that differs is information about the session. */
  #listingStep({ isEqual, summary, catalog, sent }: ProvenListing, product: string): AnswerStep {
    const [ours, theirs] = [this.#add('Skillwright.md', catalog), this.#add(`${product}.md`, sent)];
    const fix = { ...comparison('Compare Listings', ours, theirs), tab: `Listing, Skillwright ↔ ${product}` };
    return { state: isEqual ? 'good' : 'warning', text: summary, fix };
  }

  #requestStep(asked: string, request: string): AnswerStep {
    const uri = this.#add(`Request for ${asked}.json`, request).toString();
    return {
      state: 'note',
      text: 'The whole request, as it was sent',
      fix: { kind: 'open', title: 'Show Request', uri },
    };
  }

  #add(name: string, text: string): Uri {
    const key = String(++this.#count);
    this.#texts.set(key, text);
    for (const old of [...this.#texts.keys()].slice(0, -maxDocuments)) this.#texts.delete(old);
    return Uri.from({ scheme, path: `/${name.replace(notInTitles, ' ').trim()}`, query: key });
  }
}

/** How a proof ended, in a word or two. */
export function outcomeOf({ isEqual, listing }: ProofReport): string {
  if (!isEqual) return 'Different';
  return listing && !listing.isEqual ? 'Equal text, different listing' : 'Equal';
}

/** The listing was not what was to be proven, but what is said of the text must not hide that it differs. */
function verdictOf(report: ProofReport): string {
  const { isEqual, listing, summary } = report;
  if (!isEqual || !listing || listing.isEqual) return summary;
  return `${outcomeOf(report)}: ${summary.replace(/^Equal: /, '')}. ${listing.summary}`;
}

function comparison(title: string, left: Uri, right: Uri) {
  return { kind: 'compare', title, left: left.toString(), right: right.toString() } as const;
}
