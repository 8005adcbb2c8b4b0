import { commands, Disposable, env, type QuickPickItem, Uri, window, workspace } from 'vscode';
import type { RunSummary, StartRunParams } from '../../../../server/src/protocol.ts';
import { commandId } from '../../contributions/command-id.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import { createCase } from '../../skills/create-case.ts';
import { withErrorMessage } from '../../skills/skill-actions.ts';
import { labelText } from '../../text/displayed-text.ts';
import { shortText } from '../../text/short-text.ts';
import { askModel } from '../../views/claude-code/runs/ask-model.ts';
import { askArguments, ensureSaved, runnableSkill } from '../../views/claude-code/runs/ask-run.ts';
import { type RunActions, startRun } from '../../views/claude-code/runs/run-actions.ts';
import { isActive, runFacts } from '../../views/claude-code/runs/run-words.ts';

/** The argument of our key bindings: their commands act on the selection in the view. */
const ofSelection = 'selection';

/** The commands on a run: of the row whose menu was opened, of the active tab, or else chosen from a list. */
export function registerManageRuns(actions: RunActions): Disposable {
  const { view, panels } = actions;
  const { server } = actions.skills;
  const ended = (run: RunSummary) => !isActive(run);
  return Disposable.from(
    registerCommand('openRun', (argument?: unknown) =>
      onRun(actions, argument, 'Could not open the run', always, async (run) => panels.open(run)),
    ),
    registerCommand('stopRun', (argument?: unknown) =>
      onRun(actions, argument, 'Could not stop the run', isActive, async ({ id }) => {
        await server.request('skillwright/stopRun', { id });
      }),
    ),
    registerCommand('runAgain', (argument?: unknown) =>
      onRun(actions, argument, 'Could not run the skill', ended, (run) => runAgain(actions, run, {})),
    ),
    registerCommand('runWithArguments', (argument?: unknown) =>
      onRun(actions, argument, 'Could not run the skill', ended, (run) => runWithArguments(actions, run)),
    ),
    registerCommand('runWithModel', (argument?: unknown) =>
      onRun(actions, argument, 'Could not run the skill', ended, async (run) => {
        const model = await askModel(server, run.model);
        if (model !== undefined) await runAgain(actions, run, { model });
      }),
    ),
    registerCommand('resumeRun', (argument?: unknown) =>
      onRun(actions, argument, 'Could not resume the session', hasEndedSession, (run) => resume(actions, run)),
    ),
    registerCommand('openTranscript', (argument?: unknown) =>
      onRun(actions, argument, 'Could not open the transcript', hasTranscript, async ({ transcript }) => {
        if (transcript === undefined) throw new Error('Claude Code has written none');
        await commands.executeCommand('vscode.open', Uri.file(transcript));
      }),
    ),
    registerCommand('showRunSession', (argument?: unknown) =>
      onRun(actions, argument, 'Could not show the session', hasSession, async ({ sessionId }) => {
        if (sessionId === undefined) throw new Error('the run has no session');
        await commands.executeCommand(commandId('showSession'), { session: sessionId });
      }),
    ),
    registerCommand('copySessionId', (argument?: unknown) =>
      onRun(actions, argument, 'Could not copy the session ID', hasSession, async ({ sessionId }) => {
        if (sessionId === undefined) throw new Error('the run has no session');
        await env.clipboard.writeText(sessionId);
        window.setStatusBarMessage(`Copied: ${sessionId}`, 3_000);
      }),
    ),
    registerCommand('newEvaluationCaseFromRun', (argument?: unknown) =>
      onRun(actions, argument, 'Could not create the case', ended, ({ id, invocation }) =>
        createCase(actions.skills, { run: id }, `New Evaluation Case from ${shortText(invocation)}`),
      ),
    ),
    registerCommand('deleteRun', (argument?: unknown) =>
      onRun(actions, argument, 'Could not delete the run', ended, async ({ id }) => {
        await server.request('skillwright/deleteRuns', { ids: [id] });
        view.refresh();
      }),
    ),
    registerCommand('clearRuns', () =>
      withErrorMessage(actions.skills, 'Could not delete the runs', () => clearRuns(actions)),
    ),
  );
}

