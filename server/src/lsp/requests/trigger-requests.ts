import type { Connection } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { measureTriggers, type TriggerPlan } from '../../features/triggers/measure-triggers.ts';
import { triggerAnswer } from '../../features/triggers/trigger-answer.ts';
import {
  findTriggerSubject,
  skillsWithTriggers,
  type TriggerSubject,
} from '../../features/triggers/trigger-subject.ts';
import { planLines } from '../../features/triggers/trigger-text.ts';
import type { ClaudeCodeProgram } from '../../platform/claude-code.ts';
import type { Platform } from '../../platform/platform.ts';
import type {
  MeasuredTriggers,
  MeasureTriggersParams,
  PlannedTriggers,
  TriggerParams,
  TriggerProblem,
  TriggerProgress,
} from '../../protocol.ts';
import { answerRequest } from '../answer-request.ts';
import { notify } from '../notify.ts';
import { isOnThisMachine, resourcePath } from '../resource-path.ts';
import type { Catalogs } from '../state/catalogs.ts';
import type { ResourceSettings } from '../state/settings.ts';
import type { WorkspaceTrust } from '../state/workspace-trust.ts';

/** What the answers depend on. */
export interface TriggerReach {
  readonly platform: Platform;
  readonly catalogs: Catalogs;
  readonly settings: Pick<ResourceSettings, 'of'>;
  readonly trust: Pick<WorkspaceTrust, 'isGranted'>;
}

const failed = { problem: 'see the Skillwright output for details' };

/** Answers of the model per run: the first should call the skill, unless the model looks at something before. */
const turns = 2;

/** Runs at a time. */
const concurrency = 2;

/** What can be measured. */
interface Planned {
  readonly plan: TriggerPlan;
  readonly subject: TriggerSubject;
  readonly program: ClaudeCodeProgram;
  readonly release: () => Promise<void>;
}

/** Answers the extension's requests about triggering. Returns what ends what runs. */
export function answerTriggerRequests(connection: Connection, reach: TriggerReach): () => void {
  const { platform, catalogs, settings, trust } = reach;
  const running = new Map<string, AbortController>();

  answerRequest(connection, 'skillwright/skillsWithTriggers', [], async () =>
    (await Promise.all((await catalogs.sessions()).map(skillsWithTriggers))).flat(),
  );
  answerRequest(
    connection,
    'skillwright/triggerPlan',
    failed,
    async (params): Promise<PlannedTriggers | TriggerProblem> => {
      const planned = await planOf(params);
      if ('problem' in planned) return planned;
      const { plan, subject, release } = planned;
      await release();
      const { skill, path, notes, listedAs } = subject;
      const set = URI.file(path).toString();
      return { skill: skill.name, set, lines: [`The skill is ${listedAs}.`, ...planLines(plan)], notes };
    },
  );
  answerRequest(connection, 'skillwright/measureTriggers', failed, measure);
  answerRequest(connection, 'skillwright/stopTriggers', null, ({ id }) => {
    running.get(id)?.abort();
    return null;
  });
  return () => {
    for (const ending of running.values()) ending.abort();
  };

  async function measure({ id, ...params }: MeasureTriggersParams): Promise<MeasuredTriggers | TriggerProblem> {
    // Nobody could stop the first one any more.
    if (running.has(id)) return { problem: 'it is being measured already' };
    const ending = new AbortController();
    running.set(id, ending);
    try {
      const planned = await planOf(params);
      if ('problem' in planned) return planned;
      const { plan, subject, program, release } = planned;
      const measuring = measureTriggers(plan, {
        claudeCode: platform.claudeCode,
        program,
        signal: ending.signal,
        progress({ done, planned: all, cost }) {
          const progress: TriggerProgress = { id, done, planned: all, cost };
          // The connection may have been closed in the meantime.
          void notify(connection, 'triggersMeasured', progress);
        },
      });
      const report = await measuring.finally(release);
      const { stopped } = report;
      return { report: triggerAnswer(report, subject), ...(stopped !== undefined && { stopped }) };
    } finally {
      running.delete(id);
    }
  }

  async function planOf({ uri, repeats, maximumCost }: TriggerParams): Promise<Planned | TriggerProblem> {
    if (!trust.isGranted) return { problem: 'the workspace is not trusted, so Claude Code is not started' };
    if (!isOnThisMachine(uri)) return { problem: 'the file is not on this machine, so Claude Code cannot read it' };
    const path = resourcePath(uri);
    const sessions = await catalogs.sessions();
    const served = catalogs.around(path) ?? sessions[0];
    const folder = served?.session.folder ?? platform.environment.home;
    if (!served || folder === undefined) return { problem: 'there is no folder in which Claude Code could be started' };
    const { claudeCode } = await settings.of(uri);
    const program = await platform.claudeCode.find(claudeCode.path);
    if ('problem' in program) return { ...program, setting: 'skillwright.claudeCode.path' };
    const around = { ...served, offered: async () => served.repository };
    const found = await findTriggerSubject(path, undefined, around, platform.scratchFolders);
    if ('problem' in found) return found;
    const { subject, session, release } = found;
    const { queries, isSkill } = subject;
    const plan = { session, folder, queries, repeats, turns, dollars: maximumCost, concurrency, isSkill };
    return { plan, subject, program, release };
  }
}
