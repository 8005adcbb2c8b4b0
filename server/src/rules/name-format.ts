import { namePattern } from '../dialect/targets.ts';
import { type TextRange, textRange } from '../document/text-range.ts';
import { everyTarget, inWords, refusalOfName } from './refusals.ts';
import type { Fix, Rule, RuleContext } from './rule.ts';
import { rangeInValue } from './value-source.ts';
import { replaceValue } from './write-field.ts';
import { hasOnlySeparators, slugOf, type WrittenName, writtenName } from './written-name.ts';

export const nameFormat: Rule = {
  id: 'name-format',
  level: 'warning',
  kinds: ['skill'],
  summary: 'A `name` with other characters than `a`–`z`, `0`–`9` and single hyphens between them',
  source: 'https://agentskills.io/specification#name-field',
  check(context, report) {
    const name = writtenName(context);
    if (!name) return;
    const refusing = everyTarget(context, ({ id }) => namePattern(id)?.test(name.text) === false);
    if (refusing.length === 0) return;
    const faults = findFaults(name.text, namePattern(refusing[0]!.id)!);
    const only = faults.length === 1 ? faults[0]! : undefined;
    const slug = slugOf(name.text, context.file.folderName);
    const advice = slug === undefined ? '' : `. Write \`${slug}\``;
    report({
      range: rangeInValue(context.document.text, name.value, only?.range.start ?? 0, only?.range.end ?? name.text.length),
      message: `The \`name\` has ${describe(faults)}: ${refusalOfName(refusing, context)}${advice}`,
      ...(slug !== undefined && { fixes: [writeSlug(name, slug, context)] }),
    });
  },
};

interface Fault {
  readonly range: TextRange;
  /** A clause such as "a space". */
  readonly what: string;
}

/** The runs of characters that the pattern refuses wherever they stand, then misplaced hyphens. */
function findFaults(name: string, pattern: RegExp): Fault[] {
  const faults: Fault[] = [];
  for (const { 0: run, index } of name.matchAll(/<\/?[a-z][^<>]*>|\p{Lu}+|\s+|(.)\1*/gsu)) {
    if ([...run].every((character) => character === '-' || pattern.test(character))) continue;
    faults.push({ range: textRange(index, index + run.length), what: nameOfRun(run) });
  }
  for (const { 0: run, index } of name.matchAll(/^-+|-+$|-{2,}/g)) {
    const edge = index === 0 ? 'a hyphen at the start' : index + run.length === name.length ? 'a hyphen at the end' : '';
    faults.push({ range: textRange(index, index + run.length), what: edge || 'more than one hyphen in a row' });
  }
  return faults;
}

function nameOfRun(run: string): string {
  if (/^<.+>$/s.test(run)) return `the tag \`${run}\``;
  if (/^\p{Lu}+$/u.test(run)) return 'capital letters';
  if (/[\r\n]/.test(run)) return 'a line break';
  if (/^ +$/.test(run)) return 'a space';
  if (/^[\s\p{C}]/u.test(run)) return `the invisible character U+${run.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
  return `\`${run}\``;
}

/** Each kind of fault once, the first few of them. */
function describe(faults: readonly Fault[]): string {
  const kinds = [...new Set(faults.map(({ what }) => what))];
  return inWords(kinds.length > 4 ? [...kinds.slice(0, 3), 'more'] : kinds);
}

/** The slug says the same, unless a sign with a meaning of its own falls out. */
function writeSlug(name: WrittenName, slug: string, context: RuleContext): Fix {
  const field = context.document.frontmatter.fields.get('name')!;
  return {
    title: `Change the name to \`${slug}\``,
    safe: hasOnlySeparators(name.text),
    edits: [replaceValue(field, slug)],
  };
}
