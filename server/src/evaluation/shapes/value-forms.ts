import { type EvaluationKey, GRADERS, isGraderType, TARGET_NAMES } from '../../dialect/evaluations.ts';
import type { Value } from '../values/value.ts';
import { entryOf } from '../values/value.ts';

/** Values inside a value, each with what it is and must be. */
interface WrongPart {
  readonly value: Value;
  /** The part in words that begin with the key. */
  readonly suffix: string;
}

/** The flags that JavaScript has for expressions. */
const flagLetters = /^[dgimsuvy]*$/;

const text = { form: 'string' } as const;

/** The parts of a value that do not have the form that a key needs; the value itself if it is wrong as a whole. */
export function wrongParts(value: Value, facts: Pick<EvaluationKey, 'form' | 'least' | 'most' | 'words'>): WrongPart[] {
  const whole = [{ value, suffix: '' }];
  const needs = (isRight: boolean): WrongPart[] => (isRight ? [] : whole);
  switch (facts.form) {
    case 'string':
      return needs(value.kind === 'string');
    case 'filled':
      return needs(value.kind === 'string' && value.value !== '');
    case 'boolean':
      return needs(value.kind === 'boolean');
    case 'integer':
    case 'count': {
      const { least = 0, most = Number.MAX_SAFE_INTEGER } = facts;
      return needs(
        value.kind === 'number' && Number.isInteger(value.value) && value.value >= least && value.value <= most,
      );
    }
    case 'weight':
      return needs(value.kind === 'number' && value.value > 0);
    case 'word':
      return needs(value.kind === 'string' && facts.words!.includes(value.value));
    case 'kind':
      return needs(value.kind === 'string' && isGraderType(value.value));
    case 'match':
      return needs(value.kind === 'string' && /^(contains|not_contains|count:\d+)$/.test(value.value));
    case 'flags-text':
      return needs(value.kind === 'string' && flagLetters.test(value.value));
    case 'target':
      return needs(isTarget(value));
    case 'call':
      return needs(isCall(value));
    case 'identifier':
      return needs(value.kind === 'number' || value.kind === 'string');
    case 'strings':
      if (value.kind !== 'list') return whole;
      return value.items.flatMap((item) => (item.kind === 'string' ? [] : [{ value: item, suffix: ' item' }]));
    case 'texts':
      return partsOfMapping(value, (inner) => wrongParts(inner, text).length === 0);
    case 'flags':
      return partsOfMapping(value, (inner) => inner.kind !== 'list' && inner.kind !== 'map');
    case 'guards':
      return partsOfMapping(value, isGuard);
    case 'object':
      return needs(value.kind === 'map');
    case 'graders':
    case 'items':
      return needs(value.kind === 'list');
    case 'list':
      return needs(value.kind === 'list');
  }
}

function partsOfMapping(value: Value, isRight: (inner: Value) => boolean): WrongPart[] {
  if (value.kind !== 'map') return [{ value, suffix: '' }];
  return value.entries.flatMap((entry) =>
    isRight(entry.value) ? [] : [{ value: entry.value, suffix: `.${entry.key}` }],
  );
}

function isGuard(value: Value): boolean {
  if (value.kind === 'list') return value.items.every((item) => !['list', 'map', 'null'].includes(item.kind));
  if (value.kind === 'map') return value.entries.every((entry) => isGuard(entry.value));
  return value.kind !== 'null';
}

/** The name of a text, or a file with a path and nothing else. */
function isTarget(value: Value): boolean {
  if (value.kind === 'string') return TARGET_NAMES.includes(value.value);
  if (value.kind !== 'map') return false;
  const [source, path] = ['source', 'path'].map((key) => entryOf(value, key)?.value);
  const isFile = source?.kind === 'string' && source.value === 'file' && path?.kind === 'string';
  return isFile && value.entries.every(({ key }) => key === 'source' || key === 'path');
}

/** A tool's name, or an object with it and perhaps an expression. */
function isCall(value: Value): boolean {
  if (value.kind === 'string') return true;
  if (value.kind !== 'map' || entryOf(value, 'tool')?.value.kind !== 'string') return false;
  return value.entries.every(
    (entry) => entry.key === 'tool' || (entry.key === 'input_match' && entry.value.kind === 'string'),
  );
}

/** The name of a form in messages. */
export function formInWords({ form, least, most, words }: EvaluationKey): string {
  switch (form) {
    case 'string':
      return 'a string';
    case 'filled':
      return 'a string that is not empty';
    case 'boolean':
      return '`true` or `false`';
    case 'integer':
      return `a whole number from ${least} to ${most}`;
    case 'count':
      return 'a whole number of at least 0';
    case 'weight':
      return 'a number above 0';
    case 'word':
      return words!.map((word) => `\`${word}\``).join(' or ');
    case 'kind':
      return `one of ${Object.keys(GRADERS).join(', ')}`;
    case 'match':
      return '`contains`, `not_contains` or `count:` with a number, without a space';
    case 'flags-text':
      return 'a string of the letters d, g, i, m, s, u, v and y';
    case 'target':
      return `${TARGET_NAMES.map((name) => `\`${name}\``).join(', ')} or \`{ source: file, path: … }\``;
    case 'call':
      return "a tool's name or `{ tool: …, input_match: … }`";
    case 'identifier':
      return 'a number or a string';
    case 'strings':
      return 'a list of strings';
    case 'texts':
      return 'a mapping of names to strings';
    case 'flags':
      return 'a mapping of names to simple values';
    case 'guards':
      return 'a mapping of arguments to what they must be';
    case 'object':
      return 'a mapping';
    case 'graders':
    case 'items':
    case 'list':
      return 'a list';
  }
}
