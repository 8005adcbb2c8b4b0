import { type Command, InvalidArgumentError } from 'commander';
import type { SessionSettings } from '../catalog/session-settings.ts';
import { DEFAULT_EFFORT, EFFORT_LEVELS } from '../dialect/models.ts';
import type { RenderSession } from '../runtime/renderable-skill.ts';
import type { FolderSession } from './session-options.ts';

/** The options of commands that invoke a skill. */
export interface InvocationOptions {
  readonly session?: string;
  readonly effort?: string;
}

/** Adds the options that stand for the turn in which a skill is invoked. */
export function addInvocationOptions(command: Command): Command {
  return command
    .option('--session <id>', 'id of the session (default: a new one)')
    .option(
      '--effort <level>',
      `effort of the session: ${EFFORT_LEVELS.join(', ')} (default: ${DEFAULT_EFFORT})`,
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

function parseEffort(value: string): string {
  const level = value.toLowerCase();
  if (EFFORT_LEVELS.includes(level)) return level;
  throw new InvalidArgumentError(`Allowed choices are ${EFFORT_LEVELS.join(', ')}.`);
}
