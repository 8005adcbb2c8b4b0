import { isReservedName, matchesNamePattern, namePattern } from '../../dialect/targets.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { oncePerKey } from '../../platform/once.ts';
import { replaceValue } from '../edits/write-field.ts';
import { inWords } from '../messages/in-words.ts';
import { everyTarget, refusalOfName } from '../messages/refusals.ts';
import { rangeInValue } from '../readings/fields/value-source.ts';
import { hasOnlySeparators, slugOf, type WrittenName, writtenName } from '../readings/skills/written-name.ts';
import type { Fix, Rule, RuleContext } from '../rule.ts';

export const nameFormat: Rule = {
  id: 'name-format',
  level: 'warning',
  kinds: ['skill'],
  summary: 'A `name` with characters other than `a`–`z`, `0`–`9` and single hyphens between them',
  source: 'https://agentskills.io/specification#name-field',
  check(context, report) {
    const name = writtenName(context);
    // A name that Claude Code itself rejects is reported by another rule.
    if (!name || isReservedName(name.text, 'alias')) return;
    const refusing = everyTarget(context, ({ id }) => !matchesNamePattern(name.text, id));
    if (refusing.length === 0) return;
    const { text, rangeOf } = asWritten(name, context);
    const faults = findFaults(text, namePattern(refusing[0]!.id)!);
    const only = faults.length === 1 ? faults[0]! : undefined;
    const slug = folderAsName(text, context) ?? slugOf(text, context.file.folderName);
    const advice = slug === undefined ? '' : `. Write \`${slug}\``;
    // Whitespace ends what is typed; the folder has a name of its own.
    const typed = /\s/.test(text.trim()) ? 'it cannot be typed after `/` in Claude Code, and ' : '';
    report({
      range: rangeOf(only?.start ?? 0, only?.end ?? text.length),
      subject: 'name',
      message: `The \`name\` has ${describe(text, faults)}: ${typed}${refusalOfName(refusing, context)}${advice}`,
      fixes: slug === undefined ? [] : offerSlug(text, slug, context),
    });
  },
};

/**
 * The name of the folder, if the author has only put a namespace before it or more words into it: products that reject such
 * a name also require that both are equal.
 */
function folderAsName(name: string, { file }: RuleContext): string | undefined {
  const { folderName, fileName, misplaced } = file;
  const own = /^.*[:/](.+)$/su.exec(name)?.[1] ?? name;
  const slug = slugOf(own, folderName) ?? '';
  const words = slug.split('-');
  const parts = folderName.split('-');
  const isFolder =
    slug === folderName || (isSlug.test(folderName) && parts.length > 1 && parts.every((part) => words.includes(part)));
  return isFolder && fileName === 'SKILL.md' && !misplaced && !isReservedName(folderName, 'alias')
    ? folderName
    : undefined;
}

const isSlug = /^[a-z\d]+(?:-[a-z\d]+)*$/;

/** The name that the author wrote: YAML reads `1.50` as a number, which is `1.5`. */
function asWritten({ text, value }: WrittenName, { document }: RuleContext): NameInSource {
  if (typeof value.value === 'string') {
    return { text, rangeOf: (start, end) => rangeInValue(document.text, value, start, end) };
  }
  const { start: from } = value.range;
  return {
    text: document.text.slice(from, value.range.end),
    rangeOf: (start, end) => textRange(from + start, from + end),
  };
}

interface NameInSource {
  readonly text: string;
  rangeOf(start: number, end: number): TextRange;
}

/** A run of characters that does not belong in a name. */
interface Fault {
  start: number;
  end: number;
  /** Characters that may follow one another; the other runs are all of one kind. */
  readonly isLoose: boolean;
}

/** The runs of characters that the pattern rejects in any position, then misplaced hyphens. */
function findFaults(name: string, pattern: RegExp): Fault[] {
  const faults: Fault[] = [];
  const isAllowed = oncePerText((run) => run === '-' || pattern.test(run));
  const isLooseSign = oncePerText((run) => /^[^\p{Lu}\s\p{Cf}]$/u.test(run));
  for (const { 0: run, index } of name.matchAll(/<\/?[a-z][^<>]*>|\p{Lu}+| +|\s+|\p{Cf}+|./gsu)) {
    if (isAllowed(run)) continue;
    const end = index + run.length;
    const isLoose = isLooseSign(run);
    const last = faults.at(-1);
    if (isLoose && last?.isLoose && last.end === index) last.end = end;
    else faults.push({ start: index, end, isLoose });
  }
  for (const { 0: run, index } of name.matchAll(/^-+|-+$|-{2,}/g)) {
    faults.push({ start: index, end: index + run.length, isLoose: false });
  }
  return faults;
}

/** Most runs are the same few characters. */
function oncePerText<Result>(judge: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => oncePerKey(known, text, () => judge(text));
}

function describeFault(name: string, { start, end }: Fault): string {
  const run = name.slice(start, end);
  if (!/^-+$/.test(run)) return nameOfRun(run);
  return start === 0
    ? 'a hyphen at the start'
    : end === name.length
      ? 'a hyphen at the end'
      : 'more than one hyphen in a row';
}

function nameOfRun(run: string): string {
  if (/^<.+>$/s.test(run)) return `the tag \`${run}\``;
  if (/^\p{Lu}+$/u.test(run)) return 'capital letters';
  if (/[\r\n]/.test(run)) return 'a line break';
  if (/^ +$/.test(run)) return 'a space';
  if (/^[\s\p{C}]/u.test(run))
    return `the invisible character U+${run.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
  return `\`${run}\``;
}

/** Each kind of fault once, the first few of them. */
function describe(name: string, faults: readonly Fault[]): string {
  const kinds: string[] = [];
  // Further ones are not named.
  for (const fault of faults) {
    const kind = describeFault(name, fault);
    if (!kinds.includes(kind)) kinds.push(kind);
    if (kinds.length > 4) break;
  }
  return inWords(kinds.length > 4 ? [...kinds.slice(0, 3), 'more'] : kinds);
}

/**
 * The slug has the same meaning, unless a character with a meaning of its own is lost. A name that equals the folder's is
 * changed together with it, because products that require such names also require that both match.
 */
function offerSlug(name: string, slug: string, { document, file }: RuleContext): Fix[] {
  const edit = replaceValue(document.text, document.frontmatter.fields.get('name')!, slug);
  if (!edit) return [];
  if (file.folderName !== name || file.misplaced) {
    const isSame = slugOf(name, file.folderName) === slug;
    return [{ title: `Change the name to \`${slug}\``, safe: isSame && hasOnlySeparators(name), edits: [edit] }];
  }
  const rename = { what: 'folder', to: slug } as const;
  return [{ title: `Change the name and the folder to \`${slug}\``, safe: false, edits: [edit], rename }];
}
