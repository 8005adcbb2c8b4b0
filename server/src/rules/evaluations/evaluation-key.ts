import {
  CONTEXT_KEYS,
  EXECUTION_KEYS,
  GRADERS,
  meantEvaluationKey,
  SET_ITEM_KEYS,
  SET_KEYS,
  TRIGGER_KEYS,
} from '../../dialect/evaluations.ts';
import { nearestWord } from '../../dialect/text/edit-distance.ts';
import { shapeFaults } from '../../evaluation/cases/shape-faults.ts';
import type { UnknownKey } from '../../evaluation/shapes/shape-fault.ts';
import { type Entry, entryOf, type Mapping, type Value, valueAt } from '../../evaluation/values/value.ts';
import { inWords } from '../messages/in-words.ts';
import { showText } from '../messages/show-value.ts';
import type { Fix, Report, Rule } from '../rule.ts';
import { caseRejected, evaluationIn, evaluationsRecorded } from './shared/evaluation-rule.ts';

export const evaluationKey: Rule = {
  id: 'evaluation-key',
  level: 'error',
  kinds: ['eval-prompt', 'eval-case', 'eval-grader', 'eval-mock', 'eval-set', 'trigger-set'],
  summary: 'A key in a file of an evaluation that its runner rejects or ignores',
  source: evaluationsRecorded,
  check(context, report) {
    const open = evaluationIn(context);
    if (!open) return;
    for (const fault of shapeFaults(open.file)) {
      if (fault.kind !== 'key') continue;
      report(unknownKey(fault));
    }
    for (const found of misspelledKeys(open.file.data)) report(found);
  },
};

function unknownKey({ entry, known, place, isDropped }: UnknownKey): Report {
  const meant = meantEvaluationKey(entry.key, known) ?? nearestWord(entry.key, known);
  const happens = isDropped ? 'so `claude plugin eval` ignores it' : caseRejected;
  const replaced = meant === undefined ? undefined : replacement(entry, meant);
  const advice = meant
    ? `Did you mean ${showText(replaced?.shown ?? meant)}?`
    : (belongsTo(entry.key, place) ?? `Its keys are ${inWords(known.map(showText))}`);
  return {
    range: entry.keyRange,
    message: `${showText(entry.key)} is not a key of ${place}, ${happens}. ${advice}`,
    ...(isDropped && { severity: 'warning', tag: 'unnecessary' }),
    fixes: replaced ? [replaced.fix] : [],
  };
}

/** The key that was meant, with its value where that has to change, too: `case_insensitive: true` is `flags: i`. */
function replacement(entry: Entry, meant: string): { readonly shown: string; readonly fix: Fix } | undefined {
  const { keyRange, value } = entry;
  if (meant !== 'flags' || value.kind === 'string') return { shown: meant, fix: rename(entry, meant) };
  if (value.kind !== 'boolean' || !value.value) return undefined;
  const edits = [
    { range: keyRange, newText: 'flags' },
    { range: value.range, newText: 'i' },
  ];
  return { shown: 'flags: i', fix: { title: 'Write `flags: i`', safe: false, edits } };
}

/** Where a key would be read. */
function belongsTo(key: string, place: string): string | undefined {
  if (place.includes('grader')) {
    const types = Object.entries(GRADERS).filter(([, { keys }]) => Object.hasOwn(keys, key));
    return types.length > 0
      ? `It is for graders of type ${types.map(([type]) => `\`${type}\``).join(' and ')}`
      : undefined;
  }
  if (place === 'a `prompt.md`') {
    const isOfCase = ['execution', 'context', 'graders', 'prompt'].includes(key) || Object.hasOwn(CONTEXT_KEYS, key);
    return isOfCase ? (key === 'prompt' ? 'The body is the prompt' : 'Write it in a `case.yaml`') : undefined;
  }
  if (place !== '`execution`' && Object.hasOwn(EXECUTION_KEYS, key)) return 'Move it into `execution`';
  return place !== '`context`' && Object.hasOwn(CONTEXT_KEYS, key) ? 'Move it into `context`' : undefined;
}

/** Sets may have keys of their own; only what is nearly a known key is a mistake. */
function misspelledKeys(data: Value | undefined): Report[] {
  if (data?.kind === 'map' && (entryOf(data, 'evals') || entryOf(data, 'skill_name'))) {
    const evals = valueAt(data, 'evals');
    return [
      ...misspelledIn(data, Object.keys(SET_KEYS)),
      ...(evals?.kind === 'list' ? evals.items.flatMap((item) => misspelledIn(item, Object.keys(SET_ITEM_KEYS))) : []),
    ];
  }
  return data?.kind === 'list' ? data.items.flatMap((item) => misspelledIn(item, Object.keys(TRIGGER_KEYS))) : [];
}

function misspelledIn(value: Value, known: readonly string[]): Report[] {
  if (value.kind !== 'map') return [];
  return value.entries.flatMap((entry) => {
    const meant = known.includes(entry.key) ? undefined : meantKey(entry, known, value);
    if (meant === undefined) return [];
    return [
      {
        range: entry.keyRange,
        severity: 'warning',
        message: `${showText(entry.key)} is not read. Did you mean ${showText(meant)}?`,
        fixes: [rename(entry, meant, true)],
      },
    ];
  });
}

function meantKey({ key }: Entry, known: readonly string[], around: Mapping): string | undefined {
  const folded = key
    .replace(/[-\s]/g, '_')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase();
  const meant = known.includes(folded) ? folded : nearestWord(key, known);
  return meant !== undefined && !entryOf(around, meant) ? meant : undefined;
}

function rename({ keyRange }: Entry, meant: string, isJson = false): Fix {
  const edits = [{ range: keyRange, newText: isJson ? `"${meant}"` : meant }];
  return { title: `Write ${showText(meant)}`, safe: false, edits };
}
