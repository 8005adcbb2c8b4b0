import type { Session } from '../../catalog/session.ts';
import type { RunSettings } from './run-settings.ts';

/** What is chosen for one run. */
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
  const option = (name: string, value: string | number | undefined) => (value === undefined ? [] : [name, `${value}`]);
  const plugins = [...session.pluginFolders, ...(chosen.pluginFolder === undefined ? [] : [chosen.pluginFolder])];
  return [
    ...inEditor,
    ...option('--model', chosen.model ?? model),
    ...option('--permission-mode', chosen.permissionMode ?? permissionMode),
    ...option('--max-budget-usd', maximumCost),
    ...option('--max-turns', maximumTurns),
    ...option('--resume', chosen.resume),
    ...session.addedFolders.flatMap((folder) => ['--add-dir', folder]),
    ...plugins.flatMap((folder) => ['--plugin-dir', folder]),
    // Last, so that they take precedence.
    ...extraArguments,
  ];
}

/** The line of standard input that invokes a skill. */
export function invocationLine(invocation: string): string {
  return JSON.stringify({ type: 'user', message: { role: 'user', content: invocation } });
}
