import type { SkillDocument } from '../../../document/skill-document.ts';
import type { TextRange } from '../../../document/text/text-range.ts';

/** How many parallel items or rows choose between files. */
const MIN_PARALLEL = 3;

/** Longer lines are read as far as this, and further lines around a mention are not. */
const max = { length: 500, lines: 60 };

const tableRow = /^\s*\|/;
const listItem = /^\s*(?:[-*+]|\d+[.)])\s/;
/** The name of a Markdown file, as the target of a link or in backticks. */
const namesFile = /\.(?:md|mdx|markdown)[)`#"\s]/i;
const arrow = /→|⇒|=>|->/;
const condition = /^\s*(?:[-*+]|\d+[.)])\s+\W{0,4}(?:if|when|for|whenever)\b/i;

/** "For cURL, read `x`", "When it fails: `x`": the case, and nothing but how to get to the file. */
const caseBefore =
  /(?:^|[.;:]\s)\W{0,6}(?:if|when|whenever|for)\s[^.;:]{2,120}[,:]\s*(?:(?:then |please )?(?:read|see|load|use|open|follow|consult|check)\b)?[^\w]{0,4}$/i;

/** "Requires an account. See `x`". */
const needBefore =
  /(?:^|[.;:]\s)\W{0,6}(?:requires|needs)\s[^.;:]{2,120}\.\s+(?:read|see|follow|consult|check)\b[^\w]{0,4}$/i;

/** The line above a list of cases: "Trigger when:". */
const casesBelow =
  /^\W{0,6}(?:triggers?|triggered|use(?: this)?|read(?: this)?|applies)\s(?:if|when|whenever)\b.{0,60}:\W{0,4}$/i;
/** The file that such a list is about: "**Reference:** `x`". */
const leadsToFile = /^\W{0,4}(?:references?|details?|guide|full \w+|see|read|load)\b[^\w]{0,8}$/i;

/** What says that one of the files, or few, are to be read. */
const readsOne =
  /\b(?:the (?:one|file|guide|reference)s? (?:that|which) (?:match|appl|fit)\w*|matching|(?:most )?(?:relevant|appropriate|applicable|corresponding) (?:one|file|guide|reference|document)s?|selectively|only (?:the|what)|depending on|based on|by (?:category|language|framework|platform|provider|kind|type|case|task))\b/i;

/** What a column is called that describes files instead of saying when to read them. */
const describes = /\b(?:descriptions?|purpose|contents?|covers?|summary|topics?|notes?|about|what)\b/i;

/**
 * Whether a file is read in one case only, or is one of several that parallel items of a list or rows of a table choose from
 * by case: by language, by kind of file. Such a file is read in whole, once it is known to be the right one.
 */
export function isChosenByCase({ lines, text }: SkillDocument, mention: TextRange): boolean {
  const at = lines.lineAt(mention.start);
  const read = (line: number) => lines.textOf(line).slice(0, max.length);
  const before = text.slice(Math.max(lines.startOf(at), mention.start - max.length), mention.start);
  if (caseBefore.test(before) || needBefore.test(before)) return true;
  if (leadsToFile.test(before) && followsCases(read, at)) return true;
  const isTable = tableRow.test(read(at));
  if (!isTable && !listItem.test(read(at))) return false;
  const belongs = (line: number) => (isTable ? tableRow.test(read(line)) : isInList(read(line)));
  let [first, last] = [at, at];
  while (first > 0 && at - first < max.lines && belongs(first - 1)) first--;
  while (last + 1 < lines.count && last - at < max.lines && belongs(last + 1)) last++;
  const block = Array.from({ length: last - first + 1 }, (_, index) => read(first + index));
  const parallel = block.filter((line) => namesFile.test(`${line} `));
  if (parallel.length < MIN_PARALLEL) return false;
  if (isTable) return !describes.test(block[0] ?? '');
  const chosen = parallel.filter((line) => arrow.test(line) || condition.test(line));
  if (chosen.length >= MIN_PARALLEL) return true;
  return readsOne.test(lineBefore(read, first)) || readsOne.test(paragraphAfter(read, last, lines.count));
}

/** Whether a line comes after a list of cases in which something is done. */
function followsCases(read: ReadLine, at: number): boolean {
  let line = at - 1;
  const isReached = (above: number) => above < 0 || at - above > max.lines;
  while (!isReached(line) && read(line).trim() === '') line--;
  while (!isReached(line) && isInList(read(line))) line--;
  while (!isReached(line) && read(line).trim() === '') line--;
  return line < at - 1 && !isReached(line) && casesBelow.test(read(line));
}

/** An item, or what goes on below it. */
function isInList(line: string): boolean {
  return listItem.test(line) || /^\s+\S/.test(line);
}

type ReadLine = (line: number) => string;

function lineBefore(read: ReadLine, first: number): string {
  for (let line = first - 1; line >= 0 && line >= first - 2; line--) if (read(line).trim() !== '') return read(line);
  return '';
}

function paragraphAfter(read: ReadLine, last: number, count: number): string {
  let line = last + 1;
  while (line < count && line <= last + 2 && read(line).trim() === '') line++;
  const words: string[] = [];
  for (; line < count && words.length < 3 && read(line).trim() !== ''; line++) words.push(read(line));
  return words.join(' ');
}
