import { TEMPLATE_LINES } from '../../dialect/evaluations.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { isEmptyDefinition, type MergedCase, promptOf } from '../../evaluation/cases/merged-case.ts';
import type { OpenEvaluation } from '../../evaluation/cases/open-evaluation.ts';
import { type EvaluationFile, mappingOf } from '../../evaluation/cases/read-evaluation.ts';
import { shapeFaults } from '../../evaluation/cases/shape-faults.ts';
import type { MisnamedPart } from '../../evaluation/surroundings/misnamed-parts.ts';
import { entryOf, type Value, valueAt } from '../../evaluation/values/value.ts';
import type { Report, Rule } from '../rule.ts';
import { caseRejected, evaluationIn, evaluationsRecorded } from './shared/evaluation-rule.ts';
import { adviceOn } from './shared/misnamed-part.ts';

export const evaluationIncomplete: Rule = {
  id: 'evaluation-incomplete',
  level: 'error',
  kinds: ['eval-prompt', 'eval-case', 'eval-grader', 'eval-mock', 'eval-set', 'trigger-set'],
  summary:
    'An evaluation that lacks a required part: a prompt, graders, a pattern, or a line of the template that is not filled in',
  source: evaluationsRecorded,
  check(context, report) {
    const open = evaluationIn(context);
    if (!open) return;
    const { kind } = open.file;
    for (const fault of shapeFaults(open.file)) {
      if (fault.kind !== 'missing') continue;
      const { range, name, facts, place } = fault;
      const happens = kind === 'eval-set' || kind === 'trigger-set' ? 'so it cannot be used' : caseRejected;
      report({
        range,
        message: `${place} has no \`${name}\`, ${happens}. Add, for example, \`${name}: ${facts.example}\``,
      });
    }
    for (const found of [...ofCase(open), ...ofGrader(open), ...templates(open), ...ofSet(open.file)]) report(found);
  },
};

/** Parts that the case as a whole lacks, reported in one of its files. */
function ofCase({ file, case: around }: OpenEvaluation): Report[] {
  if (around?.isInCase) {
    const message =
      'This case is inside another one, where `claude plugin eval` does not look. Move it next to that one';
    return [{ range: file.head, severity: 'warning', message, alone: true }];
  }
  if (!around?.isReadable) return [];
  if (!around.prompt && around.definition && isEmptyDefinition(around.definition)) {
    const message = `The case is empty, ${caseRejected}. Write the prompt in a \`prompt.md\``;
    return file === around.definition ? [{ range: file.head, message }] : [];
  }
  const isReporter = file === (around.prompt ?? around.definition);
  const reports: Report[] = [];
  if (file.kind === 'eval-case') reports.push(...ofDefinition(file, around));
  if (!isReporter) return reports;
  const { head: range } = file;
  if (around.graders.length === 0 && !isWrongList(around)) {
    reports.push({
      range,
      message: `The case has no graders, ${caseRejected}. ${renameOf(around, 'graders') ?? 'Add a Markdown file with `type:` in its frontmatter to a folder `graders`'}`,
    });
  }
  const prompt = promptOf(around)?.value;
  if (prompt === undefined && !isOddPrompt(around)) {
    const where =
      file.kind === 'eval-prompt' ? 'after the frontmatter' : 'as `prompt` in `execution`, or in a `prompt.md`';
    const advice = renameOf(around, 'prompt.md') ?? `Write it ${where}`;
    reports.push({ range, message: `The case has no prompt, ${caseRejected}. ${advice}` });
  }
  return reports;
}

function ofDefinition(file: EvaluationFile, { prompt }: MergedCase): Report[] {
  const mapping = mappingOf(file);
  if (!mapping || mapping.entries.length === 0) return [];
  const promptData = prompt && mappingOf(prompt);
  const has = (key: string) => entryOf(mapping, key) ?? entryOf(promptData, key);
  const version = valueAt(mapping, 'schema_version');
  const missing = [
    !version && !has('schema_version') ? 'schema_version: "1.1"' : '',
    has('name') ? '' : 'name: greets-by-name',
  ];
  return missing.filter(Boolean).map((line) => ({
    range: mapping.entries[0]!.keyRange,
    message: `A \`case.yaml\` needs \`${line.split(':')[0]}\`, ${caseRejected}. Add, for example, \`${line}\``,
  }));
}

/** Advice about a file or folder that has nearly the name of a missing part. */
function renameOf({ misnamed }: MergedCase, part: MisnamedPart['meant']): string | undefined {
  const found = misnamed.find(({ meant }) => meant === part);
  return found && adviceOn(found);
}

/** Another rule reports a prompt that is not text, and a list of graders that is none. */
function isOddPrompt({ definition }: MergedCase): boolean {
  const value: Value | undefined = valueAt(definition && mappingOf(definition), 'execution', 'prompt');
  return value !== undefined && value.kind !== 'string';
}

function isWrongList({ definition }: MergedCase): boolean {
  const value = valueAt(definition && mappingOf(definition), 'graders');
  return value !== undefined && (value.kind !== 'list' || value.items.length > 0);
}

function ofGrader({ file, case: around }: OpenEvaluation): Report[] {
  if (file.kind !== 'eval-grader') return [];
  const reports: Report[] = [];
  if (!file.hasFrontmatter) {
    reports.push({
      range: file.head,
      severity: 'warning',
      message:
        'The file has no frontmatter, so `claude plugin eval` ignores it. Add frontmatter with `type:`, or move it out of `graders`',
    });
  }
  if (around && !around.prompt && !around.definition) {
    reports.push({
      range: file.head,
      message: `There is neither a \`prompt.md\` nor a \`case.yaml\` in the folder above, so the grader is never used. ${renameOf(around, 'prompt.md') ?? renameOf(around, 'case.yaml') ?? 'Add the prompt'}`,
    });
  }
  return reports;
}

/** Lines that were generated to be replaced. */
function templates({ file }: OpenEvaluation): Report[] {
  const line =
    file.kind === 'eval-mock'
      ? TEMPLATE_LINES.mock
      : file.kind === 'eval-grader'
        ? TEMPLATE_LINES.grader
        : TEMPLATE_LINES.prompt;
  const isData = file.kind === 'eval-set' || file.kind === 'trigger-set';
  const at = isData ? -1 : file.text.indexOf(line);
  if (at < 0) return [];
  const range: TextRange = textRange(at, at + line.length);
  return [{ range, message: `This line still has the text of the template, ${caseRejected}. Replace it` }];
}

function ofSet({ kind, data, head }: EvaluationFile): Report[] {
  if (kind !== 'eval-set' || data?.kind !== 'map') return [];
  const evals = valueAt(data, 'evals');
  if (evals?.kind === 'list' && evals.items.length === 0) {
    return [
      { range: evals.range, severity: 'information', message: 'The set has no evaluations. Add at least one prompt' },
    ];
  }
  return evals
    ? []
    : [{ range: head, message: 'The set has no `evals`, so nothing is evaluated. Add a list of prompts' }];
}
