import { type Command, Option } from 'commander';
import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { loadCatalog } from '../../catalog/load-catalog.ts';
import { nearestWord } from '../../dialect/text/edit-distance.ts';
import { hasTriggerSet } from '../../jobs/evaluations/triggers/find-trigger-set.ts';
import { whyUsed } from '../../jobs/skills/why/why-used.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { UsageError } from '../exit-code.ts';
import { type WhyAnswer, whyAnswers, whyText } from '../reports/why-report.ts';
import { type SessionSource, sessionFrom } from '../run-settings.ts';
import { absolutePath, addCatalogOptions, type FolderSession, type SessionOptions } from '../session-options.ts';
import { coloursFor, printJson } from '../terminal/terminal.ts';

interface WhyOptions extends SessionOptions {
  readonly format: 'text' | 'json';
}

/** The output of `why --format json`. Keys may be added, never changed. */
interface WhyReport {
  readonly name: string;
  readonly path: string;
  readonly answers: readonly WhyAnswer[];
}

/** Adds `skillwright why`. */
export function addWhyCommand(program: Command): void {
  addCatalogOptions(
    program
      .command('why')
      .description('say why the model does not use a skill, or uses it too often')
      .argument('<skill>', 'name, folder or file of a skill')
      .argument('[request]', 'what was typed when it should have been used'),
  )
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addHelpText('after', '\nReads files only. Exits with 0, or with 2 for incorrect usage.')
    .action(async (written: string, request: string | undefined, { format, ...options }: WhyOptions) => {
      const report = await explainUse(written, request, options, { files: blockingFileSystem });
      if (format === 'json') printJson(report);
      else process.stdout.write(whyText(report.answers, coloursFor(process.stdout)));
    });
}

/**
 * The reasons why the model does not use a skill of the session, or uses it too often.
 *
 * @param request what was typed when it should have been used
 * @throws {UsageError} if there is no such skill
 */
export async function explainUse(
  written: string,
  request: string | undefined,
  options: SessionOptions,
  source: SessionSource,
): Promise<WhyReport> {
  const session = await sessionFrom(options, source);
  const { catalog } = await loadCatalog(session);
  const skill = skillOf(written, catalog, session);
  const known = { hasTriggerSet: await hasTriggerSet(skill, session.files), request };
  const answers = await whyUsed(catalog, skill.id, session, known);
  return { name: skill.name, path: skill.path, answers: whyAnswers(answers ?? []) };
}

function skillOf(written: string, catalog: Catalog, { folder }: FolderSession): CatalogSkill {
  const name = written.trim().replace(/^\//, '');
  if (name === '') throw new UsageError('Specify a skill; `skillwright list` shows all');
  const [named] = catalog.named(name);
  const found = named ?? catalog.at(absolutePath(folder, written));
  if (found) return found;
  const near = nearestWord(
    name,
    catalog.skills().map((skill) => skill.name),
  );
  const advice = near === undefined ? '; `skillwright list` shows all' : `; did you mean ${near}?`;
  throw new UsageError(`The session has no such skill: ${name}${advice}`);
}
