import type { Connection } from 'vscode-languageserver';
import type { OpenTexts } from '../../features/edits/editable-text.ts';
import { allowDeniedEdit } from '../../jobs/claude-code/runs/allow-denied-edit.ts';
import { resumedRun, terminalRun } from '../../jobs/claude-code/runs/terminal-run.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PrivateFolder } from '../../platform/private-folder.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { ParamsOf, ResultOf, RunDetails, RunPart, RunSummary, StartRunParams } from '../../protocol.ts';
import { answerRequest } from '../answer-request.ts';
import { notify } from '../notify.ts';
import { isOnDisk, isOnThisMachine, resourcePath } from '../resource-path.ts';
import type { PreviewSubjects } from '../state/preview-subjects.ts';
import { type RequestedRun, Runs } from '../state/runs.ts';
import type { ResourceSettings } from '../state/settings.ts';
import type { WorkspaceTrust } from '../state/workspace-trust.ts';
import { Throttle } from '../throttle.ts';
import { refused, seeOutput, toResponse } from '../to-response.ts';

interface RunDependencies {
  readonly platform: Platform;
  readonly subjects: PreviewSubjects;
  readonly settings: Pick<ResourceSettings, 'of'>;
  readonly trust: Pick<WorkspaceTrust, 'isGranted'>;
  readonly open: OpenTexts;
  /** The URI of the folder in which runs are kept, once the editor has said so. */
  readonly runsFolder: () => string | undefined;
}

const notStarted = 'Could not start the run. See the Skillwright output for details';

/** Milliseconds between two notifications about the same run. */
const changeInterval = 100;

/** Milliseconds between two notifications about the list. */
const listInterval = 250;

/** The runs, for other requests. */
export interface ServedRuns {
  /** Adds a run that took place elsewhere, and has ended. */
  add(summary: RunSummary, parts: readonly RunPart[]): Promise<void>;
  /** A run with all of its parts; undefined if there is none. */
  details(id: string): Promise<RunDetails | undefined>;
  /** The newest first. */
  list(): Promise<readonly RunSummary[]>;
  /** Ends all of them. */
  end(): Promise<void>;
}

/** Answers the extension's requests about runs. */
export function answerRunRequests(connection: Connection, dependencies: RunDependencies): ServedRuns {
  const { platform, subjects, settings, trust, open } = dependencies;
  const throttles = new Map<string, Throttle>();
  const listThrottle = new Throttle(listInterval, () => void notify(connection, 'runsChanged'));
  let created: Runs | undefined;

  answerRequest(connection, 'skillwright/startRun', { problem: notStarted }, start);
  answerRequest(connection, 'skillwright/terminalRun', { problem: notStarted }, startInTerminal);
  answerRequest(connection, 'skillwright/runs', [], () => runs().list());
  answerRequest(connection, 'skillwright/run', null, ({ id, since }) => runs().details(id, since));
  answerRequest(connection, 'skillwright/stopRun', null, async ({ id }) => {
    await runs().stop(id);
    return null;
  });
  answerRequest(connection, 'skillwright/deleteRuns', null, async ({ ids }) => {
    await runs().delete(ids);
    return null;
  });
  answerRequest(connection, 'skillwright/allowDenied', seeOutput, allow);
  return {
    add: (summary, parts) => runs().add(summary, parts),
    details: (id) => runs().details(id, 0),
    list: () => runs().list(),
    async end() {
      listThrottle.cancel();
      await created?.end();
    },
  };

  async function start(params: ParamsOf<'skillwright/startRun'>): Promise<ResultOf<'skillwright/startRun'>> {
    const asked = await ask(params);
    return 'problem' in asked ? asked : runs().start(asked);
  }

  async function startInTerminal(
    params: ParamsOf<'skillwright/terminalRun'>,
  ): Promise<ResultOf<'skillwright/terminalRun'>> {
    const { claudeCode, files, environment } = platform;
    if (params.resume !== undefined && params.folder !== undefined) {
      const refusal = whyRefused(params);
      if (refusal !== undefined) return { problem: refusal };
      const own = (await settings.of(params.uri)).claudeCode;
      return resumedRun({ settings: own, resume: params.resume, folder: resourcePath(params.folder) }, claudeCode);
    }
    const asked = await ask(params);
    return 'problem' in asked ? asked : terminalRun({ ...asked, files, home: environment.home }, claudeCode);
  }

  async function ask(params: StartRunParams): Promise<RequestedRun | Refusal> {
    const { uri, folder, model, permissionMode, resume } = params;
    const refusal = whyRefused(params);
    if (refusal !== undefined) return { problem: refusal };
    const [subject, { claudeCode }] = await Promise.all([subjects.of(uri), settings.of(uri)]);
    if (!subject) return { problem: 'This file is neither a skill nor a command' };
    return {
      subject,
      settings: claudeCode,
      arguments: params.arguments,
      folder: folder === undefined ? undefined : resourcePath(folder),
      model,
      permissionMode,
      resume,
    };
  }

  function whyRefused({ uri, folder }: StartRunParams): string | undefined {
    if (!trust.isGranted) return 'The workspace is not trusted, so its skills do not run';
    const isHere = isOnThisMachine(uri) && (folder === undefined || isOnThisMachine(folder));
    return isHere ? undefined : 'The file is not on this machine, so Claude Code cannot run it here';
  }

  async function allow({ id, part, onlyThis }: ParamsOf<'skillwright/allowDenied'>) {
    const found = await runs().denial(id, part);
    if (!found?.denial.rules) return refused('the run no longer exists');
    const subject = await subjects.of(found.run.uri);
    const session = subject?.skillTool?.session;
    if (!session) return refused('the skill no longer exists');
    const { denial, run } = found;
    return toResponse(await allowDeniedEdit(denial, onlyThis === true, { ...session, folder: run.folder }, open));
  }

  function runs(): Runs {
    created ??= new Runs(platform, privateFolder(), {
      listChanged: () => listThrottle.schedule(),
      runChanged(id) {
        const throttle = throttles.get(id) ?? new Throttle(changeInterval, () => tellChange(id));
        throttles.set(id, throttle);
        throttle.schedule();
        listThrottle.schedule();
      },
    });
    return created;
  }

  function tellChange(id: string): void {
    const version = runs().versionOf(id);
    if (version === undefined || version === Number.MAX_SAFE_INTEGER) throttles.delete(id);
    if (version !== undefined) void notify(connection, 'runChanged', { id, version });
  }

  function privateFolder(): PrivateFolder | undefined {
    const uri = dependencies.runsFolder();
    return uri === undefined || !isOnDisk(uri) ? undefined : platform.privateFolder(resourcePath(uri));
  }
}
