import { blocksOf, entriesOf, findListing } from '../../server/src/jobs/claude-code/prove/request-texts.ts';
import type { ModelRequest, Turn } from '../../server/src/platform/model-server.ts';
import type { FileContent } from '../conformance/recordings.ts';
import { entryName } from './request-texts.ts';

/** What a conversation contains after its summary has replaced what came before. */
export interface Compacted {
  /** What is said of the skills that were invoked before, in parts that begin with each skill; null if nothing. */
  readonly kept: readonly FileContent[] | null;
  /** The other texts that contain the beginning of such a skill. */
  readonly verbatim: readonly string[];
  /** The names in the listing of skills, without those that are built in; null if skills are not listed. */
  readonly listed: readonly string[] | null;
}

const summaryTask = 'Your task is to create a detailed summary of the conversation so far';

/** The answer to a request for the summary that replaces a conversation; undefined for other requests. */
export function summaryOf(request: ModelRequest): Turn | undefined {
  return isSummaryRequest(request) ? { text: '<summary>What was done.</summary>' } : undefined;
}

function isSummaryRequest({ messages }: ModelRequest): boolean {
  return blocksOf(messages.at(-1)?.content).some(({ text }) => text?.includes(summaryTask));
}

const keptHeader = 'The following skills were invoked';

/** The beginnings of what else may follow in the same message. */
const nextParts =
  /\n\n?(?:<\/system-reminder>|The following deferred tools |Available agent types |The following skills are available |<system-reminder>)/;

/** For each compaction, what the request after it contains. */
export function observeCompactions(requests: readonly ModelRequest[], isOwn: (name: string) => boolean): Compacted[] {
  return requests.flatMap((request, index) => {
    const next = requests[index + 1];
    return isSummaryRequest(request) && next && !isSummaryRequest(next) ? [observeCompaction(next, isOwn)] : [];
  });
}

function observeCompaction(request: ModelRequest, isOwn: (name: string) => boolean): Compacted {
  const texts = request.messages.flatMap(({ content }) => blocksOf(content).map(textOf));
  const holder = texts.find((text) => text.includes(keptHeader));
  const from = holder?.slice(holder.indexOf(keptHeader));
  const kept = from?.slice(0, nextParts.exec(from)?.index);
  const listing = findListing(request);
  return {
    kept: kept === undefined ? null : kept.split(/(?=^### Skill: )/m).map(packed),
    verbatim: texts
      .filter((text) => text !== holder && text.includes('Base directory for this skill: '))
      .map((text) => text.slice(0, 200)),
    listed: listing.text === '' ? null : entriesOf(listing).map(entryName).filter(isOwn),
  };
}

function textOf({ text, content }: ReturnType<typeof blocksOf>[number]): string {
  return text ?? (typeof content === 'string' ? content : (content ?? []).map(textOf).join('\n'));
}

const worthPacking = 10;

/** The same text with its longest run of equal lines counted. */
export function packed(text: string): FileContent {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  let best = { start: 0, times: 0 };
  for (let start = 0, end = 0; start < lines.length; start = end) {
    while (lines[end] === lines[start]) end++;
    if (end - start > best.times) best = { start, times: end - start };
  }
  if (best.times < worthPacking) return text;
  const before = lines.slice(0, best.start).join('');
  const after = lines.slice(best.start + best.times).join('');
  return { before, $repeat: lines[best.start]!, times: best.times, after };
}
