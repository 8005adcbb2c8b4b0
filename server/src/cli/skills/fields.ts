import { type Command, Option } from 'commander';
import { loadCatalog } from '../../catalog/load-catalog.ts';
import { fieldMatrix, fieldMatrixDocument } from '../../jobs/skills/report/field-matrix.ts';
import { memoisingFileSystem } from '../../platform/file-systems/memoising-file-system.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { findRenderable } from '../preview/find-renderable.ts';
import { configuredSession } from '../run-settings.ts';
import { addCatalogOptions, readSession, type SessionOptions } from '../session-options.ts';
import { escapeLines } from '../terminal/escape-control-characters.ts';
import { coloursFor, printJson } from '../terminal/terminal.ts';
import { renderMarkdown } from '../terminal/terminal-markdown.ts';

interface FieldsOptions extends SessionOptions {
  readonly format: 'markdown' | 'json';
}

/** Adds `skillwright fields`. */
export function addFieldsCommand(program: Command): void {
  addCatalogOptions(
    program
      .command('fields')
      .description('show which product reads which field of a skill')
      .argument('<skill>', 'name, folder or file of a skill'),
  )
    .addOption(new Option('--format <format>', 'output format').choices(['markdown', 'json']).default('markdown'))
    .action(async (written: string, options: FieldsOptions) => {
      const session = await configuredSession(
        options,
        await readSession(options, memoisingFileSystem(blockingFileSystem)),
      );
      const loaded = await loadCatalog(session);
      const { skill } = await findRenderable(written, loaded, session);
      const matrix = fieldMatrix(skill.document);
      if (options.format === 'json') {
        printJson({ name: skill.name, ...matrix });
        return;
      }
      const text = escapeLines(fieldMatrixDocument(skill.name, matrix));
      const colours = coloursFor(process.stdout);
      process.stdout.write(colours.isColorSupported ? renderMarkdown(text, colours) : text);
    });
}
