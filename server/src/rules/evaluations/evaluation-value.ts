import { EVALUATION_LIMITS, type EvaluationKey, GRADERS, isCaseVariable } from '../../dialect/evaluations.ts';
import { isKnownModel, MODEL_ALIASES } from '../../dialect/models.ts';
import { nearestWord } from '../../dialect/text/edit-distance.ts';
import { findTool, isMcpToolName, isToolName } from '../../dialect/tools/tools.ts';
import { type EvaluationKind, formatOf } from '../../document/runtime-id.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import type { EvaluationFile } from '../../evaluation/cases/read-evaluation.ts';
import { shapeFaults } from '../../evaluation/cases/shape-faults.ts';
import type { WrongValue } from '../../evaluation/shapes/shape-fault.ts';
import { formInWords } from '../../evaluation/shapes/value-forms.ts';
import { type Entry, textAt, textsAt, type Value, valueAt } from '../../evaluation/values/value.ts';
import { showText } from '../messages/show-value.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';
import { caseRejected, evaluationIn, evaluationsRecorded } from './shared/evaluation-rule.ts';

export const evaluationValue: Rule = {
  id: 'evaluation-value',
  level: 'error',
  kinds: ['eval-prompt', 'eval-case', 'eval-grader', 'eval-mock', 'eval-set', 'trigger-set'],
  summary: 'A value in a file of an evaluation that its runner rejects, or reads as something else',
  source: evaluationsRecorded,
  check(context, report) {
    const open = evaluationIn(context);
    if (!open) return;
    const { kind, data } = open.file;
    for (const fault of shapeFaults(open.file)) {
      if (fault.kind !== 'value') continue;
      report(cutToNothing(fault, context.document.text) ?? wrongValue(fault, kind));
    }
    for (const found of cutTexts(open.file, context.document.text)) report(found);
    if (kind === 'eval-set') for (const found of ofSet(data, context)) report(found);
    const session = kind === 'eval-prompt' ? data : kind === 'eval-case' ? valueAt(data, 'execution') : undefined;
    for (const found of [
      ...versionOf(data, kind),
      ...variablesOf(session),
      ...withheldTools(session),
      ...modelOf(session),
    ])
      report(found);
  },
};

function wrongValue({ range, name, facts, value }: WrongValue, kind: EvaluationKind): Report {
  const must = `${nameInWords(name)} must be ${formInWords(facts)}`;
  const meant = meantWord(value, facts);
  const advice = meant ? `Did you mean ${showText(meant)}?` : exampleOf(facts);
  return {
    range,
    message: `${must}, ${consequence(value, kind, name)}. ${advice}`,
    fixes: fixesOf(range, value, facts, meant, kind),
  };
}

/** A value that begins with `#` is a comment. */
function cutToNothing({ range, name, value }: WrongValue, text: string): Report | undefined {
  if (value.kind !== 'null') return undefined;
  const at = text.indexOf('#', range.start);
  if (at < 0 || !/^[ \t]*:?[ \t]*$/.test(text.slice(range.start, at))) return undefined;
  const comment = commentAt(text, at);
  return {
    range: comment,
    message: `${nameInWords(name)} has no value, because \`#\` begins a comment, ${caseRejected}. Quote the value`,
    fixes: [quote(comment, text)],
  };
}

