import { type Command, Option } from 'commander';
import type { Session } from '../../catalog/session.ts';
import { settingsPaths } from '../../catalog/settings/session-settings.ts';
import { type CatalogComparison, compareCatalogs } from '../../jobs/review/compare/compare-catalogs.ts';
import type { SavedInvocation } from '../../jobs/review/compare/compare-renderings.ts';
import { comparisonDocument } from '../../jobs/review/compare/comparison-document.ts';
import { memoisingFileSystem } from '../../platform/file-systems/memoising-file-system.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { openRevision, type Revision } from '../../platform/node/git/open-revision.ts';
import { nodeFileSystem } from '../../platform/node/node-file-system.ts';
import { type ExitCode, exitCode, UsageError } from '../exit-code.ts';
import { configuredSession } from '../run-settings.ts';
import { addCatalogOptions, type FolderSession, readSession, type SessionOptions } from '../session-options.ts';
import { escapeLines } from '../terminal/escape-control-characters.ts';
import { coloursFor, printJson } from '../terminal/terminal.ts';
import { renderMarkdown } from '../terminal/terminal-markdown.ts';

interface DiffOptions extends SessionOptions {
  readonly format: 'text' | 'markdown' | 'json';
  readonly invoke?: readonly SavedInvocation[];
  readonly exitCode?: true;
}

/** Adds `skillwright diff`. */
export function addDiffCommand(program: Command): void {
  const command = program
    .command('diff')
    .description('show what changed for the model between two Git revisions')
    .argument('<base>', 'branch, tag or commit')
    .argument('[head]', 'the same for the other side (default: the files on disk)');
  addCatalogOptions(command)
    .option(
      '--invoke </name arguments>',
      'arguments with which a skill is rendered on both sides; repeatable (default: none)',
      collectInvocation,
    )
    .addOption(
      new Option('--format <format>', 'output format; markdown fits a pull request')
        .choices(['text', 'markdown', 'json'])
        .default('text'),
    )
    .option('--exit-code', 'exit with 1 if anything changed')
    .addHelpText(
      'after',
      '\nReads revisions from the Git database and checks nothing out. Commands in texts are not run.\n' +
        'Exits with 0, with 1 for changes if --exit-code is given, with 2 for incorrect usage.',
    )
    .action(async (base: string, head: string | undefined, options: DiffOptions) => {
      process.exitCode = await diff(base, head, options);
    });
}

async function diff(base: string, head: string | undefined, options: DiffOptions): Promise<ExitCode> {
  const session = await configuredSession(options, await readSession(options, memoisingFileSystem(blockingFileSystem)));
  const before = await revisionOf(base, session);
  const after = head === undefined ? undefined : await revisionOf(head, session);
  try {
    const comparison = await compareCatalogs(
      sessionIn(before, session),
      after ? sessionIn(after, session) : session,
      options.invoke ?? [],
    );
    const states = { before: nameOf(base, before), after: head && after ? nameOf(head, after) : undefined };
    print(options.format, {
      json: () => ({
        base: { revision: base, commit: before.commit },
        head: head && after ? { revision: head, commit: after.commit } : null,
        ...comparison,
      }),
      markdown: () => comparisonDocument(states, comparison, session),
    });
    return options.exitCode === true && hasChanges(comparison) ? exitCode.findings : exitCode.clean;
  } finally {
    before.close();
    after?.close();
  }
}

/** The revision, in which the user's own settings of the project are as they are now: git does not keep them. */
async function revisionOf(name: string, session: FolderSession): Promise<Revision> {
  const own = settingsPaths(session).flatMap(({ scope, path }) => (scope === 'local' ? [path] : []));
  const revision = await openRevision(session.folder, name, nodeFileSystem, own);
  if ('problem' in revision) throw new UsageError(`Cannot read ${name}: ${revision.problem}`);
  return revision;
}

function sessionIn({ files }: Revision, session: Session): Session {
  return { ...session, files: memoisingFileSystem(files) };
}

/** A revision as the user wrote it, with the beginning of its id. */
function nameOf(revision: string, { commit }: Revision): string {
  return commit.startsWith(revision) ? revision : `${revision} (${commit.slice(0, 10)})`;
}

function hasChanges({ listing, renames, skills, renderings, trust, offered }: CatalogComparison): boolean {
  return [listing, renames, skills, renderings, trust, offered].some(({ length }) => length > 0);
}

function print(
  format: DiffOptions['format'],
  as: { readonly json: () => object; readonly markdown: () => string },
): void {
  if (format === 'json') printJson(as.json());
  else if (format === 'markdown') process.stdout.write(escapeLines(as.markdown()));
  else process.stdout.write(renderMarkdown(escapeLines(as.markdown()), coloursFor(process.stdout)));
}

/** `/review 12 high` */
function collectInvocation(written: string, before: readonly SavedInvocation[] = []): readonly SavedInvocation[] {
  const [, name = '', given = ''] = /^\/?(\S*)\s*([\s\S]*)$/.exec(written.trim()) ?? [];
  return [...before, { name, arguments: given }];
}
