import { diffLines } from 'diff';
import type { DifferenceRow } from '../../../protocol.ts';

/** Lines that may differ: comparing more takes quadratic time. */
const maxDifferences = 1_000;

/** Rows that are shown. */
const maxRows = 400;

/** Lines that are alike and shown before and after those that differ. */
const context = 3;

/** UTF-16 units of a line. */
const longestLine = 1_000;

/** Two texts line by line, next to each other; undefined if they differ too much for that. */
export function differenceRows(first: string, own: string): readonly DifferenceRow[] | undefined {
  const changes = diffLines(normalized(first), normalized(own), { maxEditLength: maxDifferences });
  if (!changes) return undefined;
  const rows: DifferenceRow[] = [];
  let removed: readonly string[] = [];
  const flush = (added: readonly string[]) => {
    for (let index = 0; index < Math.max(removed.length, added.length); index++) {
      const [before, after] = [removed[index], added[index]];
      rows.push({ ...(before !== undefined && { first: before }), ...(after !== undefined && { own: after }) });
    }
    removed = [];
  };
  for (const [index, { value, added, removed: isRemoved }] of changes.entries()) {
    const lines = linesOf(value);
    if (isRemoved) removed = lines;
    else if (added) flush(lines);
    else {
      flush([]);
      rows.push(...alike(lines, index === 0, index === changes.length - 1));
    }
  }
  flush([]);
  return rows.length > maxRows ? undefined : rows;
}

/** Lines that are alike, without those that are far from any that differ. */
function alike(lines: readonly string[], isFirst: boolean, isLast: boolean): readonly DifferenceRow[] {
  const [before, after] = [isFirst ? 0 : context, isLast ? 0 : context];
  const skipped = lines.length - before - after;
  const row = (line: string): DifferenceRow => ({ first: line, own: line });
  if (skipped < 2) return lines.map(row);
  return [...lines.slice(0, before).map(row), { skipped }, ...lines.slice(lines.length - after).map(row)];
}

function linesOf(text: string): readonly string[] {
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  return lines.map((line) => (line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line));
}

/** A difference only in how lines end is none that a person would judge. */
function normalized(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  return lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`;
}
