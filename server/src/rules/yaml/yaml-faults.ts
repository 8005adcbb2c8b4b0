import { olderRuntimes } from '../../dialect/runtimes/capabilities.ts';
import { repairLines } from '../../document/frontmatter/line-repair.ts';
import type { LineRepair, SkillDocument, YamlProblem } from '../../document/skill-document.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { readYaml } from '../../document/yaml/yaml-reader.ts';
import { oncePer } from '../../platform/once.ts';
import { quoteFix } from '../edits/quote-value.ts';
import type { Fix } from '../rule.ts';
import type { YamlCause, YamlContext } from './yaml-cause.ts';
import { diagnoseEntry } from './yaml-causes.ts';
import { hasContent, hasStrayLine, isFieldName, joinEntries, splitEntries, type YamlEntry } from './yaml-entries.ts';
import { writtenValue } from './yaml-fixes.ts';
import { endOfQuoted } from './yaml-scan.ts';

/** One place that makes frontmatter invalid YAML. */
export interface YamlFault extends YamlCause {
  readonly entry: YamlEntry;
  /** Claude Code's repair makes the entry readable when it is alone. */
  readonly repairable: boolean;
  /** The repair of every older release, which may handle fewer characters, does so too. */
  readonly repairableByOlderReleases: boolean;
}

/** More entries than any real frontmatter has; later ones are not checked one by one. */
export const maxEntries = 300;
/** More text than any real frontmatter has, in UTF-16 units; later entries are not checked one by one. */
const maxTextLength = 100_000;
/** How often the end of a quote that is not closed in its own entry is searched for further down. */
const maxOpenQuotes = 3;
/** More faults than are useful in one report. */
const maxFaults = 12;

/**
 * Why frontmatter is not valid YAML: one fault for every top-level entry that cannot be read even alone, in source
 * order. Empty if every entry can.
 */
export function findYamlFaults(document: SkillDocument): YamlFault[] {
  const { block } = document.frontmatter;
  if (!block) return [];
  const all = splitEntries(document.text, block.content.start, block.content.end).slice(0, maxEntries);
  const entries = gatherText(all).filter(({ end }) => end - block.content.start <= maxTextLength);
  const faults: YamlFault[] = [];
  let quotesTried = 0;
  for (let index = 0; index < entries.length && faults.length < maxFaults; index++) {
    const entry = entries[index]!;
    const misplaced = entry.key === undefined && entries.length > 1 && entry.lines.some(hasContent);
    if (!misplaced && isReadableEntry(document, entry)) continue;
    const quoted = quotesTried++ < maxOpenQuotes ? entriesInQuotes(document, entries, index) : 0;
    if (quoted > 0) index += quoted - 1;
    else faults.push(faultOf(document, entry));
  }
  return faults;
}

/** What reading a part of the frontmatter depends on. */
type YamlText = Pick<SkillDocument, 'text' | 'frontmatter' | 'runtime'>;

/** Whether an entry alone is readable, with or without Claude Code's repair. */
export function isRepairable(document: YamlText, { start, end }: YamlEntry): boolean {
  return isReadable(repairLines(document.text.slice(start, end), 0, document.runtime).text, document);
}

/**
 * Joins entries that are really lines of one text: a description continues in the first column, and some of its lines,
 * such as those of a dialogue, look like keys.
 */
function gatherText(entries: readonly YamlEntry[]): YamlEntry[] {
  const starts: number[] = [];
  for (let index = 0; index < entries.length; index++) {
    starts.push(index);
    if (!hasStrayLine(entries[index]!)) continue;
    let last = index;
    for (let next = index + 1; next < entries.length && !isFieldName(entries[next]!.key); next++) {
      if (hasStrayLine(entries[next]!)) last = next;
    }
    while (starts.length > 1 && isTextKey(entries[starts.at(-1)!]!.key)) starts.pop();
    index = last;
  }
  return starts.map((start, index) => joinEntries(entries.slice(start, starts[index + 1] ?? entries.length)));
}

/** Whether a key looks like a word of a text: `Context:`, `user:`. */
function isTextKey(key: string | undefined): boolean {
  return key !== undefined && /^(?:\p{Lu}.*|user|assistant|human|system|commentary|example)$/u.test(key);
}

/** How many entries a quoted value spans that is readable as a whole; 0 if there is none. */
function entriesInQuotes(document: SkillDocument, entries: readonly YamlEntry[], index: number): number {
  const entry = entries[index]!;
  const { text } = document;
  if (entry.key === undefined || index + 1 >= entries.length) return 0;
  const { start } = writtenValue(entry, entry.key);
  if (text[start] !== '"' && text[start] !== "'") return 0;
  const close = endOfQuoted(text, start, entries.at(-1)!.end);
  if (close <= entry.end) return 0;
  const last = entries.findIndex(({ end }) => close <= end);
  return isReadableEntry(document, joinEntries(entries.slice(index, last + 1))) ? last + 1 - index : 0;
}

