import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { Session } from '../../catalog/session.ts';
import { needsWriter, type Writer } from '../../features/actions/writer.ts';
import type { Configuration } from '../../features/check/configuration.ts';
import { toFileEdit } from '../../features/edits/editable-text.ts';
import { askOnce } from '../../jobs/claude-code/ask/ask-once.ts';
import { checkedAs } from '../../jobs/rewriting/checked-as.ts';
import type { CheckedText } from '../../jobs/rewriting/judge-proposal.ts';
import { proposeRewrite, type RewriteMachine } from '../../jobs/rewriting/propose-rewrite.ts';
import { longestAnswer } from '../../jobs/rewriting/read-proposal.ts';
import {
  longestText,
  planOfRewrite,
  type SessionFacts,
  sessionFacts,
  writerName,
} from '../../jobs/rewriting/rewrite-plan.ts';
import type { RewriteFacts } from '../../jobs/rewriting/rewrite-request.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type {
  AskChatModelParams,
  ChatModelAnswer,
  PlannedRewrite,
  ProposedRewrite,
  ProposeRewriteParams,
  RewriteParams,
  RewriteProblem,
} from '../../protocol.ts';
import { answerRequest } from '../answer-request.ts';
import { EndableWork } from '../endable-work.ts';
import { isOnDisk, resourcePath } from '../resource-path.ts';
import { logFailure } from '../safely.ts';
import { answerTurns } from '../short-turns.ts';
import type { Catalogs } from '../state/catalogs.ts';
import type { CheckedServedFile, OpenDocuments } from '../state/open-documents.ts';
import type { ResourceSettings } from '../state/settings.ts';
import type { WorkspaceFolders } from '../state/workspace-folders.ts';
import type { Writers } from '../state/writers.ts';

interface RewriteDependencies {
  readonly platform: Platform;
  readonly catalogs: Catalogs;
  readonly settings: Pick<ResourceSettings, 'of'>;
  readonly folders: Pick<WorkspaceFolders, 'holding'>;
  readonly documents: Pick<OpenDocuments, 'check'>;
  readonly writers: Writers;
  readonly configurationOf: (path: string) => Promise<Configuration | undefined>;
}

/** A file that can be rewritten, and by whom. */
interface Rewritable {
  readonly open: CheckedServedFile;
  readonly writer: Writer;
  readonly facts: RewriteFacts;
  readonly around: SessionFacts;
}

const failed = { problem: 'See the Skillwright output for details' };

