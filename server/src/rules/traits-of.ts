import { type FieldForm, findField } from '../dialect/fields.ts';
import { type FileKind, isJsonKind } from '../document/runtime-id.ts';
import type { SkillDocument } from '../document/skill-document.ts';
import type { RuleContext } from './rule.ts';
import { type Trait, traits } from './trait.ts';

/*
 * Processor time of a cold check is spread over a hundred rules and their readings, most of which run for a moment.
 * So V8 optimizes later than usual where it can be told to (`v8-flags`), and what only some reports show is
 * found when it is read, such as how to tell two descriptions apart. The disk is asked little: the real path of what
 * a listed folder has follows from that of the folder, and the files that were read last are at hand, because what a
 * skill bundles is read several times in a row (`memoising-file-system`). The two rules of markdown-it for
 * paragraphs, which read all lines once each and ask at each line all others, are replaced by one that reads them
 * once (`scanned-paragraph`); a test compares the blocks of random texts. A rule declares what a file must have for
 * it to be able to report anything (`Rule.needs`), such as a placeholder or a field of tools. These traits are found
 * once per file (`traits-of`), and of a plain skill half of the rules are not run. Every test of a rule also runs all
 * of them and fails if one would have reported more.
 */

/** A set of traits as bits, so that a hundred rules can be compared with a file at once. */
export type TraitBits = number;

export function bitsOf(some: readonly Trait[]): TraitBits {
  return some.reduce((bits, trait) => bits | (1 << traits.indexOf(trait)), 0);
}

/** The traits of a file, whose body has been read. */
export function traitsOf({ document, file, targets }: RuleContext): TraitBits {
  const bits = traitsOfText(document) | traitsOfFields(document, file.kind);
  const more = (targets.size > 0 ? bit.target : 0) | (file.references?.length ? bit.reference : 0);
  return bits | more | (isJsonKind(file.kind) ? bit['hooks-field'] : 0);
}

const bit = Object.fromEntries(traits.map((trait) => [trait, bitsOf([trait])])) as Readonly<Record<Trait, TraitBits>>;

function traitsOfText({ text, body, frontmatter }: SkillDocument): TraitBits {
  let bits = 0;
  if (body.placeholders.length > 0) bits |= bit.placeholder;
  if (body.injections.length > 0) bits |= bit.injection;
  if (body.comments.length > 0) bits |= bit.comment;
  if (body.code.some(({ kind }) => kind === 'fence')) bits |= bit.fence;
  if (body.links.length > 0) bits |= bit.link;
  if (text.includes('!')) bits |= bit['exclamation-mark'];
  if (text.includes('$') || text.includes('{') || text.includes('<arg')) bits |= bit['dollar-or-brace'];
  if (wide.test(text)) bits |= bit['wide-character'];
  switch (frontmatter.reading) {
    case 'absent':
      return bits | bit['no-frontmatter'];
    case 'repaired':
    case 'lost':
    case 'no-map':
      return bits | bit['damaged-frontmatter'];
    default:
      return bits;
  }
}

const wide = /[^\0-\xff]/;

function traitsOfFields({ frontmatter }: SkillDocument, kind: FileKind): TraitBits {
  let bits = 0;
  for (const key of frontmatter.fields.keys()) {
    const form = findField(key, kind)?.form;
    bits |= (bitByKey.get(key) ?? 0) | ((form && bitByForm[form]) ?? 0);
  }
  return bits;
}

const bitByKey: ReadonlyMap<string, TraitBits> = new Map([
  ['arguments', bit['arguments-field']],
  ['argument-hint', bit['arguments-field']],
  ['agent', bit['agent-field']],
  ['paths', bit['paths-field']],
]);

const bitByForm: Readonly<Partial<Record<FieldForm, TraitBits>>> = {
  flag: bit['flag-field'],
  hooks: bit['hooks-field'],
  map: bit['map-field'],
  model: bit['model-field'],
  tools: bit['tools-field'],
  word: bit['word-field'],
};
