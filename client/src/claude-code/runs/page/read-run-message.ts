import { isMessage, isText, type MessageChecks, partsOf } from '../../../views/page-message.ts';
import type { FromRunPage } from './run-messages.ts';
import { runPageCommands } from './run-page-commands.ts';

/** The required properties of each kind of message. */
const messages: MessageChecks<FromRunPage['kind']> = {
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
  return isMessage<FromRunPage>(message, messages) ? message : undefined;
}

/** The run of the state that VS Code kept, perhaps of another version's page. */
export function readKeptRun(kept: unknown): string | undefined {
  const { id } = partsOf(kept);
  return typeof id === 'string' ? id : undefined;
}
