import { isCollection, isMap, isScalar, isSeq, type Node, type Pair, type Scalar } from 'yaml';
import { firstIndexWhere } from '../text/first-index-where.ts';

/** A line that begins with a tab and has nothing but whitespace or a comment. */
const tabLine = /\n\t[ \t]*(?:#[^\n]*)?\r?(?=\n|$)/g;

/** More of them are not there by accident. */
const maxTabLines = 64;

/**
 * The first line of tabs that Bun rejects, although nothing is on it: one after a value that has ended, from the second
 * entry of a mapping on. Undefined if there is none.
 */
export function rejectedTabLine(contents: Node | null, text: string): number | undefined {
  if (!text.includes('\n\t')) return undefined;
  let looked = 0;
  for (const { index } of text.matchAll(tabLine)) {
    if (isRejected(contents, index + 1, text)) return index + 1;
    if (++looked === maxTabLines) return undefined;
  }
  return undefined;
}

function isRejected(contents: Node | null, line: number, text: string): boolean {
  let isLaterEntry = false;
  for (let node: Node | null | undefined = contents; ; ) {
    // An empty value has ended, too.
    if (!node?.range) return isLaterEntry;
    if (isCollection(node) && node.flow) return isLaterEntry && line >= node.range[1];
    if (isMap(node)) {
      const at = lastBefore(node.items, line, ({ key }) => key as Node | null);
      if (at < 0) return false;
      if (at > 0) isLaterEntry = true;
      const { value } = node.items[at] as Pair<unknown, Node | null>;
      node = value?.range && value.range[0] < line ? value : undefined;
    } else if (isSeq(node)) {
      node = node.items[lastBefore(node.items as Node[], line, (item) => item)] as Node | undefined;
    } else {
      return isScalar(node) ? isRejectedAfter(node, line, text, isLaterEntry) : isLaterEntry;
    }
  }
}

/** The last of the items that begin before an offset; -1 if there is none. */
function lastBefore<Item>(items: readonly Item[], offset: number, nodeOf: (item: Item) => Node | null): number {
  return firstIndexWhere(items, (item) => (nodeOf(item)?.range?.[0] ?? 0) >= offset) - 1;
}

function isRejectedAfter(node: Scalar, line: number, text: string, isLaterEntry: boolean): boolean {
  const [start, end] = node.range!;
  switch (node.type) {
    case 'BLOCK_LITERAL':
    case 'BLOCK_FOLDED':
      // Directly after its last line, a line of tabs still belongs to it.
      return /\n[ ]*\r?\n$/.test(text.slice(Math.max(start, line - 200), line));
    case 'PLAIN': {
      // Looking for its next line, Bun skips tabs; a comment ends the search.
      const comment = text.indexOf('#', end);
      const goesOn = start < end && (comment < 0 || comment >= line);
      return !goesOn && isLaterEntry && line >= end;
    }
    default:
      return isLaterEntry && line >= end;
  }
}
