import type { Connection } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { counted } from '../../../document/text/numbers.ts';
import type { OpenTexts } from '../../../features/edits/editable-text.ts';
import {
  compareRates,
  improvementLines,
  whyNotImproved,
} from '../../../jobs/evaluations/triggers/improvement/improvement-text.ts';
import { proposedEdit } from '../../../jobs/evaluations/triggers/improvement/proposed-edit.ts';
import { measureTriggers, type TriggerPlan } from '../../../jobs/evaluations/triggers/measure-triggers.ts';
import { queryId, queryOutcomes, triggerAnswer } from '../../../jobs/evaluations/triggers/trigger-answer.ts';
import type { TriggerReport } from '../../../jobs/evaluations/triggers/trigger-report.ts';
import {
  findTriggerSubject,
  skillsWithTriggers,
  type TriggerSubject,
} from '../../../jobs/evaluations/triggers/trigger-subject.ts';
import { planLines } from '../../../jobs/evaluations/triggers/trigger-text.ts';
import type { ClaudeCodeProgram } from '../../../platform/claude-code.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type {
  MeasuredTriggers,
  MeasureTriggersParams,
  PlannedImprovement,
  PlannedTriggers,
  ProposeDescriptionParams,
  ProposedDescription,
  TriggerParams,
  TriggerProgress,
} from '../../../protocol.ts';
import { answerRequest } from '../../answer-request.ts';
import { notify } from '../../notify.ts';
import { isOnThisMachine, resourcePath } from '../../resource-path.ts';
import type { Catalogs } from '../../state/catalogs.ts';
import type { ResourceSettings } from '../../state/settings.ts';
import type { WorkspaceTrust } from '../../state/workspace-trust.ts';

interface TriggerDependencies {
  readonly platform: Platform;
  readonly catalogs: Catalogs;
  readonly settings: Pick<ResourceSettings, 'of'>;
  readonly trust: Pick<WorkspaceTrust, 'isGranted'>;
  readonly open: OpenTexts;
}

const failed = { problem: 'see the Skillwright output for details' };

/** Answers of the model per run: the first should call the skill, unless the model looks at something before. */
const turns = 2;

/** Runs at a time. */
const concurrency = 2;

/** Measurements by which descriptions can be improved. */
const maxMeasured = 20;

/** A whole measurement. */
interface Measured {
  readonly report: TriggerReport;
  readonly repeats: number;
}

/** A measurement that is possible. */
interface Planned {
  readonly plan: TriggerPlan;
  readonly subject: TriggerSubject;
  readonly program: ClaudeCodeProgram;
  readonly release: () => Promise<void>;
}

