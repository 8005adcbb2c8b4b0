import { readdirSync, readFileSync } from 'node:fs';
import { catalogLocation } from '../../server/src/catalog/file/catalog-location.ts';
import { readFileContext } from '../../server/src/catalog/file/read-file-context.ts';
import { checkFile, defaultSettings } from '../../server/src/features/check/check-file.ts';
import type { Rule } from '../../server/src/rules/rule.ts';
import { repositoryRoot } from '../e2e/host/repository.ts';
import { catalogOf } from '../unit/features/session-of.ts';
import { holdNeeds } from '../unit/rules/hold-needs.ts';
import type { CheckableFile } from './clean-text.ts';

const folder = `${repositoryRoot}/test/mutation/clean/`;
const project = '/home/me/app/.claude';

/** Every third file has the line endings of Windows. */
const isForWindows = (index: number): boolean => index % 3 === 2;

/** The files without mistakes, in a session of their own. */
export async function readCleanFiles(): Promise<CheckableFile[]> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length).replaceAll('\\', '/').replace(/^\//, ''))
    .sort();
  const disk = Object.fromEntries(
    names.map((name, index) => {
      const text = readFileSync(folder + name, 'utf8').replaceAll('\r\n', '\n');
      return [`${project}/${name}`, isForWindows(index) ? text.replaceAll('\n', '\r\n') : text];
    }),
  );
  const { catalog, session } = await catalogOf(disk);
  const files: CheckableFile[] = [];
  for (const path of Object.keys(disk)) {
    const around = /\/(?:SKILL\.md|commands\/[^/]+|agents\/[^/]+)$/.test(path)
      ? await readFileContext(path, session.files, session.environment.home)
      : undefined;
    if (!around) continue;
    const context = { ...around, inCatalog: catalogLocation(catalog, path) };
    const onCrash = (rule: Rule, error: unknown) => {
      throw new Error(`${rule.id} crashed`, { cause: error });
    };
    const recheck = (text: string) => {
      const checked = checkFile(text, context, defaultSettings, onCrash);
      holdNeeds(checked, context, defaultSettings, onCrash);
      return checked;
    };
    const { document, findings, suppressed } = recheck(disk[path]!);
    files.push({ text: disk[path]!, context, document, findings, suppressed, recheck });
  }
  return files;
}
