import type { Connection } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { caseNameProblem, freeCaseName } from '../../../jobs/evaluations/cases/case-name.ts';
import { type CaseSubject, caseSubject } from '../../../jobs/evaluations/cases/case-subject.ts';
import { newCase } from '../../../jobs/evaluations/cases/new-case.ts';
import type { ObservedWork } from '../../../jobs/evaluations/cases/observed-work.ts';
import { planConversion } from '../../../jobs/evaluations/cases/plan-conversion.ts';
import { readWork } from '../../../jobs/evaluations/cases/read-work.ts';
import { workOfRun } from '../../../jobs/evaluations/cases/work-of-run.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { CaseProblem, ConvertedEvaluations, NewCaseFiles, NewCaseParams } from '../../../protocol.ts';
import { answerRequest } from '../../answer-request.ts';
import { isOnDisk, resourcePath } from '../../resource-path.ts';
import type { PastSessions } from '../../state/past-sessions.ts';
import type { PreviewSubjects } from '../../state/preview-subjects.ts';
import type { ServedRuns } from '../run-requests.ts';

const failed = { problem: 'See the Skillwright output for details' };

interface CaseDependencies {
  readonly subjects: PreviewSubjects;
  readonly platform: Pick<Platform, 'files' | 'largeFiles'>;
  readonly runs: Pick<ServedRuns, 'details'>;
  readonly past: Pick<PastSessions, 'mayBeRead' | 'find'>;
}

/** Answers the requests for new evaluation cases, and for converted ones. The editor writes them, so that it can undo it. */
export function answerCaseRequests(connection: Connection, { subjects, platform, runs, past }: CaseDependencies): void {
  const { files } = platform;
  answerRequest(connection, 'skillwright/newCase', failed, makeCase);
  answerRequest(connection, 'skillwright/caseNameProblem', null, ({ name }) => caseNameProblem(name) ?? null);
  answerRequest(connection, 'skillwright/convertEvaluations', failed, convert);

  async function makeCase(params: NewCaseParams): Promise<NewCaseFiles | CaseProblem> {
    const { uri, run: id, session, prompt, criteria = [] } = params;
    const run = id === undefined ? undefined : await runs.details(id);
    if (id !== undefined && !run) return { problem: 'the run was deleted' };
    const about = uri ?? run?.summary.uri;
    const found = about === undefined || !isOnDisk(about) ? undefined : await subjects.of(about);
    if (!found) return { problem: 'the file is not a skill or command' };
    const { path, skill } = found;
    const subject = await caseSubject({ path, name: skill.name, kind: skill.kind, document: skill.document }, files);
    const { place } = subject;
    if (!place) return { problem: 'a single file outside of a plugin has no folder for evaluations' };
    if (place.elsewhere !== undefined) return { problem: place.elsewhere };
    const work = run
      ? workOfRun(run.summary, run.parts, subject.isCalled)
      : session && (await workIn(session, subject));
    if (work && 'problem' in work) return work;
    const made = newCase({ skill: subject.skill, prompt, criteria, work: work || undefined });
    if ('problem' in made) {
      return made.problem === 'no-prompt'
        ? { problem: 'there is no prompt' }
        : { problem: 'nothing happened that a grader could check without a model', needsCriterion: true };
    }
    const taken = new Set(((await files.readFolder(place.evaluations)) ?? []).map(({ name }) => name.toLowerCase()));
    const name = freeCaseName(subject.skill.name, taken);
    return { evaluations: uriOf(place.evaluations), name, ...made };
  }

  async function workIn(id: string, { skill, isCalled }: CaseSubject): Promise<ObservedWork | CaseProblem> {
    const isAllowed = platform.largeFiles !== undefined && (await past.mayBeRead());
    if (!isAllowed) return { problem: 'past sessions may not be read' };
    const [file] = (await past.find(id))?.files ?? [];
    const read = file && (await readWork(file.path, isCalled, platform.largeFiles));
    if (!read) return { problem: 'there is no transcript of this session; Claude Code deletes old ones' };
    if ('problem' in read) return { problem: `the transcript cannot be read (${read.problem})` };
    return read.work ?? { problem: `the session does not use ${skill.name}` };
  }

  async function convert({ uri }: { readonly uri: string }): Promise<ConvertedEvaluations | CaseProblem> {
    if (!isOnDisk(uri)) return { problem: 'the file was never saved' };
    const plan = await planConversion(resourcePath(uri), files);
    if ('problem' in plan) return { problem: plan.problem };
    const { to, folder, count, notes, elsewhere } = plan;
    if (elsewhere !== undefined) return { problem: elsewhere };
    return { to, folder: uriOf(folder), files: plan.files, count, notes };
  }
}

function uriOf(path: string): string {
  return URI.file(path).toString();
}
