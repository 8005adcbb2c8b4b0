import type { Session } from '../../../catalog/session.ts';
import type { RunSettings } from './run-settings.ts';

/** The user's choices for one run. */
export interface RunChoice {
  readonly model?: string | undefined;
  readonly permissionMode?: string | undefined;
  /** The id of a session to continue. */
  readonly resume?: string | undefined;
  /** A plugin of the workspace that is loaded for this run only. */
  readonly pluginFolder?: string | undefined;
}

/** Input and output are lines of JSON, and nobody is asked: what needs a question is denied. */
const inEditor = [
  '-p',
  ...['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
  ...['--include-partial-messages', '--include-hook-events', '--forward-subagent-text'],
  ...['--permission-prompts', 'none'],
];

/** The arguments of Claude Code for a run in the editor, in the session that the editor shows. */
export function runArguments(
  { model, permissionMode, maximumCost, maximumTurns, extraArguments }: RunSettings,
  session: Pick<Session, 'addedFolders' | 'pluginFolders'>,
  chosen: RunChoice,
): readonly string[] {
  return [
    ...inEditor,
    ...option('--model', chosen.model ?? model),
    ...option('--permission-mode', chosen.permissionMode ?? permissionMode),
    ...option('--max-budget-usd', maximumCost),
    ...option('--max-turns', maximumTurns),
    ...option('--resume', chosen.resume),
    ...sessionArguments(session, chosen),
    // Last, so that they take precedence.
    ...extraArguments,
  ];
}

/**
 * The arguments of Claude Code in a terminal, where it asks for what is not permitted. The invocation comes first: an
 * option that takes several values would swallow it.
 */
export function terminalArguments(
  { model, permissionMode, extraArguments }: RunSettings,
  session: Pick<Session, 'addedFolders' | 'pluginFolders'>,
  chosen: RunChoice,
  invocation: string,
): readonly string[] {
  return [
    invocation,
    ...option('--model', chosen.model ?? model),
    ...option('--permission-mode', chosen.permissionMode ?? permissionMode),
    ...sessionArguments(session, chosen),
    ...extraArguments,
  ];
}

/** The arguments of Claude Code in a terminal that continues a session. */
export function resumeArguments({ permissionMode, extraArguments }: RunSettings, sessionId: string): readonly string[] {
  return ['--resume', sessionId, ...option('--permission-mode', permissionMode), ...extraArguments];
}

function option(name: string, value: string | number | undefined): readonly string[] {
  return value === undefined ? [] : [name, `${value}`];
}

function sessionArguments(
  { addedFolders, pluginFolders }: Pick<Session, 'addedFolders' | 'pluginFolders'>,
  { pluginFolder }: RunChoice,
): readonly string[] {
  const plugins = [...pluginFolders, ...(pluginFolder === undefined ? [] : [pluginFolder])];
  return [
    ...addedFolders.flatMap((folder) => ['--add-dir', folder]),
    ...plugins.flatMap((folder) => ['--plugin-dir', folder]),
  ];
}

/** The line of standard input that invokes a skill. */
export function invocationLine(invocation: string): string {
  return JSON.stringify({ type: 'user', message: { role: 'user', content: invocation } });
}
