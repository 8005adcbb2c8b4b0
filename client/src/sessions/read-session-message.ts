import { isMessage, isText, type MessageChecks, partsOf } from '../views/page-message.ts';
import type { FromSessionPage, SessionSubject } from './session-messages.ts';

/** The required properties of each kind of message. */
const messages: MessageChecks<FromSessionPage['kind']> = {
  ready: {},
  taken: {},
  stop: {},
  command: { command: (value) => value === 'allow' || value === 'again' || value === 'restartServer' },
  file: {},
  copy: {},
  session: { id: isText },
  skill: { id: isText, name: isText },
  compare: { line: isText },
};

/** Validates a message of the page, which displays untrusted text; undefined if it is not valid. */
export function readSessionMessage(message: unknown): FromSessionPage | undefined {
  return isMessage<FromSessionPage>(message, messages) ? message : undefined;
}

/** The subject of a page whose state VS Code kept, perhaps another version's. */
export function readKeptSubject(kept: unknown): SessionSubject | undefined {
  const { kind, id, name } = partsOf(partsOf(kept).subject);
  if (typeof id !== 'string') return undefined;
  if (kind === 'session') return { kind, id };
  return kind === 'skill' && typeof name === 'string' ? { kind, id, name } : undefined;
}