function faultOf(document: SkillDocument, entry: YamlEntry): YamlFault {
  const { text, frontmatter } = document;
  const repairable = isRepairable(document, entry);
  const cause = diagnoseEntry(entry, contextOf(document)) ?? causeOfParser(document, entry);
  const repairableByOlderReleases = olderRuntimes(document.runtime).every((runtime) =>
    isRepairable({ text, frontmatter, runtime }, entry),
  );
  return { ...cause, entry, repairable, repairableByOlderReleases, fixes: fixesOf(document, entry, cause, repairable) };
}

/** The facts that the causes of a document's faults are derived from. */
export function contextOf(document: SkillDocument): YamlContext {
  return {
    text: document.text,
    isReadable: (yaml) => isReadable(yaml, document),
    hasKey: (key) => document.frontmatter.entries.some((entry) => entry.key === key),
  };
}

/** A fault that Claude Code repairs has a fix that keeps the value that Claude Code reads. */
function fixesOf(document: SkillDocument, entry: YamlEntry, cause: YamlCause, repairable: boolean): readonly Fix[] {
  if (!repairable || cause.isList || cause.glued !== undefined) return cause.fixes;
  if (cause.byTabs) return cause.fixes.map((fix) => ({ ...fix, safe: true }));
  const { text, runtime } = document;
  const [repair, ...others] = repairLines(text.slice(entry.start, entry.end), entry.start, runtime).repairs;
  if (entry.key === undefined || !repair) return cause.fixes;
  const [firstLine] = entry.lines;
  const endOfFirstLine = firstLine!.start + firstLine!.text.length;
  const quote =
    repair.valueRange.start <= endOfFirstLine
      ? quoteFix(entry.key, text, textRange(writtenValue(entry, entry.key).start, endOfFirstLine), true)
      : // A line that is part of no value, such as `-: : text`.
        quoteFix(repair.key, text, repair.valueRange, true);
  const fix = others.length === 0 || isReadableWith(quote, document, entry) ? quote : withOthers(quote, others, text);
  return [fix, ...cause.fixes.filter(({ title }) => title !== fix.title)];
}

function isReadableWith({ edits: [edit] }: Fix, document: SkillDocument, { start, end }: YamlEntry): boolean {
  const { text } = document;
  const { range, newText } = edit!;
  return isReadable(text.slice(start, range.start) + newText + text.slice(range.end, end), document);
}

/** Lines that look like fields of their own have values, too. */
function withOthers(quote: Fix, others: readonly LineRepair[], text: string): Fix {
  const edits = others.flatMap(({ key, valueRange }) => quoteFix(key, text, valueRange, true).edits);
  return { ...quote, title: `Quote ${others.length + 1} values`, edits: [...quote.edits, ...edits] };
}

/** The parser's own first error, if nothing better is known. */
function causeOfParser({ text, runtime }: SkillDocument, entry: YamlEntry): YamlCause {
  const reading = readYaml(text.slice(entry.start, entry.end), runtime, (offset) => entry.start + offset);
  const { start, text: firstLine } = entry.lines[0]!;
  const wholeLine = textRange(start, start + firstLine.trimEnd().length);
  const problem = reading.kind === 'failed' ? reading.problems[0] : undefined;
  return causeOfProblem(problem ?? { message: 'it cannot be read', range: wholeLine }, wholeLine);
}

/** The parser's error, marked at `otherwise` if it has no position. */
export function causeOfProblem(
  { message, range }: Pick<YamlProblem, 'message' | 'range'>,
  otherwise: TextRange,
): YamlCause {
  return {
    range: range.start < range.end ? range : otherwise,
    problem: `This is not valid YAML (${message.replace(/[.:]$/, '')})`,
    advice: 'Check quotes, brackets and indentation',
    fixes: [],
  };
}

function isReadableEntry(document: SkillDocument, { start, end }: YamlEntry): boolean {
  return isReadable(document.text.slice(start, end), document);
}

/** Whether YAML can be read; a reference to an anchor elsewhere in the frontmatter is allowed. */
function isReadable(yaml: string, document: YamlText): boolean {
  const reading = readYaml(yaml, document.runtime, (offset) => offset);
  if (reading.kind === 'value') return true;
  return reading.problems.every(
    ({ code, range }) => code === 'UNRESOLVED_ALIAS' && anchorsOf(document).has(yaml.slice(range.start + 1, range.end)),
  );
}

/** The names after `&` in the frontmatter, found in one pass. */
const anchorsOf = oncePer(({ text, frontmatter }: YamlText): ReadonlySet<string> => {
  const { start, end } = frontmatter.block?.content ?? { start: 0, end: 0 };
  return new Set([...text.slice(start, end).matchAll(/&([^\s,[\]{}]+)/g)].map(([, name]) => name!));
});
