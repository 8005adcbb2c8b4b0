import type { Session } from '../../../catalog/session.ts';
import { isMap, parseJson } from '../../../document/json-values.ts';
import type { ClaudeCode, ClaudeCodeEnd, ClaudeCodeProcess, ClaudeCodeProgram } from '../../../platform/claude-code.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import {
  type ClaudeCodeAnswers,
  type ControlAnswer,
  type ControlRequest,
  controlRequests,
  readAnswers,
} from './claude-code-answers.ts';
import { conversationArguments } from './conversation-arguments.ts';

/** How long Claude Code may take for all answers, in milliseconds: the first start after an update is slow. */
const answerTimeout = 60_000;

/** How long each further answer may take after the first one, in milliseconds: older releases do not give all of them. */
const furtherTimeout = 10_000;

/** How long it may take to end on its own after that, in milliseconds. */
const endTimeout = 3_000;

/** A port of this machine on which nothing listens. */
const nowhere = 'http://127.0.0.1:9';

/**
 * Keeps Claude Code from reaching a server: no answer needs one. The settings repeat it, because they may set the same
 * variables.
 */
const offline: Readonly<Record<string, string>> = {
  ANTHROPIC_BASE_URL: nowhere,
  HTTPS_PROXY: nowhere,
  HTTP_PROXY: nowhere,
  ALL_PROXY: nowhere,
  NO_PROXY: '',
  https_proxy: nowhere,
  http_proxy: nowhere,
  all_proxy: nowhere,
  no_proxy: '',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
};

/** Starts nothing that settings name: no hooks, and no programs that print keys. */
const withoutPrograms = {
  disableAllHooks: true,
  apiKeyHelper: '',
  awsAuthRefresh: '',
  awsCredentialExport: '',
  gcpAuthRefresh: '',
  otelHeadersHelper: '',
  env: offline,
};

/** The answers of Claude Code, or why there are none, in words. */
type AskResult = { readonly answers: ClaudeCodeAnswers } | Refusal;

export interface AskOptions {
  /** Ends Claude Code and gives up. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for all answers. */
  readonly timeout?: number;
}

/**
 * Asks the installed Claude Code what a session has: it is started in the session's folder, answers control requests
 * and is ended. No model is asked and no server is reached. Hooks and MCP servers are off.
 */
export async function askClaudeCode(
  claudeCode: ClaudeCode,
  program: ClaudeCodeProgram,
  session: Session,
  { signal, timeout = answerTimeout }: AskOptions = {},
): Promise<AskResult> {
  const { folder, environment } = session;
  const at = folder ?? environment.home;
  if (at === undefined) return { problem: 'There is no folder in which Claude Code could be started' };
  const { home } = environment;
  const running = claudeCode.start(program, {
    args: conversationArguments(session, withoutPrograms),
    folder: at,
    environment: { ...offline, ...(home !== undefined && { HOME: home, USERPROFILE: home }) },
    ...(signal && { signal }),
  });
  for (const request of controlRequests) {
    const line = { type: 'control_request', request_id: request.subtype, request };
    running.writeLine(JSON.stringify(line));
  }
  let isLate = false;
  const stopLater = (milliseconds: number) =>
    setTimeout(() => {
      isLate = true;
      void running.stop();
    }, milliseconds);
  let timer = stopLater(timeout);
  const answers = await answersIn(running.lines, () => {
    clearTimeout(timer);
    timer = stopLater(Math.min(timeout, furtherTimeout));
  });
  clearTimeout(timer);
  const end = await endOf(running);
  if (signal?.aborted) return { problem: 'Asking was canceled' };
  if (answers.size > 0) return { answers: readAnswers(answers) };
  if (isLate) return { problem: `Claude Code did not answer within ${Math.round(timeout / 1000)} s` };
  return { problem: whyEnded(end) };
}

/** The answers, until all have arrived or the output ends. Anything else that is written is ignored. */
async function answersIn(
  lines: AsyncIterable<string>,
  answered: () => void,
): Promise<ReadonlyMap<ControlRequest, ControlAnswer>> {
  const answers = new Map<ControlRequest, ControlAnswer>();
  for await (const line of lines) {
    const answer = readLine(line);
    if (!answer) continue;
    answers.set(...answer);
    if (answers.size === controlRequests.length) break;
    answered();
  }
  return answers;
}

function readLine(line: string): readonly [ControlRequest, ControlAnswer] | undefined {
  const event = parseJson(line);
  if (!isMap(event) || event.type !== 'control_response' || !isMap(event.response)) return undefined;
  const { request_id: id, subtype, response, error } = event.response;
  const request = controlRequests.find((it) => it.subtype === id)?.subtype;
  if (request === undefined) return undefined;
  if (subtype === 'success') return [request, { content: response }];
  return [request, { problem: typeof error === 'string' ? error : 'an error' }];
}

/** Lets Claude Code end on its own, because it may be writing its files. */
async function endOf(running: ClaudeCodeProcess): Promise<ClaudeCodeEnd> {
  running.endInput();
  const timer = setTimeout(() => void running.stop(), endTimeout);
  const end = await running.ended;
  clearTimeout(timer);
  return end;
}

function whyEnded({ exitCode, errorOutput, problem }: ClaudeCodeEnd): string {
  if (problem !== undefined) return problem;
  const [said = ''] = errorOutput.trim().split('\n');
  const ended = `Claude Code ended without an answer${exitCode ? ` (status ${exitCode})` : ''}`;
  return said === '' ? ended : `${ended}: ${said}`;
}
