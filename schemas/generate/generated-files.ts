import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { configurationSchema } from './configuration-schema.ts';
import { consumerIdText, runtimeTypesText } from './dialect-types.ts';
import { format } from './format.ts';
import { withLineEndingsOf } from './generated-section.ts';
import { generatedPackage, readPackageSettings } from './package-settings.ts';
import { findRules, readRules } from './read-rules.ts';
import { filesOfRelease, readReleaseFacts, releaseText, withReleaseFacts } from './release-facts.ts';
import { ruleIdText, ruleListText } from './rule-list.ts';
import { rulePage, rulesIndex } from './rule-pages.ts';
import { settingsPage } from './settings-table.ts';

/** A file that is generated, completely or in part. */
export interface GeneratedFile {
  /** Relative to the root, with slashes. */
  readonly path: string;
  /** Empty if there is no such file. */
  readonly written: string;
  /** What it should be. */
  readonly generated: string;
}

/**
 * Everything that is generated from the rules, from `schemas/dialects.json` and from `package.json`, compared with the
 * files of a repository.
 *
 * @throws {Error} if a file lacks its generated section, or a page has no rule
 */
export async function generateFiles(root: string): Promise<readonly GeneratedFile[]> {
  const files: GeneratedFile[] = [];
  const generate = async (file: string, make: (written: string) => string | Promise<string>): Promise<string> => {
    const written = await readIfPresent(path.join(root, file));
    try {
      const generated = await make(written);
      files.push({ path: file, written, generated });
      return generated;
    } catch (error) {
      throw new Error(`${file} ${(error as Error).message}`, { cause: error });
    }
  };
  /** A file with nothing but what is generated. */
  const generateWhole = (file: string, source: string) =>
    generate(file, async (written) => withLineEndingsOf(written, await format(source, file, root)));

  await generateWhole('server/src/dialect/runtimes/generated/runtime-types.d.ts', runtimeTypesText());
  await generateWhole('server/src/dialect/consumer-id.ts', consumerIdText());
  const ids = await findRules(root);
  await generateWhole('server/src/rules/rules-by-group.ts', ruleListText(ids));
  await generateWhole('server/src/rules/rule-id.ts', ruleIdText(ids));

  const groups = await readRules(ids);
  const rules = groups.flatMap((group) => group.rules);
  const packageText = await generate('package.json', (text) =>
    withReleaseFacts(generatedPackage(text, rules), readReleaseFacts(text)),
  );
  const release = readReleaseFacts(packageText);
  await generateWhole('server/src/platform/release.ts', releaseText(release));
  for (const file of filesOfRelease) await generate(file, (text) => withReleaseFacts(text, release));

  const settings = readPackageSettings(packageText);
  const schema = configurationSchema(settings, rules);
  await generateWhole('schemas/skillwright.config.schema.json', JSON.stringify(schema, undefined, 2));

  await generate('docs/guide/settings.md', (page) => settingsPage(page, settings));
  await generate('docs/rules/README.md', (page) => rulesIndex(page, groups));
  for (const group of groups) {
    for (const rule of group.rules) await generate(`docs/rules/${rule.id}.md`, (page) => rulePage(page, rule, group));
  }
  await expectNoOtherPages(root, files);
  return files;
}

/** Pages of rules that were removed or renamed would stay. */
async function expectNoOtherPages(root: string, files: readonly GeneratedFile[]): Promise<void> {
  const pages = (await readdir(path.join(root, 'docs/rules'))).map((name) => `docs/rules/${name}`);
  const unknown = pages.find((page) => !files.some((file) => file.path === page));
  if (unknown !== undefined) throw new Error(`${unknown} is the page of no rule`);
}

async function readIfPresent(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
