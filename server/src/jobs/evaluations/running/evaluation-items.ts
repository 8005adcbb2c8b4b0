import { URI } from 'vscode-uri';
import { typeOf } from '../../../evaluation/cases/case-expressions.ts';
import type { CaseGrader } from '../../../evaluation/cases/merged-case.ts';
import { isUnscored } from '../../../evaluation/cases/telling-graders.ts';
import { isDeterministic } from '../../../evaluation/grading/grade.ts';
import type { EvaluationGrader, EvaluationItem, EvaluationSuite, RunSummary } from '../../../protocol.ts';
import type { PromptSet, SetPrompt } from '../prompts/suite-prompts.ts';
import { FilePlaces } from './file-places.ts';
import type { SuiteCase } from './suite-cases.ts';
import type { Suite } from './suites.ts';

/** The suites as the editor lists them. */
export function listedSuites(suites: readonly Suite[], pathOf: (path: string) => string): EvaluationSuite[] {
  return suites.map((suite) => {
    const { name } = suite;
    const isRepeated = suites.some((it) => it !== suite && it.name === name);
    const where = isRepeated ? `${suite.kind}, ${pathOf(suite.owner)}` : suite.kind;
    return { id: suite.folder, label: `${name} (${where})`, uri: URI.file(suite.folder).toString() };
  });
}

/** A case as the editor lists it. */
export function caseItem({ folder, name, place, merged, texts, problem }: SuiteCase): EvaluationItem {
  const placesOf = casePlaces({ folder, texts });
  return {
    id: folder,
    kind: 'case',
    label: name,
    ...place,
    graders: merged.graders.map((grader) => ({
      id: grader.name,
      label: `${grader.name} (${remark(grader)})`,
      ...placesOf(grader),
    })),
    ...(problem !== undefined && { problem }),
  };
}

/** Where the graders of a case are. */
export function casePlaces({ folder, texts }: Pick<SuiteCase, 'folder' | 'texts'>) {
  const known = new Map<string, FilePlaces>();
  return (grader: CaseGrader) => {
    const path = grader.fileName === undefined ? `${folder}/case.yaml` : `${folder}/graders/${grader.fileName}`;
    const places = known.get(path) ?? new FilePlaces(path, texts.get(path) ?? '');
    known.set(path, places);
    return places.at(grader.head);
  };
}

function remark(grader: CaseGrader): string {
  const notes = [typeOf(grader) ?? 'of an unknown kind'];
  if (isUnscored(grader.value)) notes.push('not scored in comparisons');
  else if (!isDeterministic(grader)) notes.push('a model judges');
  return notes.join(', ');
}

/** A judgement of a statement, and the model that made it; without one, a person did. */
export type KeptJudgement = Required<Pick<EvaluationGrader, 'isMet'>> & Pick<EvaluationGrader, 'judge'>;

/**
 * The prompts of a set as the editor lists them.
 *
 * @param judged what was said about the last run, by prompt and by statement
 */
export function promptItems(
  set: PromptSet,
  judged: ReadonlyMap<string, ReadonlyMap<string, KeptJudgement>> = new Map(),
): EvaluationItem[] {
  const places = new FilePlaces(set.path, set.text);
  return set.prompts.map((prompt) => ({
    id: promptItemId(set, prompt),
    kind: 'prompt',
    ...(set.skill === undefined && { problem: noSkill }),
    label: promptLabel(prompt),
    ...(prompt.statements.length === 0 && judged.get(prompt.id)?.get(statementId(0))),
    ...places.at(prompt.range),
    graders: prompt.statements.map(({ text, range }, index) => ({
      id: statementId(index),
      label: firstLine(text),
      ...places.at(range),
      ...judged.get(prompt.id)?.get(statementId(index)),
    })),
  }));
}

const noSkill = 'The skill was not found: `skill_name` has to name one next to the evaluations';

/** Identifies a statement of a prompt; VS Code offers other actions for rows with such ids. */
export function statementId(index: number): string {
  return `statement ${index + 1}`;
}

/** The name of a prompt. */
export function promptLabel({ id, prompt }: Pick<SetPrompt, 'id' | 'prompt'>): string {
  return isOwnId(id) ? `${id}: ${firstLine(prompt)}` : firstLine(prompt);
}

/** The name of a session of a prompt. */
export function promptTitle(prompt: Pick<SetPrompt, 'id' | 'prompt'>, isWithSkill: boolean): string {
  return `${promptLabel(prompt)} (${isWithSkill ? 'with' : 'without'} the skill)`;
}

/** The id of a prompt among all items. */
export function promptItemId({ path }: Pick<PromptSet, 'path'>, { id }: Pick<SetPrompt, 'id'>): string {
  return `${path}#${id}`;
}

/** Whether a run is a session of a prompt. Without an id of its own, a prompt moves in its set, so its words have to be the same. */
export function isSessionOf(run: RunSummary, set: PromptSet, prompt: SetPrompt, isWithSkill: boolean): boolean {
  if (run.prompt?.item !== promptItemId(set, prompt) || run.prompt.isWithSkill !== isWithSkill) return false;
  return isOwnId(prompt.id) || run.invocation === promptTitle(prompt, isWithSkill);
}

/** Otherwise it is a place in the set. */
function isOwnId(id: string): boolean {
  return !id.startsWith('#');
}

/** Characters of a text that are shown in a row. */
const longestLabel = 80;

/** The first line of a text, as far as it fits into a row. */
export function firstLine(text: string): string {
  const [line = ''] = text.trim().split(/\r?\n/, 1);
  return line.length > longestLabel ? `${line.slice(0, longestLabel - 1)}…` : line;
}
