import type { FromRunPage } from './run-messages.ts';
import { runPageCommands } from './run-page-commands.ts';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';

/** The required properties of each kind of message. */
const messages: Readonly<Record<FromRunPage['kind'], Readonly<Record<string, Check>>>> = {
  ready: {},
  taken: {},
  render: { key: (value) => Number.isSafeInteger(value), text: isText },
  allow: { part: isText },
  setting: {},
  skill: {},
  link: { address: isText },
  command: { command: (value) => isText(value) && Object.hasOwn(runPageCommands, value as string) },
};

/** Validates a message of the page, which displays untrusted text; undefined if it is not valid. */
export function readRunMessage(message: unknown): FromRunPage | undefined {
  const { kind, ...parts } = partsOf(message);
  if (typeof kind !== 'string' || !Object.hasOwn(messages, kind)) return undefined;
  const checks = Object.entries(messages[kind as FromRunPage['kind']]);
  return checks.every(([name, check]) => check(parts[name])) ? (message as FromRunPage) : undefined;
}

/** The run of the state that VS Code kept, perhaps of another version's page. */
export function readKeptRun(kept: unknown): string | undefined {
  const { id } = partsOf(kept);
  return typeof id === 'string' ? id : undefined;
}

function partsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
