import type { FromSessionPage, SessionSubject } from './session-messages.ts';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';

/** The required properties of each kind of message. */
const messages: Readonly<Record<FromSessionPage['kind'], Readonly<Record<string, Check>>>> = {
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
  const { kind, ...parts } = partsOf(message);
  if (typeof kind !== 'string' || !Object.hasOwn(messages, kind)) return undefined;
  const checks = Object.entries(messages[kind as FromSessionPage['kind']]);
  return checks.every(([name, check]) => check(parts[name])) ? (message as FromSessionPage) : undefined;
}

/** What the page is about of which VS Code kept the state, perhaps another version's. */
export function readKeptSubject(kept: unknown): SessionSubject | undefined {
  const { kind, id, name } = partsOf(partsOf(kept).subject);
  if (typeof id !== 'string') return undefined;
  if (kind === 'session') return { kind, id };
  return kind === 'skill' && typeof name === 'string' ? { kind, id, name } : undefined;
}

function partsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
