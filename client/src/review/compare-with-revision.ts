import { type CancellationToken, Disposable, ProgressLocation, Uri, window, workspace } from 'vscode';
import type { RevisionFileParams, SessionInfo } from '../../../server/src/protocol.ts';
import type { Answer } from '../answers/answer-messages.ts';
import type { AnswerPanel } from '../answers/answer-panel.ts';
import { registerCommand } from '../contributions/register-command.ts';
import type { FailureReporter } from '../failure-reporter.ts';
import { chooseRevision } from '../git/choose-revision.ts';
import { type GitRepository, repositoryOf } from '../git/git-api.ts';
import { changesSince } from '../git/revision-changes.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import type { ArgumentHistory } from '../preview/arguments/argument-history.ts';
import { toBase64 } from '../text/base64.ts';
import { labelText } from '../text/displayed-text.ts';

/** "Compare with Revision…": what changed for the model since a revision. */
export function registerCompareWithRevision(
  server: LanguageServer,
  failures: FailureReporter,
  panel: AnswerPanel,
  history: ArgumentHistory,
): Disposable {
  /** The repository of the comparison that is being made. */
  let compared: GitRepository | undefined;
  server.answerRevisionFiles((params) => contentIn(compared, params));
  return Disposable.from(
    registerCommand('compareWith', () =>
      failures.guard('Could not compare the skills', async () => {
        const session = await chooseSession(server);
        if (!session) return;
        const repository = await repositoryOf(Uri.parse(session.uri));
        const revision = await chooseRevision(repository);
        if (!revision) return;
        compared = repository;
        await window.withProgress(
          { location: ProgressLocation.Window, title: 'Comparing skills' },
          async (_progress, token) => {
            const answer = await compare(server, session, { ...revision, repository, history }, token);
            // It stays as it was when it was made: reading a repository again after every change would take long.
            panel.show({ title: `Skills since ${revision.title}`, ask: async () => [answer] });
          },
        );
      }),
    ),
  );
}

interface Comparison {
  readonly name: string;
  readonly title: string;
  readonly repository: GitRepository;
  readonly history: ArgumentHistory;
}

async function compare(
  server: LanguageServer,
  session: SessionInfo,
  { name, title, repository, history }: Comparison,
  token: CancellationToken,
): Promise<Answer> {
  const changes = await changesSince(repository, name);
  const params = { session: session.uri, title, revision: name, ...changes, saved: recentArguments(history) };
  const answer = await server.request('skillwright/compare', params, token);
  if (answer === null) throw new Error('see the Skillwright output for details');
  return { ...answer, heading: 'Changes' };
}

/** Arguments of one skill that are compared, the most recent ones. */
const maxArguments = 5;

function recentArguments(history: ArgumentHistory) {
  return history.all().map(({ uri, arguments: all }) => ({ uri, arguments: all.slice(0, maxArguments) }));
}

/** The content of a file in a revision in base64. */
async function contentIn(
  repository: GitRepository | undefined,
  { revision, uri }: RevisionFileParams,
): Promise<string | null> {
  try {
    const bytes = await repository?.buffer(revision, Uri.parse(uri).fsPath);
    return bytes ? toBase64(bytes) : null;
  } catch {
    // The revision has no such file.
    return null;
  }
}

/** The session of the folder that is open; with several, the user chooses. */
async function chooseSession(server: LanguageServer): Promise<SessionInfo | undefined> {
  const sessions = await server.request('skillwright/sessions', {});
  if ((workspace.workspaceFolders ?? []).length === 0 || sessions.length === 0) throw new Error('no folder is open');
  if (sessions.length === 1) return sessions[0];
  const items = sessions.map((session) => ({ label: labelText(session.name), session }));
  return (await window.showQuickPick(items, { placeHolder: 'Select the folder whose skills to compare' }))?.session;
}
