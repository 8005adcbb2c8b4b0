import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { type ArgumentName, namesOf, namesThatCount } from '../../document/arguments/argument-names.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { inThousands } from '../../document/text/numbers.ts';
import { declareArguments } from '../edits/declare-arguments.ts';
import { offerEdit } from '../edits/field-edits.ts';
import { inAllPlaces, inWords } from '../messages/in-words.ts';
import { argumentHintOf } from '../readings/arguments/argument-hint-of.ts';
import { type UndeclaredName, undeclaredNames } from '../readings/arguments/undeclared-names.ts';
import { knownField } from '../readings/fields/known-fields.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import type { Fix, Report, Rule } from '../rule.ts';

export const placeholderUndeclared: Rule = {
  id: 'placeholder-undeclared',
  level: 'warning',
  kinds: ['skill', 'command'],
  needs: ['arguments-field'],
  summary: 'A `$name` that looks like an argument but is not declared, or a declared argument that is never used',
  source: 'https://code.claude.com/docs/en/skills#available-string-substitutions',
  *check(context, report) {
    const { document } = context;
    if (capabilities(document.runtime).argumentSubstitution !== 'words' || !ownFields(context)) return;
    const undeclared = yield* undeclaredNames(document);
    const declaring = declareFix(document, undeclared);
    for (const name of undeclared) report(ofUndeclared(document, name, declaring));
    const names = knownField(context, 'arguments') ? document.argumentNames : [];
    const takesAny = document.body.placeholders.some(({ kind, escaped }) => !escaped && kind !== 'variable');
    for (const name of unusedNames(document, names, undeclared)) report(ofUnused(name, takesAny));
  },
};

/** @param declaring the same for all, so that an editor offers it once */
function ofUndeclared(document: SkillDocument, found: UndeclaredName, declaring: readonly Fix[]): Report {
  const { name, meant, places, inCommand } = found;
  const range = places[0]!;
  const written = document.text.slice(range.start, range.end);
  const stays = inCommand ? `the shell gets \`${written}\`, which is not set there` : `\`${written}\` stays as text`;
  if (meant !== undefined) {
    const why =
      meant === name
        ? 'declared arguments are written without braces'
        : `\`arguments\` declares \`${meant}\`, not \`${name}\``;
    return { range, message: `${startLarge(why)}, so ${stays}. Write \`$${meant}\``, fixes: [writeFix(found, meant)] };
  }
  return {
    range,
    message: `\`arguments\` does not declare \`${name}\`, so ${stays}. Declare it`,
    fixes: declaring,
  };
}

function startLarge(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function writeFix({ places }: UndeclaredName, meant: string): Fix {
  const title = places.length > 1 ? `Write \`$${meant}\` ${inAllPlaces(places.length)}` : `Write \`$${meant}\``;
  return { title, safe: false, edits: places.map((range) => ({ range, newText: `$${meant}` })) };
}

/** More are only counted. */
const maxNames = 5;

/** Declares all missing names, since each takes the next position. */
function declareFix(document: SkillDocument, all: readonly UndeclaredName[]): Fix[] {
  const names = namesToDeclare(
    document,
    all.filter(({ meant }) => meant === undefined).map(({ name }) => name),
  );
  if (!names) return [];
  const shown =
    names.length > maxNames ? `${inThousands(names.length)} names` : inWords(names.map((name) => `\`${name}\``));
  const title = `Declare ${shown} in \`arguments\``;
  return offerEdit(title, false, declareArguments(document, names));
}

/**
 * The names in their positions: as in the hint, or else in the order of the body; undefined if others would come before
 * them.
 */
function namesToDeclare(document: SkillDocument, missing: readonly string[]): string[] | undefined {
  const declared = document.argumentNames.length;
  const hinted = argumentHintOf(document)?.names ?? [];
  const fold = (name: string) => name.toLowerCase().replaceAll('_', '-');
  const positions = missing.map((name) => hinted.findIndex((other) => fold(other) === fold(name)));
  const last = Math.max(...positions);
  if (last < declared) return [...missing];
  const inOrder = hinted.slice(declared, last + 1).map((name) => missing.find((other) => fold(other) === fold(name)));
  // A name that is never used would be the next finding.
  if (inOrder.includes(undefined)) return undefined;
  const placed = inOrder as string[];
  return [...placed, ...missing.filter((name) => !placed.includes(name))];
}

/** Declared names that no placeholder uses, neither by name nor by position, if there is a body to use them in. */
function unusedNames(
  { body, text }: SkillDocument,
  names: readonly ArgumentName[],
  undeclared: readonly UndeclaredName[],
): ArgumentName[] {
  const placeholders = body.placeholders.filter(({ escaped }) => !escaped);
  if (placeholders.some(({ kind }) => kind === 'all')) return [];
  if (text.slice(body.range.start, body.range.end).trim() === '') return [];
  const taken = new Set(placeholders.map(({ index }) => index));
  const meant = new Set(undeclared.map((it) => it.meant));
  const first = new Map(
    namesThatCount(namesOf(names))
      .map(({ name, index }) => [name, index] as const)
      .reverse(),
  );
  return names.filter(
    ({ name }, position) =>
      // arguments-names reports other names, repeated ones, and those beyond the limits.
      /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name) &&
      first.get(name) === position &&
      !taken.has(position) &&
      !meant.has(name),
  );
}

/** @param takesAny whether some other placeholder takes an argument */
function ofUnused({ name, range }: ArgumentName, takesAny: boolean): Report {
  const message = takesAny
    ? `The body never uses \`$${name}\`, so this argument is lost. Write it where it belongs`
    : `No placeholder uses it, so Claude Code appends the arguments to the text as \`ARGUMENTS: …\`. Write \`$${name}\` where it belongs`;
  return { range, severity: 'hint', message };
}
