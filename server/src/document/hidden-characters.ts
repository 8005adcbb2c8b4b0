import { type TextRange, textRange } from './text-range.ts';

/**
 * What characters that no reader sees do:
 * - `zero-width`: nothing, or they join others
 * - `bidirectional`: they change the order in which others are displayed
 * - `tag`: they spell a text that only programs read
 * - `selector`: many in a row can carry any data; one after a character chooses its form
 */
export type HiddenKind = 'zero-width' | 'bidirectional' | 'tag' | 'selector';

/** Hidden characters of one kind in a row. */
export interface HiddenCharacters {
  readonly kind: HiddenKind;
  readonly range: TextRange;
  /** Their code points. */
  readonly codes: readonly number[];
  /** For tag characters, what they spell; empty otherwise. */
  readonly spelled: string;
}

/** Whether a text may have any: most texts have none, and a search is faster than a scan. */
const any =
  /\u034F|[\u180B-\u180F]|[\uFE00-\uFE0F]|[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\u{E0000}-\u{E0FFF}]/u;

const runs: readonly (readonly [HiddenKind, RegExp])[] = [
  [
    'zero-width',
    /(?:\u034F|[\u180B-\u180F]|[\u00AD\u115F\u1160\u17B4\u17B5\u200B-\u200D\u2060-\u2064\u206A-\u206F\u2800\u3164\uFEFF\uFFA0])+/gu,
  ],
  ['bidirectional', /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu],
  ['tag', /[\u{E0000}-\u{E007F}]+/gu],
  ['selector', /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]+/gu],
];

/**
 * The hidden characters of a text, in source order. Left out is what writing needs: a byte order mark at the start,
 * joiners inside of words of scripts that use them and between emoji, a single selector after a character, the flags
 * that are spelled with tags, and marks of direction next to text from right to left. Linear.
 */
export function hiddenCharacters(text: string): readonly HiddenCharacters[] {
  if (!any.test(text)) return [];
  return runs
    .flatMap(([kind, pattern]) =>
      [...text.matchAll(pattern)]
        .filter(({ 0: run, index }) => !isNeeded(kind, run, text, index))
        .map(({ 0: run, index }): HiddenCharacters => {
          const codes = [...run].map((character) => character.codePointAt(0)!);
          const spelled = kind === 'tag' ? spelledWith(codes) : '';
          return { kind, range: textRange(index, index + run.length), codes, spelled };
        }),
    )
    .sort((a, b) => a.range.start - b.range.start);
}

/** Each tag character means the character of ASCII with the same last bits. */
function spelledWith(tags: readonly number[]): string {
  const codes = tags.map((tag) => tag - 0xe0000).filter((code) => code >= 0x20 && code < 0x7f);
  return codes.map((code) => String.fromCharCode(code)).join('');
}

const joiner = /^[\u200C\u200D]$/;
const joinedBefore =
  /[\uFE0F\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Khmer}]$/u;
const flagBefore = /\u{1F3F4}$/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Characters around a run that show whether the script there needs it. */
const nearby = 40;

/** Whether the text around a run shows that writing needs it. */
function isNeeded(kind: HiddenKind, run: string, text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - nearby), index);
  switch (kind) {
    case 'zero-width':
      return (index === 0 && run === '\uFEFF') || (joiner.test(run) && joinedBefore.test(before));
    case 'bidirectional':
      // Marks alone do little; embeddings, overrides and isolates can show a text in another order than it is read.
      return /^[\u061C\u200E\u200F]$/.test(run) && rightToLeft.test(before + text.slice(index, index + nearby));
    case 'tag':
      return flagBefore.test(before) && run.length <= 16 && run.endsWith('\u{E007F}');
    case 'selector':
      return run.length === 1 && before !== '';
  }
}
