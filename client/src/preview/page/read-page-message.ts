import { type Check, isMessage, isText, type MessageChecks, partsOf } from '../../views/page-message.ts';
import type { FromPreviewPage, KeptPreview, PreviewView } from './preview-messages.ts';
import { pageCommands } from './preview-page-commands.ts';

const views: readonly PreviewView[] = ['rendered', 'exact', 'messages', 'compaction'];

const isOffset: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isNames: Check = (value) => Array.isArray(value) && value.every(isText);
const isView: Check = (value) => views.includes(value as PreviewView);

/** The required properties of each kind of message. */
const messages: MessageChecks<FromPreviewPage['kind']> = {
  ready: { view: isView, newer: isNames },
  view: { view: isView },
  arguments: { arguments: isText },
  argument: { index: isOffset, value: isText },
  newer: { change: (value) => value === 1 || value === -1 },
  remember: {},
  run: { hash: isText },
  cancel: { hash: isText },
  allow: { hash: isText },
  select: { source: isRange },
  scroll: { offset: isOffset },
  link: { address: isText },
  copy: { text: isText },
  command: { command: (value) => isText(value) && Object.hasOwn(pageCommands, value as string) },
};

/** Validates a message of the page, which displays untrusted text; undefined if it is not valid. */
export function readPageMessage(message: unknown): FromPreviewPage | undefined {
  return isMessage<FromPreviewPage>(message, messages) ? message : undefined;
}

/** Validates the state that VS Code kept, perhaps of another version's page. Drops properties that are not valid. */
export function readKeptPreview(kept: unknown): Pick<Partial<KeptPreview>, 'uri' | 'arguments' | 'locked'> {
  const { uri, arguments: text, locked } = partsOf(kept);
  return {
    ...(typeof uri === 'string' && /^[a-z][a-z\d+.-]*:/i.test(uri) && { uri }),
    ...(typeof text === 'string' && { arguments: text }),
    locked: locked === true,
  };
}

function isRange(value: unknown): boolean {
  const { start, end } = partsOf(value);
  return isOffset(start) && isOffset(end) && (start as number) <= (end as number);
}
