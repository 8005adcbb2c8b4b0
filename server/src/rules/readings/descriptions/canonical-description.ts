import type { TextRange } from '../../../document/text/text-range.ts';
import { once } from '../../../platform/once.ts';

/** The labelled parts of a canonical description, in their order. */
export const canonicalLabels = ['WHEN', 'DOMAIN', 'INPUT_FROM', 'OUTPUT_TO', 'METHODOLOGY'] as const;

type CanonicalLabel = (typeof canonicalLabels)[number];

/** A text and its position in the description. */
interface Part {
  readonly text: string;
  readonly range: TextRange;
}

/**
 * A description written for routing among many skills: `[Phase·Domain·Role]` and a summary, then `WHEN:`,
 * `DOMAIN: … (skill N of M)`, `INPUT_FROM:`, `OUTPUT_TO:` and `METHODOLOGY:`, each up to the next.
 */
export interface CanonicalDescription {
  readonly tag: Part | undefined;
  /** The first part under each label, without the label. */
  readonly parts: ReadonlyMap<CanonicalLabel, Part>;
}

const tag = /^\s*(\[[^\][\n]*\])/;
/** `OUTPUT_FORMAT` may end the last part but is not required. */
const label = once(() => /(?<![\p{L}\p{N}_])(WHEN|DOMAIN|INPUT_FROM|OUTPUT_TO|METHODOLOGY|OUTPUT_FORMAT):/gu);

/** Splits a description. Parts may be missing. */
export function readCanonicalDescription(text: string): CanonicalDescription {
  const labels = [...text.matchAll(label())];
  const parts = new Map<CanonicalLabel, Part>();
  labels.forEach((match, index) => {
    const name = match[1] as CanonicalLabel;
    const part = trimmedPart(text, match.index + match[0].length, labels[index + 1]?.index ?? text.length);
    if (part && !parts.has(name)) parts.set(name, part);
  });
  const bracketed = tag.exec(text);
  const found = bracketed?.[1]?.slice(1, -1).trim() ? bracketed : undefined;
  const tagStart = found ? found[0].length - found[1]!.length : 0;
  return { tag: found ? { text: found[1]!, range: { start: tagStart, end: found[0].length } } : undefined, parts };
}

/** The place of a skill in its domain: `skill 2 of 4`. */
interface DomainPosition {
  readonly position: number;
  readonly count: number;
  readonly range: TextRange;
}

/** The `N of M` of a `DOMAIN` part. */
export function domainPosition({ text, range }: Part): DomainPosition | undefined {
  const match = /\b(\d{1,4}) of (\d{1,4})\b/.exec(text);
  if (!match) return undefined;
  const start = range.start + match.index;
  return { position: Number(match[1]), count: Number(match[2]), range: { start, end: start + match[0].length } };
}

/**
 * The skills that an `INPUT_FROM` or `OUTPUT_TO` part names: items that are one hyphenated word, optionally with a
 * remark in parentheses. Anything else is prose.
 */
export function namedSkills({ text, range }: Part): Part[] {
  const bare = text.replace(/\([^()]*\)/g, (remark) => ' '.repeat(remark.length));
  const named: Part[] = [];
  for (const { 0: item, index } of bare.matchAll(/[^,;|]+/g)) {
    const word = item
      .trim()
      .replace(/^(?:and|or) \s*/, '')
      .replace(/\.$/, '')
      .trimEnd();
    const name = /^`?\/?([a-z0-9]+(?:-[a-z0-9]+)+)`?$/.exec(word)?.[1];
    if (name === undefined) continue;
    const start = range.start + index + item.indexOf(name);
    named.push({ text: name, range: { start, end: start + name.length } });
  }
  return named;
}

function trimmedPart(text: string, from: number, to: number): Part | undefined {
  const raw = text.slice(from, to);
  const trimmed = raw.trim();
  if (trimmed === '') return undefined;
  const start = from + raw.indexOf(trimmed);
  return { text: trimmed, range: { start, end: start + trimmed.length } };
}
