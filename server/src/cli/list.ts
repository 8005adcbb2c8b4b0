import { type Command, Option } from 'commander';
import { loadCatalog } from '../catalog/load-catalog.ts';
import { memoisingFileSystem } from '../platform/memoising-file-system.ts';
import { nodeFileSystem } from '../platform/node/node-file-system.ts';
import { catalogReport, type SkillFilter, skillFilters } from './catalog-report.ts';
import { escapeInJson } from './escape-control-characters.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import { listReport } from './list-report.ts';
import { configuredSession } from './run-settings.ts';
import { addCatalogOptions, readSession, type SessionOptions } from './session-options.ts';
import { coloursFor } from './terminal.ts';

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
  const { catalog } = await loadCatalog(session);
  const report = catalogReport(catalog, filter);
  if (format === 'json') process.stdout.write(`${escapeInJson(JSON.stringify(report, null, 2))}\n`);
  else process.stdout.write(listReport(report, { colours: coloursFor(process.stdout), folder: session.folder }));
  return exitCode.clean;
}
