import type { CommandName } from '../../contributions/commands.ts';
import { type Check, isMessage, isText, type MessageChecks, partsOf } from '../../views/page-message.ts';
import type { FromResultsPage, ResultsPageCommand } from './result-messages.ts';

/** The only commands that the page can run. */
export const resultsPageCommands: Readonly<Record<ResultsPageCommand, CommandName>> = {
  compare: 'compareResults',
  runOldVersion: 'runOldVersion',
  judge: 'judgeResults',
  export: 'exportResults',
  restartServer: 'restartServer',
  showOutput: 'showOutput',
};

const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isAbsentOr =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

const isFlag: Check = (value) => typeof value === 'boolean';
const judged = { caseIndex: isCount, run: isText, statement: isCount, isMet: isFlag };

/** The properties of each kind of message. */
const messages: MessageChecks<FromResultsPage['kind']> = {
  ready: {},
  runs: { caseIndex: isCount },
  open: { uri: isText, line: isAbsentOr(isCount) },
  compareFiles: { left: isText, right: isText, title: isText },
  judge: judged,
  explain: judged,
  show: { uri: isText },
  compareWith: { uri: isAbsentOr(isText) },
  command: { command: (value) => isText(value) && Object.hasOwn(resultsPageCommands, value as string) },
};

/** Validates a message of the page, which displays untrusted text; undefined if it is not valid. */
export function readResultsMessage(message: unknown): FromResultsPage | undefined {
  return isMessage<FromResultsPage>(message, messages) ? message : undefined;
}

/** The result shown according to the state that VS Code kept, perhaps of another version's page. */
export function readKeptResults(
  kept: unknown,
): { readonly uri: string; readonly against: string | undefined } | undefined {
  const { uri, against } = partsOf(kept);
  if (typeof uri !== 'string') return undefined;
  return { uri, against: typeof against === 'string' ? against : undefined };
}
