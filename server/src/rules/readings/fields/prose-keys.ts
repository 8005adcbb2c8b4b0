import { findField, nearestField } from '../../../dialect/fields.ts';
import type { FileKind } from '../../../document/runtime-id.ts';
import type { Field, SkillDocument } from '../../../document/skill-document.ts';
import { oncePer, oncePerKey } from '../../../platform/once.ts';

/** Words that begin a line of a description and look like keys; not the lower-case ones that are used as keys. */
const opening = /^(?:Context|Examples?|Notes?|Triggers?|[Uu]ser|[Aa]ssistant)$/;
const speech = /^(?:Context|Examples?|Notes?|Triggers?|Commentary|[Uu]ser|[Aa]ssistant|commentary)$/;

/**
 * The lines of prose directly below a plain `description` that YAML reads as fields: `Context: a user asked`, `or when:
 * the box is full`. Empty unless one of them is certainly not a key.
 */
export function findProseKeys(document: SkillDocument, kind: FileKind): ReadonlySet<Field> {
  return proseKeysOf(document)(kind);
}

const proseKeysOf = oncePer((document: SkillDocument) => {
  const known = new Map<FileKind, ReadonlySet<Field>>();
  return (kind: FileKind) => oncePerKey(known, kind, () => new Set(readProseKeys(document, kind)));
});

function readProseKeys({ text, frontmatter: { entries } }: SkillDocument, kind: FileKind): readonly Field[] {
  const above = entries.findIndex(({ key }) => key === 'description');
  const { value } = entries[above] ?? {};
  if (value?.kind !== 'scalar' || value.style !== 'plain') return [];
  const found: Field[] = [];
  const words = new Set<string>();
  for (const entry of entries.slice(above + 1)) {
    const before = entries[above + found.length]!;
    if (text.slice(before.range.end, entry.keyRange.start).trim() !== '') break;
    if (!words.has(entry.key) && !isTextLine(text, entry, kind)) break;
    found.push(entry);
    words.add(entry.key);
  }
  return found.some((entry) => isEvidence(text, entry)) ? found : [];
}

/** Whether an entry may be a line of a text. */
function isTextLine(text: string, entry: Field, kind: FileKind): boolean {
  if (findField(entry.key, kind) || !isPlainKey(text, entry)) return false;
  if (speech.test(entry.key)) return entry.value.kind === 'scalar' && !isNear(text, entry, kind);
  return /\s/.test(entry.key) && isProse(text, entry) && nearestField(entry.key, kind) === undefined;
}

/** `Context: fork` is a field in another spelling, unless a sentence follows. */
function isNear(text: string, entry: Field, kind: FileKind): boolean {
  return !isProse(text, entry) && nearestField(entry.key, kind) !== undefined;
}

function isEvidence(text: string, entry: Field): boolean {
  return (opening.test(entry.key) || /\s/.test(entry.key)) && isProse(text, entry);
}

function isPlainKey(text: string, { key, keyRange }: Field): boolean {
  return text.slice(keyRange.start, keyRange.end) === key;
}

/** Whether a value is a string of several words, one of them in lower case: not a list, date or proper name. */
function isProse(text: string, { value }: Field): boolean {
  if (value.kind !== 'scalar') return false;
  const written = text.slice(value.range.start, value.range.end);
  return /^[\p{L}\p{N}"'“‘`(<]/u.test(written) && /\S\s+\S/.test(written) && /(?:^|[\s"'“‘])\p{Ll}/u.test(written);
}
