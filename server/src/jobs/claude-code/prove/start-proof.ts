import type { Session } from '../../../catalog/session.ts';
import type { SessionSettings } from '../../../catalog/settings/session-settings.ts';
import { capabilities } from '../../../dialect/runtimes/capabilities.ts';
import { parseMap } from '../../../document/json-values.ts';
import type { ClaudeCode, ClaudeCodeProgram } from '../../../platform/claude-code.ts';
import type { ModelRequest, ModelServer, ModelServers } from '../../../platform/model-server.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { ScratchFolder, ScratchFolders } from '../../../platform/scratch-folders.ts';
import { sessionArguments } from '../ask/session-arguments.ts';
import { mirroredConfig, mirroredFolder, withOwnPlaces } from './mirrored-config.ts';
import { proofEnvironment, serverVariables } from './proof-environment.ts';
import { proofSettings } from './started-programs.ts';

/** Everything outside that a proof needs. */
export interface ProofMachine {
  readonly claudeCode: ClaudeCode;
  readonly modelServers: ModelServers;
  readonly scratchFolders: ScratchFolders;
}

/** A prompt for Claude Code in a session. */
interface ProofPrompt {
  readonly session: Session;
  readonly settings: SessionSettings;
  /** Where Claude Code is started. */
  readonly folder: string;
  readonly sessionId: string;
  readonly effort: string;
  readonly prompt: string;
  readonly runsCommands: boolean;
  readonly signal: AbortSignal | undefined;
}

/** The requests that Claude Code sent for a prompt, and its result. The mirrored configuration is named as the user's own in all of it. */
export interface SentPrompt {
  readonly version: string | undefined;
  readonly requests: readonly ModelRequest[];
  /** Its final message. */
  readonly result: string | undefined;
}

/** Milliseconds until Claude Code must have answered: a first start after an update is slow. */
const answerTimeout = 90_000;

/** The same if it runs commands, each of which may take two minutes. */
const commandsTimeout = 360_000;

/** Milliseconds that Claude Code may take to end after it has answered. */
const endTimeout = 3_000;

/**
 * Starts Claude Code with a prompt in the session's folder, against a substitute for the model on this machine and a
 * mirrored configuration. It writes nothing elsewhere, and starts neither hooks nor MCP servers.
 */
export async function startProof(
  program: ClaudeCodeProgram,
  prompt: ProofPrompt,
  { claudeCode, modelServers, scratchFolders }: ProofMachine,
): Promise<SentPrompt | Refusal> {
  const server = await modelServers.start([]);
  let scratch: ScratchFolder | undefined;
  try {
    scratch = await scratchFolders.create();
    await scratch.write(await entriesOf(prompt, server, scratch.path));
    const said = await converse(program, prompt, server, scratch.path, claudeCode);
    if ('problem' in said) return said;
    const requests = withOwnPlaces(server.requests, scratch.path, prompt.session);
    const result = said.result === undefined ? undefined : withOwnPlaces(said.result, scratch.path, prompt.session);
    if (requests.length === 0 && result === undefined) return { problem: `Claude Code sent nothing. ${said.ending}` };
    return { version: said.version ?? program.version, requests, result };
  } finally {
    await server.close();
    await scratch?.remove().catch(() => {});
  }
}

const settingsFile = 'settings-of-the-command-line.json';
const temporaryFolder = 'tmp';

async function entriesOf({ session, settings, runsCommands }: ProofPrompt, server: ModelServer, root: string) {
  // Settings of the project may name another server in their `env`, which counts more than the environment.
  const variables = { ...serverVariables(server), CLAUDE_CONFIG_DIR: `${root}/${mirroredFolder}` };
  const text = JSON.stringify(proofSettings(settings, variables, runsCommands), undefined, 2);
  return [
    ...(await mirroredConfig(session, settings)),
    { path: settingsFile, text },
    { path: `${temporaryFolder}/.keep`, text: '' },
  ];
}

async function converse(
  program: ClaudeCodeProgram,
  prompt: ProofPrompt,
  server: ModelServer,
  root: string,
  claudeCode: ClaudeCode,
): Promise<{ version: string | undefined; result: string | undefined; ending: string } | Refusal> {
  const { session, folder, runsCommands } = prompt;
  const tooLong = AbortSignal.timeout(runsCommands ? commandsTimeout : answerTimeout);
  const environment = proofEnvironment({
    session,
    config: `${root}/${mirroredFolder}`,
    temporary: `${root}/${temporaryFolder}`,
    server,
    runsCommands,
  });
  const running = claudeCode.start(program, {
    args: argumentsOf(prompt, `${root}/${settingsFile}`),
    folder,
    environment,
    isolated: true,
    signal: prompt.signal ? AbortSignal.any([prompt.signal, tooLong]) : tooLong,
  });
  // Not as a message of a stream, which may arrive after Claude Code has read added folders again, under other names.
  // Nor as an argument, whose length is limited. The line ending does not count: the end of a prompt is trimmed.
  running.writeLine(prompt.prompt);
  running.endInput();
  let version: string | undefined;
  let result: string | undefined;
  let ending: ReturnType<typeof setTimeout> | undefined;
  for await (const line of running.lines) {
    const event = parseMap(line);
    if (event?.subtype === 'init' && typeof event.claude_code_version === 'string') version = event.claude_code_version;
    if (event?.type !== 'result') continue;
    result = typeof event.result === 'string' ? event.result : '';
    ending ??= setTimeout(() => void running.stop(), endTimeout);
  }
  const { exitCode, errorOutput, problem } = await running.ended;
  clearTimeout(ending);
  if (prompt.signal?.aborted) return { problem: 'Cancelled' };
  if (tooLong.aborted && result === undefined) return { problem: 'Claude Code took too long to answer' };
  if (problem !== undefined) return { problem };
  const said = errorOutput.trim().split('\n').slice(-3).join(' ');
  return {
    version,
    result,
    ending: said === '' ? `It ended with status ${exitCode ?? 'unknown'}` : `It says: ${said}`,
  };
}

/** Flags that every supported release has; the effort is one of the later releases. */
function argumentsOf({ session, sessionId, effort }: ProofPrompt, settings: string): string[] {
  return [
    ...['-p', '--output-format', 'stream-json', '--verbose'],
    ...['--settings', settings, '--strict-mcp-config', '--no-session-persistence'],
    ...(isSessionId(sessionId) ? ['--session-id', sessionId] : []),
    ...(capabilities(session.runtime).tellsCommandsOfSession ? ['--effort', effort] : []),
    ...sessionArguments(session),
  ];
}

/** Claude Code accepts nothing else. */
export function isSessionId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}
