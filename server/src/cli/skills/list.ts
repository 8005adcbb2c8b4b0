import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Catalog } from '../../catalog/catalog.ts';
import { loadCatalog } from '../../catalog/load-catalog.ts';
import { loadRepository } from '../../catalog/repository.ts';
import type { Session } from '../../catalog/session.ts';
import { askAboutSession } from '../../jobs/claude-code/ask/asked-session.ts';
import { memoisingFileSystem } from '../../platform/file-systems/memoising-file-system.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { withOptionName } from '../claude-code-option.ts';
import { type ExitCode, exitCode, UsageError } from '../exit-code.ts';
import { type AskedReport, askedReport, askedText } from '../reports/asked-report.ts';
import { catalogReport, type SkillFilter, skillFilters } from '../reports/catalog-report.ts';
import { listReport } from '../reports/list-report.ts';
import { offeredReport, offeredText } from '../reports/offered-report.ts';
import { configuredSession } from '../run-settings.ts';
import { addCatalogOptions, readSession, type SessionOptions } from '../session-options.ts';
import { coloursFor, printJson } from '../terminal/terminal.ts';

interface ListOptions extends SessionOptions {
  readonly format: 'text' | 'json' | 'markdown';
  readonly update?: string;
  readonly check?: boolean;
  readonly filter?: SkillFilter;
  readonly ask?: boolean;
  readonly claude?: string;
}

interface LoadedSession {
  readonly session: Session;
  readonly catalog: Catalog;
}

/** Adds `skillwright list`. */
export function addListCommand(program: Command): void {
  const command = program
    .command('list')
    .description('show every skill of a session: which are loaded or hidden, and what the model sees');
  addCatalogOptions(command)
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json', 'markdown']).default('text'))
    .addOption(new Option('--filter <who>', 'only skills that these can use').choices(skillFilters))
    .option('--update <file>', 'with --format markdown, write the tables between the two marks of this page')
    .option('--check', 'with --update, only say whether the page is up to date')
    .option('--ask', 'start the installed Claude Code, without a model or network, and compare what it sees')
    .option('--claude <path>', 'program to ask (default: the installed one)')
    .addHelpText(
      'after',
      [
        '',
        'Exits with 0, or with 2 for incorrect usage. The output lists sources that cannot be read.',
        'With --check, exits with 1 if the page is not up to date.',
        'With --ask, exits with 1 if Claude Code differs or cannot be asked. Its hooks and MCP servers are off.',
      ].join('\n'),
    )
    .action(async (options: ListOptions) => {
      process.exitCode = await list(options);
    });
}

async function list({
  format,
  filter,
  ask,
  claude,
  update,
  check = false,
  ...options
}: ListOptions): Promise<ExitCode> {
  rejectWhatOnlyMarkdownHas({ format, filter, ask, update, check });
  rejectWhatCannotBeAsked(options, ask, claude);
  const session = await configuredSession(options, await readSession(options, memoisingFileSystem(blockingFileSystem)));
  const loaded = await loadCatalog(session);
  if (format === 'markdown') {
    const { listAsMarkdown } = await import('./list-markdown.ts');
    const repository = await loadRepository(loaded, session);
    return listAsMarkdown({ catalog: loaded.catalog, repository, session }, { update, check });
  }
  const report = catalogReport(loaded.catalog, filter);
  // A filter is about who can use the skills of the session.
  const offered = filter === undefined ? await loadRepository(loaded, session) : undefined;
  const repository = offered ? offeredReport(offered) : [];
  const repositoryErrors = offered?.errors ?? [];
  const asked = ask ? await askInstalled(claude, { session, catalog: loaded.catalog }) : undefined;
  const status = asked && !('confirmed' in asked && asked.confirmed) ? exitCode.findings : exitCode.clean;
  if (format === 'json') {
    const all = { ...report, repository, repositoryErrors, ...(asked && { asked }) };
    printJson(all);
    return status;
  }
  const shown = { colours: coloursFor(process.stdout), folder: session.folder };
  process.stdout.write(`${listReport(report, shown)}${offeredText(repository, repositoryErrors, shown)}`);
  if (asked) process.stdout.write(askedText(asked, shown));
  return status;
}

function rejectWhatOnlyMarkdownHas({
  format,
  filter,
  ask,
  update,
  check,
}: { readonly [Key in 'format' | 'filter' | 'ask' | 'update' | 'check']: ListOptions[Key] | undefined }): void {
  if (check && update === undefined) throw new UsageError('--check needs --update FILE');
  if (update !== undefined && format !== 'markdown') throw new UsageError('--update needs --format markdown');
  const [option] = [filter && '--filter', ask && '--ask'].filter(Boolean);
  if (option && format === 'markdown') throw new UsageError(`${option} cannot be combined with --format markdown`);
}

/** Claude Code reads the folder of managed settings that the system has, and starts with no file read. */
function rejectWhatCannotBeAsked(
  { managed, touched, runtime }: SessionOptions,
  ask: boolean | undefined,
  claude: string | undefined,
): void {
  if (claude !== undefined && !ask) throw new UsageError('--claude needs --ask');
  const [option] = [managed && '--managed', touched && '--touched', runtime && '--runtime'].filter(Boolean);
  if (ask && option) throw new UsageError(`--ask cannot be combined with ${option}: the installed Claude Code decides`);
}

/** The program is only loaded, and only started, with `--ask`. */
async function askInstalled(claude: string | undefined, session: LoadedSession): Promise<AskedReport> {
  const { nodeClaudeCode } = await import('../../platform/node/node-claude-code.ts');
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.once('SIGINT', stop);
  try {
    const named = claude === undefined ? undefined : resolve(claude);
    return askedReport(
      await askAboutSession(withOptionName(nodeClaudeCode), named, session, { signal: controller.signal }),
    );
  } finally {
    process.off('SIGINT', stop);
  }
}
