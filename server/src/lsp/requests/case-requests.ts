import type { Connection } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { caseNameProblem, freeCaseName } from '../../features/evaluation-cases/case-name.ts';
import { caseSubject } from '../../features/evaluation-cases/case-subject.ts';
import { newCase } from '../../features/evaluation-cases/new-case.ts';
import { planConversion } from '../../features/evaluation-cases/plan-conversion.ts';
import { workOfRun } from '../../features/evaluation-cases/work-of-run.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CaseProblem, ConvertedEvaluations, NewCaseFiles, NewCaseParams, RunDetails } from '../../protocol.ts';
import { answerRequest } from '../answer-request.ts';
import { isOnDisk, resourcePath } from '../resource-path.ts';
import type { PreviewSubjects } from '../state/preview-subjects.ts';

const failed = { problem: 'See the Skillwright output for details' };

/**
 * Answers the requests for new evaluation cases, and for converted ones. The editor writes them, so that it can undo it.
 *
 * @param runOf a run with all of its parts
 */
export function answerCaseRequests(
  connection: Connection,
  subjects: PreviewSubjects,
  platform: Platform,
  runOf: (id: string) => Promise<RunDetails | undefined>,
): void {
  const { files } = platform;
  answerRequest(connection, 'skillwright/newCase', failed, makeCase);
  answerRequest(connection, 'skillwright/caseNameProblem', null, ({ name }) => caseNameProblem(name) ?? null);
  answerRequest(connection, 'skillwright/convertEvaluations', failed, convert);

  async function makeCase({ uri, run: id, prompt, criteria = [] }: NewCaseParams): Promise<NewCaseFiles | CaseProblem> {
    const run = id === undefined ? undefined : await runOf(id);
    if (id !== undefined && !run) return { problem: 'the run was deleted' };
    const about = uri ?? run?.summary.uri;
    const found = about === undefined || !isOnDisk(about) ? undefined : await subjects.of(about);
    if (!found) return { problem: 'the file is not a skill or command' };
    const { path, skill } = found;
    const subject = await caseSubject({ path, name: skill.name, kind: skill.kind, document: skill.document }, files);
    const { place } = subject;
    if (!place) return { problem: 'a single file outside of a plugin has no folder for evaluations' };
    const work = run && workOfRun(run.summary, run.parts, subject.isCalled);
    const made = newCase({ skill: subject.skill, prompt, criteria, work });
    if ('problem' in made) {
      return made.problem === 'no-prompt'
        ? { problem: 'there is no prompt' }
        : { problem: 'nothing happened that a grader could check without a model', needsCriterion: true };
    }
    const taken = new Set(((await files.readFolder(place.evaluations)) ?? []).map(({ name }) => name.toLowerCase()));
    const name = freeCaseName(subject.skill.name, taken);
    return { evaluations: uriOf(place.evaluations), name, ...made };
  }

  async function convert({ uri }: { readonly uri: string }): Promise<ConvertedEvaluations | CaseProblem> {
    if (!isOnDisk(uri)) return { problem: 'the file was never saved' };
    const plan = await planConversion(resourcePath(uri), files);
    if ('problem' in plan) return { problem: plan.problem };
    const { to, folder, count, notes } = plan;
    return { to, folder: uriOf(folder), files: plan.files, count, notes };
  }
}

function uriOf(path: string): string {
  return URI.file(path).toString();
}
