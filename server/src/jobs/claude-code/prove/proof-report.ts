import type { Catalog } from '../../../catalog/catalog.ts';
import { RUNTIMES } from '../../../dialect/targets.ts';
import { counted } from '../../../document/text/numbers.ts';
import type { ProofReport, ProvenListing } from '../../../protocol.ts';
import { entriesOf, findListing, promptTexts } from './request-texts.ts';
import type { SentPrompt } from './start-proof.ts';

/** The texts of the messages of an invocation, or what Claude Code says instead of sending any. */
export interface ExpectedPrompt {
  readonly texts: readonly string[];
  readonly message: string | undefined;
}

/** Both sides of a proof. */
interface Proof {
  readonly prompt: string;
  readonly expected: ExpectedPrompt;
  readonly sent: SentPrompt;
  readonly catalog: Catalog;
  /** How many commands the text has. */
  readonly commands: number;
  /** They were disabled on both sides. */
  readonly isWithout: boolean;
}

/** The largest request that is shown in full, in UTF-16 units. */
const maxRequest = 8_000_000;

/** The comparison in words, and how it ended. */
export function proofReport(proof: Proof): ProofReport {
  const { prompt, expected, sent, catalog } = proof;
  const [request] = sent.requests;
  const actual: ExpectedPrompt = request
    ? { texts: promptTexts(request), message: undefined }
    : { texts: [], message: sent.result ?? '' };
  const isEqual = JSON.stringify(actual) === JSON.stringify(expected);
  const bytes = bytesOf(actual);
  const shown = request && JSON.stringify(request, undefined, 2);
  const product = sent.version === undefined ? 'Claude Code' : `Claude Code ${sent.version}`;
  return {
    invocation: prompt,
    isEqual,
    summary: summaryOf(product, actual, isEqual, bytes),
    ...(sent.version !== undefined && { claudeCodeVersion: sent.version }),
    bytes,
    preview: documentOf(expected),
    sent: documentOf(actual),
    ...(request && { listing: provenListing(findListing(request).text, catalog, product) }),
    ...(shown !== undefined && shown.length <= maxRequest && { request: shown }),
    notes: notesOf(proof, isEqual),
  };
}

function summaryOf(product: string, { message }: ExpectedPrompt, isEqual: boolean, bytes: number): string {
  const size = counted(bytes, 'byte');
  if (message !== undefined) {
    return isEqual
      ? `Equal: ${product} sends nothing, with the message that the preview shows`
      : `Different: ${product} sends nothing, or says something else than the preview`;
  }
  return isEqual
    ? `Equal: ${product} sends exactly what the preview shows, ${size}`
    : `Different: ${product} sends something else than the preview shows`;
}

function notesOf({ expected, sent, catalog, commands, isWithout }: Proof, isEqual: boolean): string[] {
  const notes: string[] = [];
  if (isWithout) {
    const what = commands === 1 ? 'The command of the skill was' : `The ${commands} commands of the skill were`;
    notes.push(`${what} not run: both sides were compared with commands disabled`);
  } else if (commands > 0 && !isEqual && expected.message === undefined) {
    notes.push('Claude Code ran the commands again, so an output that changes from run to run differs');
  }
  const { title, verified } = RUNTIMES.find(({ id }) => id === catalog.runtime)!;
  if (sent.version !== undefined && sent.version !== verified) {
    notes.push(`The preview follows ${title} as verified with ${verified}, not ${sent.version}`);
  }
  return notes;
}

/** The texts exactly as they are sent, each after a line that says which one it is. */
function documentOf({ texts, message }: ExpectedPrompt): string {
  if (message !== undefined) return `[Claude Code sends nothing and says:]\n\n${message}\n`;
  return texts.map((text, index) => `[Message ${index + 1} of ${texts.length}]\n\n${text}\n`).join('\n');
}

/**
 * The whole listing that was sent, with what the catalog expects: texts of Claude Code's own skills are not known here,
 * so they are taken as they were sent.
 */
function provenListing(text: string, catalog: Catalog, product: string): ProvenListing {
  const listing = catalog.listing();
  const sent = entriesOf({ text });
  const own = listing.entries.filter(({ skill }) => skill === undefined).map(({ name }) => name);
  const isOwn = (entry: string): boolean =>
    own.some((name) => entry === `- ${name}` || entry.startsWith(`- ${name}: `));
  const ours = listing.text === '' ? [] : entriesOf({ text: listing.text });
  const expected = [...ours, ...sent.filter(isOwn)];
  const theirs = sent.filter((entry) => !isOwn(entry));
  const isEqual = JSON.stringify(ours) === JSON.stringify(theirs);
  const skills = counted(ours.length, 'skill');
  return {
    isEqual,
    summary: isEqual
      ? `The listing is equal: ${skills} of yours, and ${sent.length - theirs.length} of ${product}`
      : differenceOf(ours, theirs),
    catalog: lines(expected),
    sent: lines(sent),
  };
}

function differenceOf(ours: readonly string[], theirs: readonly string[]): string {
  const nameOf = (entry: string) => entry.split(': ', 1)[0];
  const [here, there] = [new Set(ours), new Set(theirs)];
  const different = new Set([
    ...ours.filter((it) => !there.has(it)).map(nameOf),
    ...theirs.filter((it) => !here.has(it)).map(nameOf),
  ]);
  if (different.size === 0) return 'The listing differs in its order';
  return `The listing differs in ${counted(different.size, 'entry', 'entries')}`;
}

function lines(entries: readonly string[]): string {
  return entries.map((entry) => `${entry}\n`).join('');
}

function bytesOf({ texts }: ExpectedPrompt): number {
  const encoder = new TextEncoder();
  return texts.reduce((sum, text) => sum + encoder.encode(text).length, 0);
}
