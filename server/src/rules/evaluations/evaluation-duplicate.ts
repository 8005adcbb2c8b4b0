import type { OpenEvaluation } from '../../evaluation/cases/open-evaluation.ts';
import { entryOf, textAt, type Value, valueAt } from '../../evaluation/values/value.ts';
import { relativePath } from '../../platform/paths.ts';
import { showText } from '../messages/show-value.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { caseRejected, evaluationIn, evaluationsRecorded } from './shared/evaluation-rule.ts';

export const evaluationDuplicate: Rule = {
  id: 'evaluation-duplicate',
  level: 'error',
  kinds: ['eval-prompt', 'eval-case', 'eval-grader', 'eval-mock', 'eval-set', 'trigger-set'],
  summary: 'A key, a name of a case or grader, an id of an evaluation or a query that appears twice',
  source: evaluationsRecorded,
  check(context, report) {
    const open = evaluationIn(context);
    if (!open) return;
    for (const found of sameKeys(open.file.data, context.document.text)) report(found);
    if (open.file.kind === 'eval-mock') return;
    const reports = open.case
      ? [...sameNames(open), ...sameCases(open, context)]
      : open.file.kind === 'eval-set'
        ? sameIds(open.file.data)
        : sameQueries(open.file.data);
    for (const found of reports) report(found);
  },
};

/** Every key that counts for nothing because it is written again in the same mapping. */
function* sameKeys(value: Value | undefined, text: string): Generator<Report> {
  if (value?.kind === 'list') for (const item of value.items) yield* sameKeys(item, text);
  if (value?.kind !== 'map') return;
  // A value from an anchor is meant to be replaced.
  const written = value.entries.filter(({ key, keyRange }) => {
    const shown = text.slice(keyRange.start, keyRange.end);
    return shown === key || shown === `"${key}"` || shown === `'${key}'`;
  });
  const last = new Map(written.map((entry) => [entry.key, entry]));
  for (const entry of written) {
    const counting = last.get(entry.key)!;
    if (counting === entry) continue;
    yield {
      range: entry.keyRange,
      severity: 'warning',
      message: `${showText(entry.key)} is written again below, and only the last one counts. Remove one of them`,
      related: [{ range: counting.keyRange, message: 'The one that counts' }],
      tag: 'unnecessary',
    };
  }
  for (const entry of last.values()) yield* sameKeys(entry.value, text);
}

/** Reported at every grader of the open file but the first of all. */
function sameNames({ case: around }: OpenEvaluation): Report[] {
  const seen = new Map<string, string>();
  return around!.graders.flatMap(({ name, isOpen, fileName, head, value }) => {
    const before = seen.get(name);
    const where = fileName === undefined ? 'in `case.yaml`' : `in ${showText(`graders/${fileName}`)}`;
    if (name === '') return [];
    if (before === undefined) seen.set(name, where);
    if (before === undefined || !isOpen) return [];
    const range = textAt(value, 'name')?.range ?? head;
    return [
      {
        range,
        message: `Another grader ${before} is also called ${showText(name)}, ${caseRejected}. Rename one of them`,
      },
    ];
  });
}

/** Both are run, but results and `--case` do not tell them apart. Reported where the name is written. */
function sameCases({ file, case: around }: OpenEvaluation, { file: { evaluation } }: RuleContext): Report[] {
  const counts = [around?.prompt, around?.definition].find((it) => textAt(it?.data, 'name'));
  const name = file === counts ? textAt(file.data, 'name') : undefined;
  const own = evaluation?.case?.folder;
  if (!name || own === undefined) return [];
  const other = evaluation?.caseNames.get(name.value)?.find((folder) => folder !== own);
  if (other === undefined) return [];
  return [
    {
      range: name.range,
      severity: 'information',
      message: `The case in ${showText(relativePath(own, other))} is also called ${showText(name.value)}, so results and \`--case\` do not tell them apart. Rename one of them`,
    },
  ];
}

function sameIds(data: Value | undefined): Report[] {
  const evals = valueAt(data, 'evals');
  const seen = new Set<string>();
  return (evals?.kind === 'list' ? evals.items : []).flatMap((item) => {
    const id = valueAt(item, 'id');
    if (id?.kind !== 'string' && id?.kind !== 'number') return [];
    const key = String(id.value);
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [
      {
        range: id.range,
        message: `Another evaluation has the id ${showText(key)}, so the results of one replace those of the other. Give it an id of its own`,
      },
    ];
  });
}

function sameQueries(data: Value | undefined): Report[] {
  const seen = new Map<string, boolean | undefined>();
  return (data?.kind === 'list' ? data.items : []).flatMap((item): Report[] => {
    const query = textAt(item, 'query');
    const wanted = entryOf(item, 'should_trigger')?.value;
    const should = wanted?.kind === 'boolean' ? wanted.value : undefined;
    if (!query) return [];
    const key = query.value.trim().toLowerCase();
    if (!seen.has(key)) {
      seen.set(key, should);
      return [];
    }
    if (seen.get(key) !== should && should !== undefined && seen.get(key) !== undefined) {
      return [
        {
          range: query.range,
          message:
            'The same query is above with the opposite `should_trigger`, so one of the two always fails. Remove one of them',
        },
      ];
    }
    return [
      {
        range: query.range,
        severity: 'warning',
        message: 'The same query is above, so it counts twice. Remove one of them',
      },
    ];
  });
}
