import { type Command, InvalidArgumentError } from 'commander';
import { DEFAULT_EFFORT, EFFORT_LEVELS } from '../../dialect/models.ts';
import { UsageError } from '../exit-code.ts';

/** The options of commands that invoke a skill. */
export interface InvocationOptions {
  readonly args?: string;
  readonly session?: string;
  readonly effort?: string;
}

/**
 * The values of Claude Code's `--permission-mode`, as its `--help` says: only later releases have `auto` and `manual`
 * (which means `default`), and only earlier ones `delegate`.
 */
export const PERMISSION_MODES = [
  'default',
  'acceptEdits',
  'plan',
  'dontAsk',
  'bypassPermissions',
  'auto',
  'manual',
  'delegate',
];

/** Adds the options that describe the turn in which a skill is invoked, after a skill and its arguments as one word. */
export function addInvocationOptions(command: Command): Command {
  return command
    .allowExcessArguments()
    .hook('preAction', (_, { args }) => rejectExtraWords(args))
    .option('--session <id>', 'session ID (default: a new one)', parseSession)
    .option(
      '--effort <level>',
      `effort level of the session: ${EFFORT_LEVELS.join(', ')} (default: ${DEFAULT_EFFORT})`,
      parseEffort,
    );
}

/** The arguments, which are written after the skill or as `--args`; undefined if there are none. */
export function givenArguments(given: string | undefined, { args }: InvocationOptions): string | undefined {
  if (given !== undefined && args !== undefined) throw new UsageError('Specify the arguments only once');
  return given ?? args;
}

/** Several words mean that the quotes around the arguments were forgotten. */
function rejectExtraWords([skill, ...words]: readonly string[]): void {
  if (words.length < 2) return;
  throw new UsageError(`Put quotes around the arguments of ${skill}, as in "${words.join(' ')}"`);
}

function parseSession(value: string): string {
  if (value.trim() !== '') return value;
  throw new InvalidArgumentError('The ID must have at least one character.');
}

function parseEffort(value: string): string {
  const level = value.toLowerCase();
  if (EFFORT_LEVELS.includes(level)) return level;
  throw new InvalidArgumentError(`Allowed choices are ${EFFORT_LEVELS.join(', ')}.`);
}
