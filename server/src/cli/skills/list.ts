import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Catalog } from '../../catalog/catalog.ts';
import type { SourceError } from '../../catalog/catalog-skill.ts';
import { type LoadedSession, loadCatalog } from '../../catalog/load-catalog.ts';
import { loadRepository, type Repository } from '../../catalog/repository.ts';
import { askAboutSession } from '../../jobs/claude-code/ask/asked-session.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { withOptionName } from '../claude-code-option.ts';
import { type ExitCode, exitCode, UsageError } from '../exit-code.ts';
import { type AnswerReport, answerReport, answerText } from '../reports/answer-report.ts';
import { type CatalogReport, catalogReport } from '../reports/catalog-report.ts';
import { listReport } from '../reports/list-report.ts';
import { type OfferedReport, offeredReport, offeredText } from '../reports/offered-report.ts';
import { type SkillFilter, skillFilters } from '../reports/skill-filters.ts';
import { type SessionSource, sessionFrom } from '../run-settings.ts';
import { addCatalogOptions, type FolderSession, type SessionOptions } from '../session-options.ts';
import { coloursFor, printJson } from '../terminal/terminal.ts';

interface ListOptions extends SessionOptions {
  readonly format: 'text' | 'json' | 'markdown';
  readonly update?: string;
  readonly check?: boolean;
  readonly filter?: SkillFilter;
  readonly ask?: boolean;
  readonly claude?: string;
}

/** The skills of the session, and those that its folder offers to others. */
interface ListReport extends CatalogReport {
  readonly repository: readonly OfferedReport[];
  readonly repositoryErrors: readonly SourceError[];
}

interface ListedSession {
  readonly session: FolderSession;
  readonly catalog: Catalog;
  /** Undefined with a filter. */
  readonly repository: Repository | undefined;
  readonly report: ListReport;
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

async function list(given: ListOptions): Promise<ExitCode> {
  rejectWhatOnlyMarkdownHas(given);
  const { format, filter, ask, claude, update, check = false, ...options } = given;
  rejectWhatCannotBeAsked(options, ask, claude);
  const { session, catalog, repository, report } = await listSession(options, filter, { files: blockingFileSystem });
  if (format === 'markdown' && repository) {
    const { listAsMarkdown } = await import('./list-markdown.ts');
    return listAsMarkdown({ catalog, repository, session }, { update, check });
  }
  const asked = ask ? await askInstalled(claude, { session, catalog }) : undefined;
  const status = asked && !('confirmed' in asked && asked.confirmed) ? exitCode.findings : exitCode.clean;
  if (format === 'json') {
    printJson({ ...report, ...(asked && { asked }) });
    return status;
  }
  const shown = { colours: coloursFor(process.stdout), folder: session.folder };
  const offered = offeredText(report.repository, report.repositoryErrors, shown);
  process.stdout.write(`${listReport(report, shown)}${offered}`);
  if (asked) process.stdout.write(answerText(asked, shown));
  return status;
}

function rejectWhatOnlyMarkdownHas({ format, filter, ask, update, check }: ListOptions): void {
  if (check && update === undefined) throw new UsageError('--check needs --update FILE');
  if (update !== undefined && format !== 'markdown') throw new UsageError('--update needs --format markdown');
  const [option] = [filter && '--filter', ask && '--ask'].filter(Boolean);
  if (option && format === 'markdown') throw new UsageError(`${option} cannot be combined with --format markdown`);
}

/** The skills of a session, and what `list --format json` prints of them. */
export async function listSession(
  options: SessionOptions,
  filter: SkillFilter | undefined,
  source: SessionSource,
): Promise<ListedSession> {
  const session = await sessionFrom(options, source);
  const loaded = await loadCatalog(session);
  // A filter is about who can use the skills of the session.
  const repository = filter === undefined ? await loadRepository(loaded, session) : undefined;
  const report = {
    ...catalogReport(loaded.catalog, filter),
    repository: repository ? offeredReport(repository) : [],
    repositoryErrors: repository?.errors ?? [],
  };
  return { session, catalog: loaded.catalog, repository, report };
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
async function askInstalled(claude: string | undefined, session: LoadedSession): Promise<AnswerReport> {
  const { nodeClaudeCode } = await import('../../platform/node/node-claude-code.ts');
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.once('SIGINT', stop);
  try {
    const named = claude === undefined ? undefined : resolve(claude);
    return answerReport(
      await askAboutSession(withOptionName(nodeClaudeCode), named, session, { signal: controller.signal }),
    );
  } finally {
    process.off('SIGINT', stop);
  }
}
