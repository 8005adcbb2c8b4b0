import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { ShownSession } from '../../features/shown-skills/shown-session.ts';
import { askedDocument } from '../../jobs/claude-code/ask/asked-document.ts';
import { isConfirmed } from '../../jobs/claude-code/ask/asked-session.ts';
import { askedClause, askedName } from '../../jobs/claude-code/ask/asked-text.ts';
import type { AskedSession } from '../../jobs/skills/tree/asked-nodes.ts';
import type { AnswerSummary, AskParams } from '../../protocol.ts';
import { answerRequest } from '../answer-request.ts';
import { notify } from '../notify.ts';
import type { Catalogs } from '../state/catalogs.ts';
import type { SessionAnswers } from '../state/session-answers.ts';
import type { ResourceSettings } from '../state/settings.ts';

/** Answers the requests to ask the installed Claude Code, and for what it said. */
export function answerAskRequests(
  connection: Connection,
  catalogs: Catalogs,
  settings: ResourceSettings,
  answers: SessionAnswers,
): void {
  answerRequest(connection, 'skillwright/ask', null, ask);
  answerRequest(connection, 'skillwright/askedDocument', null, async () => {
    const asked = askedAbout(await catalogs.sessions(), answers);
    const documented = asked.map((it) => ({ name: it.in.info.name, session: it.in.session, state: it.state }));
    return documented.length === 0 ? null : askedDocument(documented);
  });

  async function ask({ session }: AskParams, token: CancellationToken): Promise<AnswerSummary | null> {
    const sessions = await catalogs.sessions();
    const wanted = sessions.filter(({ info }) => session === undefined || info.uri === session);
    if (wanted.length === 0) return null;
    const controller = new AbortController();
    const cancelling = token.onCancellationRequested(() => controller.abort());
    try {
      for (const served of wanted) {
        const { claudeCode } = await settings.of(served.info.uri);
        const asking = answers.ask(served, claudeCode.path, controller.signal);
        await changed();
        await asking;
      }
    } finally {
      cancelling.dispose();
    }
    return changed();
  }

  async function changed(): Promise<AnswerSummary | null> {
    const state = summaryOf(askedAbout(await catalogs.sessions(), answers));
    await notify(connection, 'askedChanged', state);
    return state;
  }
}

/** The sessions that Claude Code was asked about, with what is known. */
export function askedAbout(
  sessions: readonly ShownSession[],
  answers: SessionAnswers,
): readonly (AskedSession & { readonly in: ShownSession })[] {
  if (!answers.isAsked) return [];
  return sessions.flatMap((served) => {
    const state = answers.of(served);
    return state === undefined ? [] : [{ in: served, state }];
  });
}

/** The worst of all sessions; null if Claude Code was not asked. */
function summaryOf(asked: readonly AskedSession[]): AnswerSummary | null {
  const states = asked.map(({ state }) => state);
  if (states.some(({ kind }) => kind === 'asking'))
    return { state: 'asking', differences: 0, text: 'Claude Code is being asked' };
  const failed = states.find((state) => state.kind === 'failed');
  if (failed) return { state: 'failed', differences: 0, text: `Claude Code could not be asked: ${failed.problem}` };
  const answered = states.flatMap((state) => (state.kind === 'answered' ? [state.asked] : []));
  const [first] = answered;
  if (!first) return null;
  const differences = answered.reduce((total, it) => total + it.differences.length, 0);
  const confirmed = answered.every(isConfirmed);
  return {
    state: confirmed ? 'confirmed' : 'different',
    ...(first.version !== undefined && { version: first.version }),
    differences,
    text: `${askedName(first)} ${askedClause(differences, confirmed)}`,
  };
}