/** Answers the extension's requests about triggering. Returns what ends what runs. */
export function answerTriggerRequests(connection: Connection, dependencies: TriggerDependencies): () => void {
  const { platform, catalogs, settings, trust, open } = dependencies;
  const running = new Map<string, AbortController>();
  /** The last one of each trigger set, by its path. */
  const measured = new Map<string, Measured>();

  answerRequest(connection, 'skillwright/skillsWithTriggers', [], async () =>
    (await Promise.all((await catalogs.sessions()).map(skillsWithTriggers))).flat(),
  );
  answerRequest(connection, 'skillwright/triggerPlan', failed, async (params): Promise<PlannedTriggers | Refusal> => {
    const planned = await planOf(params);
    if ('problem' in planned) return planned;
    const { plan, subject, release } = planned;
    await release();
    const { skill, path, notes, listedAs } = subject;
    const set = URI.file(path).toString();
    const all = subject.queries.length;
    const only = `Only ${counted(plan.queries.length, 'query', 'queries')} of ${all} in the set ${plan.queries.length === 1 ? 'is' : 'are'} asked.`;
    const lines = [...planLines(plan), ...(plan.queries.length < all ? [only] : []), `The skill is ${listedAs}.`];
    return { skill: skill.name, set, lines, notes, improvement: await improvementOf(subject) };
  });
  answerRequest(connection, 'skillwright/measureTriggers', failed, (params) =>
    untilStopped(params.id, (signal) => measure(params, signal)),
  );
  answerRequest(connection, 'skillwright/proposeDescription', failed, (params) =>
    untilStopped(params.id, (signal) => propose(params, signal)),
  );
  answerRequest(connection, 'skillwright/stopTriggers', null, ({ id }) => {
    running.get(id)?.abort();
    return null;
  });
  return () => {
    for (const ending of running.values()) ending.abort();
  };

  async function untilStopped<Answer>(
    id: string,
    work: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer | Refusal> {
    // Nobody could stop the first one any more.
    if (running.has(id)) return { problem: 'it is being measured already' };
    const ending = new AbortController();
    running.set(id, ending);
    try {
      return await work(ending.signal);
    } finally {
      running.delete(id);
    }
  }

  async function measure(
    { id, ...params }: MeasureTriggersParams,
    signal: AbortSignal,
  ): Promise<MeasuredTriggers | Refusal> {
    const planned = await planOf(params);
    if ('problem' in planned) return planned;
    const { plan, subject, program, release } = planned;
    const measuring = measureTriggers(plan, {
      claudeCode: platform.claudeCode,
      program,
      signal,
      progress({ done, planned: all, cost }) {
        const progress: TriggerProgress = { id, done, planned: all, cost };
        // The connection may have been closed in the meantime.
        void notify(connection, 'triggersMeasured', progress);
      },
    });
    const report = await measuring.finally(release);
    const { stopped } = report;
    const before = params.isTest ? measured.get(subject.path)?.report : undefined;
    // A part of a set tells too little to improve a description by it.
    if (!params.isTest && params.queries === undefined) keep(subject.path, { report, repeats: params.repeats });
    const compared = before && compareRates(before.parts.test, report.parts.test).lines;
    return {
      report: triggerAnswer(report, subject, compared),
      queries: queryOutcomes(report, subject.queries),
      ...(compared && { compared }),
      ...(stopped !== undefined && { stopped }),
    };
  }

  async function propose(
    { uri, maximumCost }: ProposeDescriptionParams,
    signal: AbortSignal,
  ): Promise<ProposedDescription | Refusal> {
    const planned = await planOf({ uri, repeats: 1 });
    if ('problem' in planned) return planned;
    const { subject, plan, program, release } = planned;
    try {
      const known = measured.get(subject.path);
      if (!known) return { problem: 'its triggering has to be measured first' };
      const { claudeCode, scratchFolders } = platform;
      const improved = { subject, session: plan.session, report: known.report, dollars: maximumCost };
      const proposed = await proposedEdit(improved, open, { claudeCode, scratchFolders, program, signal });
      return 'problem' in proposed ? proposed : { ...proposed, repeats: known.repeats };
    } finally {
      await release();
    }
  }

  function keep(set: string, measurement: Measured): void {
    measured.delete(set);
    measured.set(set, measurement);
    for (const old of [...measured.keys()].slice(0, -maxMeasured)) measured.delete(old);
  }

  async function improvementOf(subject: TriggerSubject): Promise<PlannedImprovement | Refusal> {
    const { queries, skill, path } = subject;
    const problem = whyNotImproved(queries);
    if (problem !== undefined) return { problem };
    const known = measured.get(path);
    const file = (await platform.files.realPath(skill.path)) ?? skill.path;
    return {
      uri: URI.file(file).toString(),
      lines: improvementLines(queries, known?.repeats ?? 1),
      isMeasured: known !== undefined,
    };
  }

  async function planOf({
    uri,
    repeats,
    maximumCost,
    isTest,
    queries: only,
  }: TriggerParams): Promise<Planned | Refusal> {
    if (!trust.isGranted) return { problem: 'the workspace is not trusted, so Claude Code is not started' };
    if (!isOnThisMachine(uri)) return { problem: 'the file is not on this machine, so Claude Code cannot read it' };
    const path = resourcePath(uri);
    const sessions = await catalogs.sessions();
    const served = catalogs.around(path) ?? sessions[0];
    const folder = served?.session.folder ?? platform.environment.home;
    if (!served || folder === undefined) return { problem: 'there is no folder in which Claude Code could be started' };
    const { claudeCode } = await settings.of(uri);
    const program = await platform.claudeCode.find(claudeCode.path);
    if ('problem' in program) return program;
    const around = { ...served, offered: async () => served.repository };
    const found = await findTriggerSubject(path, undefined, around, platform.scratchFolders);
    if ('problem' in found) return found;
    const { subject, session, release } = found;
    const { isSkill } = subject;
    const queries = subject.queries.filter(
      ({ part }, index) => (!isTest || part === 'test') && (only === undefined || only.includes(queryId(index))),
    );
    if (queries.length === 0) {
      await release();
      return { problem: 'the set has changed, and no longer has these queries' };
    }
    const plan = { session, folder, queries, repeats, turns, dollars: maximumCost, concurrency, isSkill };
    return { plan, subject, program, release };
  }
}
