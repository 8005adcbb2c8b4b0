import { dirname } from 'node:path';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Repository } from '../../catalog/repository.ts';
import { replaceMarkedSection, type SectionMarks } from '../../document/text/marked-section.ts';
import { collectionTables } from '../../jobs/skills/report/collection-table.ts';
import { slashedPath } from '../../platform/slashed-path.ts';
import { type ExitCode, exitCode, UsageError } from '../exit-code.ts';
import { NotReplaced, replaceFile } from '../files/replace-file.ts';
import { pathFromFolder } from '../reports/path-from-folder.ts';
import { absolutePath, type FolderSession } from '../session-options.ts';
import { printLine } from '../terminal/terminal.ts';

const marks: SectionMarks = { begin: '<!-- begin skillwright list -->', end: '<!-- end skillwright list -->' };

interface MarkdownOptions {
  /** The page that has the tables between two marks; undefined to print them. */
  readonly update: string | undefined;
  /** Only says whether the page is up to date. */
  readonly check: boolean;
}

/** Prints the tables of a repository's skills, or writes them between the marks of a page. */
export async function listAsMarkdown(
  { catalog, repository, session }: { catalog: Catalog; repository: Repository; session: FolderSession },
  { update, check }: MarkdownOptions,
): Promise<ExitCode> {
  const shown = { catalog, repository, root: session.folder };
  if (update === undefined) {
    process.stdout.write(`${collectionTables(shown, session.folder)}\n`);
    return exitCode.clean;
  }
  const path = absolutePath(session.folder, update);
  const bytes = await session.files.readFile(path);
  if (!bytes) {
    const reason = (await session.files.whyUnreadable(path, 'file')) ?? 'no such file';
    throw new UsageError(`The page cannot be read: ${path} (${reason})`);
  }
  const page = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const updated = replaceMarkedSection(page, marks, collectionTables(shown, slashedPath(dirname(path))));
  if (updated === undefined) {
    throw new UsageError(
      `${path} must have one line \`${marks.begin}\` and after it one line \`${marks.end}\`. The tables go between them`,
    );
  }
  const name = pathFromFolder(path, session.folder);
  if (updated === page) {
    printLine(`${name} is up to date`);
    return exitCode.clean;
  }
  if (check) {
    printLine(`${name} is not up to date: the skills have changed. Run the same command without --check`);
    return exitCode.findings;
  }
  try {
    await replaceFile(path, bytes, updated);
  } catch (error) {
    if (!(error instanceof NotReplaced)) throw error;
    throw new UsageError(`${path} was not updated: it ${error.message}`);
  }
  printLine(`${name} updated`);
  return exitCode.clean;
}
