import { counted } from '../../document/text/numbers.ts';
import type { Unread } from './read-session.ts';

/** Files that are named. */
const maxFiles = 20;

/** The parts that could not be read, in sentences without full stop, so that no figure is silently too small. */
export function unreadRemarks({ broken, tooLong, files }: Unread, dropped = 0): string[] {
  return [
    ...(broken > 0 ? [`${counted(broken, 'line')} not counted: cut off, or not as Claude Code writes them`] : []),
    ...(tooLong > 0 ? [`${counted(tooLong, 'line')} too long to be read`] : []),
    ...(dropped > 0 ? [`${counted(dropped, 'event')} not counted, because there are too many`] : []),
    ...files.slice(0, maxFiles).map(({ path, reason }) => `Cannot be read: ${path} (${reason})`),
  ];
}
