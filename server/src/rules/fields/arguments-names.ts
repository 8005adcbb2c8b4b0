import { LIMITS } from '../../dialect/limits.ts';
import {
  type ArgumentName,
  maxArgumentNameLength,
  namesOf,
  namesThatCount,
  writtenArgumentNames,
} from '../../document/arguments/argument-names.ts';
import { quoteYaml } from '../edits/quote-value.ts';
import { showText } from '../messages/show-value.ts';
import { knownField } from '../readings/fields/known-fields.ts';
import type { Fix, Rule } from '../rule.ts';

export const argumentsNames: Rule = {
  id: 'arguments-names',
  level: 'warning',
  kinds: ['skill', 'command'],
  needs: ['arguments-field'],
  summary: 'A name in `arguments` that no placeholder can refer to',
  source: 'https://code.claude.com/docs/en/skills#available-string-substitutions',
  check(context, report) {
    const value = knownField(context, 'arguments')?.field.value;
    if (!value) return;
    const used = new Set(context.document.body.placeholders.map(({ name }) => name));
    const seen = new Set<string>();
    const counting = new Set(namesThatCount(namesOf(context.document.argumentNames)).map(({ name }) => name));
    const all = writtenArgumentNames(value);
    for (const written of all) {
      const message = seen.has(written.name)
        ? `${showText(written.name)} is declared twice, but \`$${written.name}\` only refers to the first position. Rename the second one`
        : (findFault(written.name, { inList: value.kind === 'list', used, isOnly: all.length === 1 }) ??
          findExcess(written.name, counting));
      seen.add(written.name);
      if (message === undefined) continue;
      report({ range: written.range, message, fixes: offerFix(context.document.text, written) });
    }
  },
};

/** Facts that decide whether a name has a fault. */
interface NameContext {
  readonly inList: boolean;
  /** The names to which placeholders refer. */
  readonly used: ReadonlySet<string>;
  readonly isOnly: boolean;
}

/** Why a name has no effect. */
function findFault(name: string, { inList, used, isOnly }: NameContext): string | undefined {
  if (name.trim() === '') {
    return 'Claude Code ignores empty names when it counts positions. Remove it or write a name';
  }
  if (/^\d+$/.test(name)) {
    return `Claude Code ignores the name ${showText(name)}, because \`$${name}\` is a position. Use a name that contains letters`;
  }
  if (name.startsWith('$')) {
    const fault = `The name includes the dollar sign, so \`${name}\` in the body is not replaced`;
    // Claude Code then appends all that is typed, of which a name would only have the first word.
    return isOnly
      ? `${fault}. Write ${showText(name.slice(1))} here if it is one word, or \`$ARGUMENTS\` in the body for all that is typed`
      : `${fault}. Write ${showText(name.slice(1))}`;
  }
  if (name.includes(',')) {
    return inList
      ? `${showText(name)} is one name, including the comma. Write one entry per name`
      : `Only spaces separate names, so this one is ${showText(name)}, including the comma. Remove the comma`;
  }
  if (name !== name.trim()) {
    return `The name includes the whitespace around it, so \`$${name.trim()}\` in the body is not replaced. Remove the whitespace`;
  }
  // With braces in the name, `${name}` is its placeholder.
  if (/^(<.*>|\[.*\]|\{.*\})$/.test(name) && !used.has(name)) {
    return `The name includes the brackets, so \`$${name.slice(1, -1)}\` in the body is not replaced. Remove the brackets`;
  }
  if (name === 'ARGUMENTS') {
    return 'Here `$ARGUMENTS` becomes a single argument, although it normally means all arguments. Choose another name';
  }
  return undefined;
}

/** Why a name is one too many, or too long. */
function findExcess(name: string, counting: ReadonlySet<string>): string | undefined {
  if (counting.has(name)) return undefined;
  if (name.length > maxArgumentNameLength) {
    return `Claude Code does not replace names of more than ${maxArgumentNameLength} characters, so \`$${name}\` stays as text. Choose a shorter name`;
  }
  return `Claude Code replaces only the first ${LIMITS['argument-names'].value} names, so \`$${name}\` stays as text. Write its position instead`;
}

/** Removes what does not belong to a name, if a name remains. */
function offerFix(text: string, { name, range }: ArgumentName): Fix[] {
  const bare = name
    .trim()
    .replace(/^\$|,$/g, '')
    .replace(/^[<[{](.*)[>\]}]$/, '$1');
  const written = text.slice(range.start, range.end);
  const quote = written.slice(0, 1);
  const isQuoted = written === `${quote}${name}${quote}` && /["']/.test(quote);
  if (bare === name || !/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(bare) || (written !== name && !isQuoted)) return [];
  const newText = isQuoted ? quoteYaml(bare) : bare;
  return [{ title: `Declare \`${bare}\``, safe: false, edits: [{ range, newText }] }];
}
