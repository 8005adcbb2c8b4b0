import type { Command } from 'commander';
import { Option } from 'commander';
import { loadCatalog } from '../../catalog/load-catalog.ts';
import { nearestWord } from '../../dialect/text/edit-distance.ts';
import { originDocument } from '../../jobs/review/origin/origin-document.ts';
import { isDifferent, type SkillOrigin, skillOrigin } from '../../jobs/review/origin/skill-origin.ts';
import { memoisingFileSystem } from '../../platform/file-systems/memoising-file-system.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { type ExitCode, exitCode, UsageError } from '../exit-code.ts';
import { configuredSession } from '../run-settings.ts';
import { addCatalogOptions, readSession, type SessionOptions } from '../session-options.ts';
import { escapeLines } from '../terminal/escape-control-characters.ts';
import { coloursFor, printJson } from '../terminal/terminal.ts';
import { renderMarkdown } from '../terminal/terminal-markdown.ts';

interface OriginOptions extends SessionOptions {
  readonly format: 'text' | 'markdown' | 'json';
  readonly exitCode?: boolean;
}

/** Adds `skillwright origin`. */
export function addOriginCommand(program: Command): void {
  const command = program
    .command('origin')
    .description('say where skills were installed from, and what has changed since')
    .argument('[skill]', 'name of a skill (default: all skills)');
  addCatalogOptions(command)
    .option('--exit-code', 'exit with 1 if a skill was edited, or differs from its source or a copy')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'markdown', 'json']).default('text'))
    .addHelpText(
      'after',
      '\nReads skills-lock.json, ~/.agents/.skill-lock.json, the plugin cache and copies in .agents/skills. Writes and fetches nothing.',
    )
    .action(async (written: string | undefined, options: OriginOptions) => {
      process.exitCode = await origin(written, options);
    });
}

async function origin(written: string | undefined, options: OriginOptions): Promise<ExitCode> {
  const session = await configuredSession(options, await readSession(options, memoisingFileSystem(blockingFileSystem)));
  const { catalog } = await loadCatalog(session);
  const name = written?.replace(/^\//, '');
  const all = catalog.skills();
  const skills = name === undefined ? all : all.filter((skill) => skill.name === name || skill.alias === name);
  if (name !== undefined && skills.length === 0) {
    const names = all.map((skill) => skill.name);
    const near = nearestWord(name, names);
    throw new UsageError(
      `No such skill: ${written}${near === undefined ? '; `skillwright list` shows all skills' : `; did you mean ${near}?`}`,
    );
  }
  const origins: SkillOrigin[] = [];
  // One after the other: a folder may be large.
  for (const skill of skills) {
    const found = await skillOrigin(skill, session);
    if (found) origins.push(found);
  }
  if (options.format === 'json') printJson({ skills: origins });
  else {
    const text = escapeLines(originDocument(origins, session));
    process.stdout.write(options.format === 'markdown' ? text : renderMarkdown(text, coloursFor(process.stdout)));
  }
  return options.exitCode === true && origins.some(isDifferent) ? exitCode.findings : exitCode.clean;
}
