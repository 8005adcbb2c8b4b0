import { type Command, InvalidArgumentError } from 'commander';
import type { SessionSettings } from '../catalog/settings/session-settings.ts';
import { DEFAULT_EFFORT, EFFORT_LEVELS } from '../dialect/models.ts';
import type { RenderSession } from '../runtime/render/renderable-skill.ts';
import { WrongUse } from './exit-code.ts';
import type { FolderSession } from './session-options.ts';

/** The options of commands that invoke a skill. */
export interface InvocationOptions {
  readonly session?: string;
  readonly effort?: string;
}

/**
 * What `--permission-mode` of the client takes, as its `--help` says: `auto` and `manual` (another word for `default`) are
 * of 2.1.329, `delegate` is of 2.1.7.
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

/** Adds the options that stand for the turn in which a skill is invoked, after a skill and its arguments in one word. */
export function addInvocationOptions(command: Command): Command {
  return command
    .allowExcessArguments()
    .hook('preAction', (_, { args }) => refuseFurtherWords(args))
    .option('--session <id>', 'session ID (default: a new one)', parseSession)
    .option(
      '--effort <level>',
      `effort level of the session: ${EFFORT_LEVELS.join(', ')} (default: ${DEFAULT_EFFORT})`,
      parseEffort,
    );
}

/** What the text of a skill depends on besides itself. */
export function renderSession(
  { session, effort }: InvocationOptions,
  { folder }: FolderSession,
  { shellDisabled }: SessionSettings,
): RenderSession {
  const sessionId = session ?? globalThis.crypto.randomUUID();
  return { folder, sessionId, effort: effort ?? DEFAULT_EFFORT, shellDisabled };
}

/** Where the arguments are several words, the quotes around them were forgotten. */
function refuseFurtherWords([skill, ...words]: readonly string[]): void {
  if (words.length < 2) return;
  throw new WrongUse(`Put quotes around the arguments of ${skill}, as in "${words.join(' ')}"`);
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
