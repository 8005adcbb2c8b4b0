import { isManagedSettings } from '../../catalog/settings/managed-permissions.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { nearestWord } from '../../dialect/text/edit-distance.ts';
import { findJsonPart } from '../../dialect/text/json-parts.ts';
import type { JsonValue } from '../../dialect/text/to-json.ts';
import { checkSettings, type ShapeProblem } from '../../dialect/validate.ts';
import { jsonRange, jsonValue } from '../../document/json-document.ts';
import { offerEdit } from '../edits/field-edits.ts';
import { removeJsonKey } from '../edits/json-edits.ts';
import { lookUpJson } from '../edits/json-lookup.ts';
import { inWords } from '../messages/in-words.ts';
import { faultInWords, rangeOfFault } from '../messages/json-fault.ts';
import { showText } from '../messages/show-value.ts';
import type { Fix, Rule, RuleContext } from '../rule.ts';

export const settingsDiscarded: Rule = {
  id: 'settings-discarded',
  level: 'error',
  kinds: ['settings'],
  summary: 'An invalid settings value that makes Claude Code silently ignore the whole file',
  source: 'https://code.claude.com/docs/en/settings',
  check(context, report) {
    const { document, file } = context;
    const { root, faults } = document.json!;
    // The settings for skills came later; other faults are outside Skillwright's scope.
    if (!root || !capabilities(document.runtime).readsSkillOverrides) return;
    const isManaged = isManagedSettings(file.path);
    if (faults.length > 0) {
      const [fault] = faults;
      const lost = isManaged ? 'Claude Code does not start' : 'Claude Code silently ignores the whole file';
      report({
        range: rangeOfFault(fault!, document.text),
        message: `${faultInWords(fault!)}, so ${lost}. Write strict JSON`,
      });
      return;
    }
    for (const problem of checkSettings(jsonValue(root))) {
      const { path } = problem;
      const node = lookUpJson(root, path);
      const [key] = path;
      if (!node || key === undefined) continue;
      // Of an organization's permissions, the rest applies.
      const lost = isManaged
        ? `ignores ${key === 'permissions' && path.length > 1 ? 'this value' : `\`${key}\``}`
        : 'silently ignores the whole file, including all other settings';
      report({
        range: jsonRange(node),
        message: `Claude Code ${lost}: ${whatIsNeeded(problem, jsonValue(node))}. Fix or remove the value`,
        fixes: fixesFor(problem, jsonValue(node), context),
      });
    }
  },
};

/** The values that are valid instead of a wrong one. */
function whatIsNeeded({ path, kind, detail, allowed }: ShapeProblem, written: JsonValue): string {
  const [key = '', inner] = path;
  switch (key) {
    case 'skillListingMaxDescChars':
      return '`skillListingMaxDescChars` must be a whole number greater than 0';
    case 'skillListingBudgetFraction':
      return '`skillListingBudgetFraction` must be a number greater than 0 and at most 1';
    case 'disableSkillShellExecution':
      return '`disableSkillShellExecution` must be `true` or `false`, without quotes';
    case 'skillOverrides':
      return inner === undefined
        ? '`skillOverrides` must be an object that maps skills to values'
        : `an override must be ${inWords(overrideWords(), 'or')}`;
    default: {
      const needed =
        kind === 'type'
          ? detail
              .split(',')
              .map((type) => typeInWords[type])
              .join(' or ')
          : undefined;
      if (needed !== undefined) return `\`${path.join('.')}\` must be ${needed}`;
      const known =
        allowed &&
        `must be ${inWords(
          allowed.map((word) => `\`${word}\``),
          'or',
        )}, not ${showText(JSON.stringify(written))}`;
      return `\`${path.join('.')}\` ${known ?? `has an unknown value, ${showText(JSON.stringify(written))}`}`;
    }
  }
}

const typeInWords: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  string: 'a string',
  boolean: '`true` or `false`',
  number: 'a number',
};

function overrideWords(): string[] {
  return findJsonPart('settings', 'skillOverrides')!.values.map(({ value }) => `\`${value}\``);
}

function fixesFor({ path, allowed }: ShapeProblem, written: JsonValue, { document }: RuleContext): Fix[] {
  const root = document.json?.root;
  const meant = meantValue(path, written) ?? meantWord(written, allowed ?? []);
  if (meant) {
    const newText = JSON.stringify(meant.value);
    const range = jsonRange(lookUpJson(root, path)!);
    return [{ title: `Write ${showText(newText)}`, safe: meant.certain, edits: [{ range, newText }] }];
  }
  return offerEdit(`Remove \`${path.join('.')}\``, false, removeJsonKey(root, path));
}

/** The value that the author meant, and whether that is certain; undefined if it is unclear. */
function meantValue(path: readonly string[], written: JsonValue): { value: JsonValue; certain: boolean } | undefined {
  const [key, inner] = path;
  const certainly = (value: JsonValue) => ({ value, certain: true });
  const number = typeof written === 'string' && written.trim() !== '' ? Number(written) : written;
  switch (key) {
    case 'skillListingMaxDescChars':
      return typeof number === 'number' && number >= 1 && Number.isFinite(number)
        ? certainly(Math.round(number))
        : undefined;
    case 'skillListingBudgetFraction':
      if (typeof number !== 'number' || !(number > 0 && number <= 100)) return undefined;
      // A value above 1 was meant as a percentage.
      return { value: number > 1 ? number / 100 : number, certain: number <= 1 };
    case 'disableSkillShellExecution':
      return written === 'true' || written === 'false' ? certainly(written === 'true') : undefined;
    case 'skillOverrides':
      return inner === undefined ? undefined : meantOverride(written);
    case 'permissions':
      return inner !== undefined && inner !== 'defaultMode' && typeof written === 'string'
        ? certainly([written])
        : undefined;
    default:
      return undefined;
  }
}

/** The nearest word, or the only one that shares a part: `allowEdits` means `acceptEdits`, `bypass` `bypassPermissions`. */
function meantWord(written: JsonValue, words: readonly string[]): { value: JsonValue; certain: boolean } | undefined {
  if (typeof written !== 'string') return undefined;
  const parts = (word: string) => word.split(/(?=[A-Z])|[-_\s]+/).map((part) => part.toLowerCase());
  const own = parts(written);
  const same = words.find((word) => parts(word).join('') === own.join(''));
  const sharing = words.filter((word) => parts(word).some((part) => own.includes(part)));
  const value = same ?? nearestWord(written, words) ?? (sharing.length === 1 ? sharing[0] : undefined);
  return value === undefined ? undefined : { value, certain: false };
}

function meantOverride(written: JsonValue): { value: JsonValue; certain: boolean } | undefined {
  if (typeof written === 'boolean') return { value: written ? 'on' : 'off', certain: true };
  if (typeof written !== 'string') return undefined;
  const words = findJsonPart('settings', 'skillOverrides')!.values.map(({ value }) => value);
  const same = words.find((word) => word === written.trim().toLowerCase().replaceAll('_', '-'));
  const value = same ?? nearestWord(written.trim(), words);
  return value === undefined ? undefined : { value, certain: same !== undefined };
}
