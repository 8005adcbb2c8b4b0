import { type Command, Option } from 'commander';
import { loadCatalog } from '../catalog/load-catalog.ts';
import { loadRepository } from '../catalog/repository.ts';
import { memoisingFileSystem } from '../platform/memoising-file-system.ts';
import { nodeFileSystem } from '../platform/node/node-file-system.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import { catalogReport, type SkillFilter, skillFilters } from './reports/catalog-report.ts';
import { listReport } from './reports/list-report.ts';
import { offeredReport, offeredText } from './reports/offered-report.ts';
import { configuredSession } from './run-settings.ts';
import { addCatalogOptions, readSession, type SessionOptions } from './session-options.ts';
import { escapeInJson } from './terminal/escape-control-characters.ts';
import { coloursFor } from './terminal/terminal.ts';

interface ListOptions extends SessionOptions {
  readonly format: 'text' | 'json';
  readonly filter?: SkillFilter;
}

/** Adds `skillwright list`. */
export function addListCommand(program: Command): void {
  const command = program
    .command('list')
    .description('show every skill of a session: which are loaded or hidden, and what the model sees');
  addCatalogOptions(command)
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addOption(new Option('--filter <who>', 'only skills that these can use').choices(skillFilters))
    .addHelpText(
      'after',
      '\nExits with 0, or with 2 for incorrect usage. The output lists sources that cannot be read.',
    )
    .action(async (options: ListOptions) => {
      process.exitCode = await list(options);
    });
}

async function list({ format, filter, ...options }: ListOptions): Promise<ExitCode> {
  const session = await configuredSession(options, await readSession(options, memoisingFileSystem(nodeFileSystem)));
  const loaded = await loadCatalog(session);
  const report = catalogReport(loaded.catalog, filter);
  // A filter is about who can use the skills of the session.
  const repository = filter === undefined ? offeredReport(await loadRepository(loaded, session)) : [];
  if (format === 'json') {
    process.stdout.write(`${escapeInJson(JSON.stringify({ ...report, repository }, null, 2))}\n`);
    return exitCode.clean;
  }
  const shown = { colours: coloursFor(process.stdout), folder: session.folder };
  process.stdout.write(`${listReport(report, shown)}${offeredText(repository, shown)}`);
  return exitCode.clean;
}