const always = () => true;
const hasSession = ({ sessionId }: RunSummary) => sessionId !== undefined;
const hasEndedSession = (run: RunSummary) => hasSession(run) && !isActive(run);
const hasTranscript = ({ transcript }: RunSummary) => transcript !== undefined;

/** @param fits whether a run is in the list to choose from */
function onRun(
  actions: RunActions,
  argument: unknown,
  failure: string,
  fits: (run: RunSummary) => boolean,
  work: (run: RunSummary) => Promise<void>,
): Promise<void> {
  return withErrorMessage(actions.skills, failure, async () => {
    const run = await chooseRun(actions, argument, fits);
    if (run) await work(run);
  });
}

async function chooseRun(
  { skills: { server }, view, panels }: RunActions,
  argument: unknown,
  fits: (run: RunSummary) => boolean,
): Promise<RunSummary | undefined> {
  const runs = await server.request('skillwright/runs', {});
  const given = argument === ofSelection ? view.selected?.run : (runOf(argument) ?? panels.active?.id);
  if (argument === ofSelection && given === undefined) return undefined;
  if (given !== undefined) {
    const run = runs.find(({ id }) => id === given);
    if (!run) throw new Error('the run was deleted');
    return run;
  }
  const offered = runs.filter(fits);
  if (offered.length === 0) throw new Error('there is no such run');
  const now = Date.now();
  const picks = offered.map((run): QuickPickItem & { run: RunSummary } => ({
    label: labelText(run.invocation.replaceAll(/\r?\n/g, ' ⏎ ')),
    description: labelText(runFacts(run, now)),
    run,
  }));
  return (await window.showQuickPick(picks, { placeHolder: 'Select a run', matchOnDescription: true }))?.run;
}

function runOf(argument: unknown): string | undefined {
  const { run } = (argument ?? {}) as { readonly run?: unknown };
  return typeof run === 'string' ? run : undefined;
}

/** With the same arguments and choices, apart from `changed`. */
async function runAgain(actions: RunActions, run: RunSummary, changed: Partial<StartRunParams>): Promise<void> {
  if (!workspace.isTrusted) throw new Error('the workspace is not trusted');
  if (!(await ensureSaved(Uri.parse(run.uri)))) return;
  const folder = Uri.file(run.folder).toString();
  await startRun(actions, { uri: run.uri, arguments: run.arguments, folder, ...run.chosen, ...changed }, 'editor');
}

async function runWithArguments(actions: RunActions, run: RunSummary): Promise<void> {
  const uri = Uri.parse(run.uri);
  const skill = await runnableSkill(actions, uri);
  const text = await askArguments(actions, uri, skill, [run.arguments]);
  if (text !== undefined) await runAgain(actions, run, { arguments: text });
}

async function resume(actions: RunActions, run: RunSummary): Promise<void> {
  if (!workspace.isTrusted) throw new Error('the workspace is not trusted');
  if (run.sessionId === undefined) throw new Error('the run has no session');
  const { uri, arguments: text, folder, sessionId } = run;
  const params = { uri, arguments: text, folder: Uri.file(folder).toString(), resume: sessionId };
  await startRun(actions, params, 'terminal');
}

async function clearRuns({ skills: { server }, view }: RunActions): Promise<void> {
  const remove = 'Delete';
  const detail = 'The transcripts of Claude Code stay.';
  const question = 'Delete all runs that have ended from the list?';
  if ((await window.showWarningMessage(question, { modal: true, detail }, remove)) !== remove) return;
  await server.request('skillwright/deleteRuns', {});
  view.refresh();
}