/** Answers the extension's requests for other words. Returns what ends what is asked. */
export function answerRewriteRequests(connection: Connection, dependencies: RewriteDependencies): () => void {
  const { platform, catalogs, settings, folders, documents, writers, configurationOf } = dependencies;
  const rewrites = new EndableWork();
  answerRequest(connection, 'skillwright/rewritePlan', failed, async (params): Promise<PlannedRewrite | Refusal> => {
    const found = await rewritable(params);
    if ('problem' in found) return found;
    const { facts, writer, around } = found;
    return {
      kind: facts.kind,
      writer: writerName(writer),
      isCharged: writer.kind === 'installed',
      findings: facts.findings.length,
      lines: planOfRewrite(facts, around, writer),
    };
  });
  answerRequest(connection, 'skillwright/proposeRewrite', failed, (params, token) =>
    rewrites.run(token, (signal) => propose(params, signal, token)),
  );
  return () => rewrites.end();

  async function propose(
    params: ProposeRewriteParams,
    signal: AbortSignal,
    token: CancellationToken,
  ): Promise<ProposedRewrite | RewriteProblem> {
    const found = await rewritable(params);
    if ('problem' in found) return found;
    const { open, facts, writer } = found;
    const session = await sessionOf(open.uri);
    const asked = await askWriter(writer, {
      platform,
      session,
      program: (await settings.of(open.uri)).claudeCode.path,
      signal,
      askChatModel: (question) => connection.sendRequest('skillwright/askChatModel', question, token),
    });
    if ('problem' in asked) return asked;
    const check = async (text: string) => {
      const found = await checked(open.uri, text);
      // A file that is not checked cannot be judged.
      if (!found) throw new Error('This file is no longer checked');
      return found;
    };
    const proposed = await proposeRewrite(facts, params.maximumCost, { ...asked, check, signal });
    const paid = proposed.cost === undefined ? {} : { cost: proposed.cost };
    if ('problem' in proposed) return { problem: proposed.problem, ...paid };
    const { edits, text, verdict, reasons } = proposed;
    const { uri, version, document } = open;
    const edit = reasons.length > 0 ? undefined : await toFileEdit({ uri, version, text: document.text }, edits);
    return { text, verdict, reasons, ...(edit && { edit }), ...paid };
  }

  async function rewritable({ uri, rules, pages }: RewriteParams): Promise<Rewritable | Refusal> {
    const writer = await writers.of(uri);
    if (!writer) return { problem: 'There is no Claude Code and no chat model, or the workspace is not trusted' };
    const open = isOnDisk(uri) ? await documents.check(uri) : undefined;
    if (!open) return { problem: 'Save the file first' };
    const { document, file } = open;
    if (document.text.length > longestText) return { problem: 'The file is too long to be sent to a model' };
    const wanted = open.findings.filter(({ rule }) => rules.includes(rule) && needsWriter(rule));
    if (wanted.length === 0) return { problem: 'There is nothing left in the file that needs other words' };
    await catalogs.sessions();
    const session = catalogs.around(resourcePath(uri));
    const around = session ? sessionFacts(session.catalog, resourcePath(uri)) : { sentences: [], similar: 0 };
    const found = [...new Set(wanted.map(({ rule }) => rule))];
    const facts = {
      kind: file.kind,
      text: document.text,
      findings: wanted.map(({ rule, message, range }) => {
        return { rule, message, line: document.lines.lineAt(range.start) + 1 };
      }),
      pages: new Map(found.flatMap((rule) => (typeof pages[rule] === 'string' ? [[rule, pages[rule]] as const] : []))),
      facts: around.sentences,
      mark: crypto.randomUUID().slice(0, 8),
    };
    return { open, writer, facts, around };
  }

  async function sessionOf(uri: string): Promise<Session | undefined> {
    return catalogs.around(resourcePath(uri))?.session ?? (await catalogs.session(undefined))?.session;
  }

  async function checked(uri: string, text: string): Promise<CheckedText | undefined> {
    const path = resourcePath(uri);
    return checkedAs(text, {
      files: platform.files,
      environment: platform.environment,
      path,
      session: catalogs.around(path)?.session,
      preferences: { settings: await settings.of(uri), root: folders.holding(path) },
      configurationOf,
      turns: answerTurns(),
      onCrash: (rule, error) => logFailure(`The rule ${rule.id}`, error, connection.console),
    });
  }
}

interface WriterParts {
  readonly platform: Pick<Platform, 'claudeCode' | 'scratchFolders'>;
  /** Where Claude Code would start; undefined without a folder and a home. */
  readonly session: Session | undefined;
  /** The program that the settings name. */
  readonly program: string | undefined;
  readonly signal: AbortSignal;
  readonly askChatModel: (question: AskChatModelParams) => Promise<ChatModelAnswer>;
}

/** How a writer is asked, or why it cannot be. */
async function askWriter(
  { kind }: Writer,
  { platform: { claudeCode, scratchFolders }, session, program: named, signal, askChatModel }: WriterParts,
): Promise<Pick<RewriteMachine, 'ask'> | Refusal> {
  if (kind === 'chat-model') {
    return {
      async ask(question) {
        const answer = await askChatModel({ question, longest: longestAnswer + 1 });
        return { ...answer, cost: undefined };
      },
    };
  }
  const program = await claudeCode.find(named);
  if ('problem' in program) return program;
  if (!session) return { problem: 'There is no folder in which Claude Code could be started' };
  return {
    ask: (question, dollars) => askOnce(question, session, dollars, { claudeCode, scratchFolders, program, signal }),
  };
}
