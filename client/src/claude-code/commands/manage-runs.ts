import { commands, Disposable, env, Uri, window, workspace } from 'vscode';
import type { RunSummary, StartRunParams } from '../../../../server/src/protocol.ts';
import { commandId } from '../../contributions/command-id.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import type { ArgumentHistory } from '../../preview/arguments/argument-history.ts';
import { askModel } from '../runs/ask-model.ts';
import { askArguments, ensureSaved, runnableSkill } from '../runs/ask-run.ts';
import type { Runs } from '../runs/create-runs.ts';
import { ended, type Fits } from '../runs/run-choice.ts';
import type { RunStarter } from '../runs/run-starter.ts';
import { isActive } from '../runs/run-words.ts';
import type { RunsView } from '../runs/runs-view.ts';

/** The commands on a run: of the row whose menu was opened, of the active tab, or else chosen from a list. */
export function registerManageRuns(
  server: LanguageServer,
  failures: FailureReporter,
  history: ArgumentHistory,
  { view, panels, choice, starter }: Runs,
): Disposable {
  const onRun = (argument: unknown, failure: string, fits: Fits, work: (run: RunSummary) => Promise<void>) =>
    failures.guard(failure, async () => {
      const run = await choice.run(argument, fits);
      if (run) await work(run);
    });
  return Disposable.from(
    registerCommand('openRun', (argument?: unknown) =>
      onRun(argument, 'Could not open the run', always, async (run) => panels.open(run)),
    ),
    registerCommand('stopRun', (argument?: unknown) =>
      onRun(argument, 'Could not stop the run', isActive, async ({ id }) => {
        await server.request('skillwright/stopRun', { id });
      }),
    ),
    registerCommand('runAgain', (argument?: unknown) =>
      onRun(argument, 'Could not run the skill', ended, (run) => runAgain(starter, run, {})),
    ),
    registerCommand('runWithArguments', (argument?: unknown) =>
      onRun(argument, 'Could not run the skill', ended, (run) => runWithArguments(server, history, starter, run)),
    ),
    registerCommand('runWithModel', (argument?: unknown) =>
      onRun(argument, 'Could not run the skill', ended, async (run) => {
        const model = await askModel(server, run.model);
        if (model !== undefined) await runAgain(starter, run, { model });
      }),
    ),
    registerCommand('resumeRun', (argument?: unknown) =>
      onRun(argument, 'Could not resume the session', hasEndedSession, (run) => resume(starter, run)),
    ),
    registerCommand('openTranscript', (argument?: unknown) =>
      onRun(argument, 'Could not open the transcript', hasTranscript, async ({ transcript }) => {
        if (transcript === undefined) throw new Error('Claude Code has written none');
        await commands.executeCommand('vscode.open', Uri.file(transcript));
      }),
    ),
    registerCommand('showRunSession', (argument?: unknown) =>
      onRun(argument, 'Could not show the session', hasSession, async ({ sessionId }) => {
        if (sessionId === undefined) throw new Error('the run has no session');
        await commands.executeCommand(commandId('showSession'), { session: sessionId });
      }),
    ),
    registerCommand('copySessionId', (argument?: unknown) =>
      onRun(argument, 'Could not copy the session ID', hasSession, async ({ sessionId }) => {
        if (sessionId === undefined) throw new Error('the run has no session');
        await env.clipboard.writeText(sessionId);
        window.setStatusBarMessage(`Copied: ${sessionId}`, 3_000);
      }),
    ),
    registerCommand('deleteRun', (argument?: unknown) =>
      onRun(argument, 'Could not delete the run', ended, async ({ id }) => {
        await server.request('skillwright/deleteRuns', { ids: [id] });
        view.refresh();
      }),
    ),
    registerCommand('clearRuns', () => failures.guard('Could not delete the runs', () => clearRuns(server, view))),
  );
}

const always: Fits = () => true;
const hasSession: Fits = ({ sessionId }) => sessionId !== undefined;
const hasEndedSession: Fits = (run) => hasSession(run) && !isActive(run);
const hasTranscript: Fits = ({ transcript }) => transcript !== undefined;

/** With the same arguments and choices, apart from `changed`. */
async function runAgain(starter: RunStarter, run: RunSummary, changed: Partial<StartRunParams>): Promise<void> {
  if (!workspace.isTrusted) throw new Error('the workspace is not trusted');
  if (!(await ensureSaved(Uri.parse(run.uri)))) return;
  const folder = Uri.file(run.folder).toString();
  await starter.start({ uri: run.uri, arguments: run.arguments, folder, ...run.chosen, ...changed }, 'editor');
}

async function runWithArguments(
  server: LanguageServer,
  history: ArgumentHistory,
  starter: RunStarter,
  run: RunSummary,
): Promise<void> {
  const uri = Uri.parse(run.uri);
  const skill = await runnableSkill(server, uri);
  const text = await askArguments(history, uri, skill, [run.arguments]);
  if (text !== undefined) await runAgain(starter, run, { arguments: text });
}

async function resume(starter: RunStarter, run: RunSummary): Promise<void> {
  if (!workspace.isTrusted) throw new Error('the workspace is not trusted');
  if (run.sessionId === undefined) throw new Error('the run has no session');
  const { uri, arguments: text, folder, sessionId } = run;
  const params = { uri, arguments: text, folder: Uri.file(folder).toString(), resume: sessionId };
  await starter.start(params, 'terminal');
}

async function clearRuns(server: LanguageServer, view: RunsView): Promise<void> {
  const remove = 'Delete';
  const detail = 'The transcripts of Claude Code stay.';
  const question = 'Delete all runs that have ended from the list?';
  if ((await window.showWarningMessage(question, { modal: true, detail }, remove)) !== remove) return;
  await server.request('skillwright/deleteRuns', {});
  view.refresh();
}
