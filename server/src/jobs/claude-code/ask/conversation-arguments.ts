import type { Session } from '../../../catalog/session.ts';
import { sessionArguments } from './session-arguments.ts';

/**
 * The arguments with which Claude Code reads and writes lines of JSON in a session, starts no MCP servers and leaves no
 * transcript.
 *
 * @param settings take precedence over those of the user and the project
 * @param others come before those of the session
 */
export function conversationArguments(
  session: Session,
  settings: object,
  others: readonly string[] = [],
): readonly string[] {
  return [
    '-p',
    ...['--input-format', 'stream-json'],
    ...['--output-format', 'stream-json'],
    '--verbose',
    '--strict-mcp-config',
    '--no-session-persistence',
    ...['--settings', JSON.stringify(settings)],
    ...others,
    ...sessionArguments(session),
  ];
}