/** Texts without quotes that end at a space and `#`, although what follows is not written as a comment is. */
function cutTexts(file: EvaluationFile, text: string): Report[] {
  if (formatOf(file.kind) === 'json') return [];
  return textEntries(file).flatMap(({ key, value }): Report[] => {
    const { start, end } = value.range;
    if (/["'|>]/.test(text[start] ?? '"')) return [];
    const [space] = /^[ \t]+(?=#[^\s#])/.exec(text.slice(end, end + 20)) ?? [];
    if (space === undefined) return [];
    const comment = commentAt(text, end + space.length);
    const message = `A \`#\` after a space begins a comment, so it is not part of ${showText(key)}. Quote the value`;
    return [{ range: comment, severity: 'warning', message, fixes: [quote(textRange(start, comment.end), text)] }];
  });
}

/** The entries with text of a file: its keys, and those one or two levels below. */
function textEntries({ data }: EvaluationFile): Entry[] {
  const inner = (value: Value | undefined, depth: number): Entry[] => {
    if (value?.kind === 'list') return value.items.flatMap((item) => inner(item, depth));
    if (value?.kind !== 'map') return [];
    return value.entries.flatMap((entry) => {
      if (entry.value.kind === 'string') return [entry];
      return depth > 0 ? inner(entry.value, depth - 1) : [];
    });
  };
  return inner(data, 2);
}

function commentAt(text: string, start: number): TextRange {
  const line = /^[^\r\n]*/.exec(text.slice(start))![0].trimEnd();
  return textRange(start, start + line.length);
}

function quote(range: TextRange, text: string): Fix {
  const value = text.slice(range.start, range.end).replaceAll("'", "''");
  return { title: 'Quote the value', safe: false, edits: [{ range, newText: `'${value}'` }] };
}

function nameInWords(name: string): string {
  if (name.startsWith('an item')) return `An${name.slice(2)}`;
  return name.endsWith(' item') ? `An item of \`${name.slice(0, -' item'.length)}\`` : `\`${name}\``;
}

function consequence(value: Value, kind: EvaluationKind, name: string): string {
  if (kind === 'eval-set') return 'so those who run the evaluation cannot use it';
  if (kind !== 'trigger-set') return caseRejected;
  return name === 'should_trigger' && value.kind === 'string'
    ? 'and any string counts as `true`'
    : 'so the query cannot be used';
}

function exampleOf({ form, example }: EvaluationKey): string {
  return form === 'target' || form === 'word' || form === 'kind' || form === 'boolean' || form === 'match'
    ? 'Write one of them'
    : `Write, for example, \`${example}\``;
}

function meantWord(value: Value, { form, words }: EvaluationKey): string | undefined {
  if (value.kind !== 'string') return undefined;
  const folded = value.value.toLowerCase().replaceAll('_', '-');
  if (form === 'kind') return nearestWord(value.value, Object.keys(GRADERS));
  if (form === 'word') return words!.find((word) => word === folded) ?? nearestWord(value.value, words!);
  if (form === 'target') return nearestWord(value.value, ['trace', 'last_message', 'files', 'mock_calls']);
  if (form === 'match')
    return (
      value.value.replace(/\s/g, '').match(/^count:\d+$/)?.[0] ?? nearestWord(value.value, ['contains', 'not_contains'])
    );
  return undefined;
}

function fixesOf(
  range: WrongValue['range'],
  value: Value,
  { form, least = 0, most = Number.POSITIVE_INFINITY }: EvaluationKey,
  meant: string | undefined,
  kind: EvaluationKind,
): Fix[] {
  const isJson = kind === 'eval-set' || kind === 'trigger-set';
  const write = (newText: string, safe = false): Fix[] => [
    { title: `Write \`${newText}\``, safe, edits: [{ range, newText }] },
  ];
  if (meant !== undefined) return write(form === 'match' && meant.includes(':') ? `"${meant}"` : meant);
  if (value.kind !== 'string') return form === 'string' && value.kind === 'number' ? write(`"${value.value}"`) : [];
  const number = /^\d+(\.\d+)?$/.test(value.value) ? Number(value.value) : undefined;
  if (
    number !== undefined &&
    (form === 'integer' || form === 'count' || form === 'weight') &&
    number >= least &&
    number <= most
  )
    return write(value.value);
  if (form === 'boolean' && /^(true|false)$/i.test(value.value)) return write(value.value.toLowerCase());
  return form === 'strings' && !isJson && /^[\w-]+$/.test(value.value) ? write(`[${value.value}]`) : [];
}

/** A version must be text, which begins with a number that Claude Code supports. */
function versionOf(data: Value | undefined, kind: EvaluationKind): Report[] {
  const version = kind === 'eval-prompt' || kind === 'eval-case' ? textAt(data, 'schema_version') : undefined;
  if (!version) return [];
  const major = Number.parseInt(version.value.split('.')[0]!, 10);
  const { range } = version;
  if (Number.isNaN(major))
    return [{ range, message: `${showText(version.value)} is not a version, ${caseRejected}. Write \`"1.1"\`` }];
  if (major <= EVALUATION_LIMITS['schema-version']) return [];
  return [
    { range, message: `Claude Code does not support this version of the format, ${caseRejected}. Write \`"1.1"\`` },
  ];
}

function variablesOf(session: Value | undefined): Report[] {
  const env = valueAt(session, 'env');
  if (env?.kind !== 'map') return [];
  return env.entries
    .filter(({ key }) => !isCaseVariable(key))
    .map(({ key, keyRange }) => ({
      range: keyRange,
      message: `A case can only set variables whose names begin with \`EVAL_\`, in capital letters, so every run of it fails. Rename ${showText(key)}, or set it where the evaluation is started`,
    }));
}

/** Only built-in tools can be withheld, and only as a whole. */
function withheldTools(session: Value | undefined): Report[] {
  return textsAt(session, 'disallowed_tools').flatMap(({ value, range }) => {
    const bare = value.replace(/\(.*$/, '').trim();
    if (isToolName(value) && !isMcpToolName(value)) return [];
    const near =
      bare === value
        ? nearestWord(value, [
            'Agent',
            'Bash',
            'Edit',
            'Read',
            'Write',
            'Grep',
            'Glob',
            'Skill',
            'WebFetch',
            'WebSearch',
          ])
        : undefined;
    const name = near ?? (findTool(bare) ? bare : undefined);
    const advice = name ? `Write ${showText(name)}` : 'Write the bare name of a built-in tool';
    return [{ range, message: `Only built-in tools can be withheld, and only as a whole, ${caseRejected}. ${advice}` }];
  });
}

/** A set that is a list, and empty statements. */
function ofSet(data: Value | undefined, { file: { evaluation } }: RuleContext): Report[] {
  if (data?.kind === 'list') {
    const { start, end } = data.range;
    const [name] = evaluation?.skillNames?.size === 1 ? [...evaluation.skillNames] : [];
    const before = name === undefined ? '' : `"skill_name": ${JSON.stringify(name)}, `;
    const edits = [
      { range: textRange(start, start), newText: `{ ${before}"evals": ` },
      { range: textRange(end, end), newText: ' }' },
    ];
    const message = 'The set must be an object with the list as `evals`, so those who run the evaluation cannot use it';
    const fixes = [{ title: 'Write the list as `evals`', safe: false, edits }];
    return [{ range: textRange(start, start + 1), message: `${message}. Write \`{ "evals": […] }\``, fixes }];
  }
  const evals = valueAt(data, 'evals');
  return (evals?.kind === 'list' ? evals.items : []).flatMap((item) =>
    ['expectations', 'assertions'].flatMap((key) =>
      textsAt(item, key)
        .filter(({ value }) => value.trim() === '')
        .map(({ range }) => ({
          range,
          severity: 'warning',
          message: 'An empty statement cannot be judged. Write what must be true, or remove it',
        })),
    ),
  );
}

/** A name that is not an alias goes to the API unchanged; so does `inherit`, which only skills and agents know. */
function modelOf(session: Value | undefined): Report[] {
  const model = textAt(session, 'model');
  const name = model?.value.trim() ?? '';
  const isInherit = name.toLowerCase() === 'inherit';
  if (!model || name === '' || (isKnownModel(name) && !isInherit)) return [];
  const { range } = model;
  if (isInherit) {
    const message = 'A run cannot inherit a model, so it sends this name to the API, which rejects it. Remove `model`';
    return [{ range, message }];
  }
  const near = nearestWord(
    name,
    MODEL_ALIASES.map(({ alias }) => alias),
  );
  const sent = `Claude Code does not know the model ${showText(name)} and sends the name to the API unchanged`;
  if (!near) {
    const advice = 'Write an alias such as `sonnet`, or a full model ID, unless a gateway provides this model';
    return [{ range, severity: 'information', message: `${sent}. ${advice}` }];
  }
  const fixes = [{ title: `Write ${showText(near)}`, safe: false, edits: [{ range, newText: near }] }];
  return [{ range, message: `${sent}, so every run fails. Did you mean ${showText(near)}?`, fixes }];
}
