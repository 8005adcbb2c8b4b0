import { type Command, InvalidArgumentError, Option } from 'commander';
import { URI } from 'vscode-uri';
import { loadCatalog } from '../../catalog/load-catalog.ts';
import { SELECTABLE_TARGETS } from '../../dialect/targets.ts';
import { budgetReport } from '../../jobs/budget/budget-report.ts';
import { startContext } from '../../jobs/budget/start-context.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { lastPart } from '../../platform/paths.ts';
import { atOnce } from '../../platform/work-turns.ts';
import type { BudgetReport } from '../../protocol.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { budgetText } from '../reports/budget-text.ts';
import { type SessionSource, sessionFrom } from '../run-settings.ts';
import { addCatalogOptions, type SessionOptions } from '../session-options.ts';
import { coloursFor, printJson, printLine } from '../terminal/terminal.ts';

/** The session, and what is assumed instead of what it has. */
interface AssumedBudget extends SessionOptions {
  readonly contextWindow?: number;
  readonly budget?: number;
}

interface BudgetOptions extends AssumedBudget {
  readonly format: 'text' | 'json';
  readonly max?: BudgetLimit;
}

/** How much the listing may take before the command fails. */
interface BudgetLimit {
  readonly amount: number;
  readonly unit: '%' | 'columns';
}

/** Adds `skillwright budget`. */
export function addBudgetCommand(program: Command): void {
  addCatalogOptions(program.command('budget').description('show how the skill listing fits its budget'))
    .option('--context-window <tokens>', 'assume this context window', parseCount)
    .option('--budget <chars>', 'assume this budget', parseCount)
    .option('--max <limit>', 'fail above this limit: columns, or a share of the budget such as 80%', parseLimit)
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      '\n--target codex and --target vscode add their lists, as if the same skills were installed there.\nExits with 0, with 1 if the listing exceeds --max, with 2 for incorrect usage.',
    )
    .action(async (options: BudgetOptions) => {
      process.exitCode = await budget(options);
    });
}

async function budget(options: BudgetOptions): Promise<ExitCode> {
  const report = await sessionBudget(options, { files: blockingFileSystem, tell: printLine });
  if (options.format === 'json') printJson(report);
  else process.stdout.write(budgetText(report, coloursFor(process.stdout)));
  return options.max && exceeds(report, options.max) ? exitCode.findings : exitCode.clean;
}

/** How the listing of a session fits its budget: what `budget --format json` prints. */
export async function sessionBudget(options: AssumedBudget, source: Required<SessionSource>): Promise<BudgetReport> {
  const session = await sessionFrom(options, source);
  const { catalog } = await loadCatalog(session);
  const { contextWindow, budget } = options;
  const whatIf = { ...(contextWindow !== undefined && { contextWindow }), ...(budget !== undefined && { budget }) };
  const info = {
    uri: URI.file(session.folder).toString(),
    name: lastPart(session.folder),
  };
  const targets = options.target ?? [];
  const context = await startContext(session);
  const report = atOnce(budgetReport(catalog, whatIf, context, info, [], catalog, targets));
  const unknown = targets.filter((id) => !report.targets.some(({ target }) => target === id));
  const titleOf = (id: string) => SELECTABLE_TARGETS.find((target) => target.id === id)!.title;
  for (const id of unknown) source.tell(`${titleOf(id)} documents no budget for its list of skills`);
  return report;
}

function exceeds(report: BudgetReport, { amount, unit }: BudgetLimit): boolean {
  const limit = unit === '%' ? (report.budget * amount) / 100 : amount;
  if (report.wanted <= limit) return false;
  process.stderr.write(
    `skillwright: the full listing takes ${report.wanted} ${report.unit}, but --max allows ${Math.floor(limit)}\n`,
  );
  return true;
}

function parseCount(value: string): number {
  const count = Number(value);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new InvalidArgumentError('Enter a whole number greater than 0.');
}

function parseLimit(value: string): BudgetLimit {
  const isShare = value.endsWith('%');
  return { amount: parseCount(isShare ? value.slice(0, -1) : value), unit: isShare ? '%' : 'columns' };
}
