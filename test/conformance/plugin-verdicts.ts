import { readFileContext } from '../../server/src/catalog/file/read-file-context.ts';
import { checkFile, defaultSettings } from '../../server/src/features/check/check-file.ts';
import type { Finding } from '../../server/src/rules/rule.ts';
import { memoryFileSystem } from '../unit/memory-file-system.ts';
import type { PluginInput, PluginObservation } from './recorded-plugin.ts';

const repository = '/repository';

/** The findings in a repository that are not mere advice, and those that say that something does not load. */
export async function findingsIn(input: PluginInput): Promise<readonly Finding[]> {
  const place = (folder: string, texts: Readonly<Record<string, string>> = {}) =>
    Object.entries(texts).map(([name, text]) => [`${folder}/${name}`, text] as const);
  const disk = Object.fromEntries([...place(repository, input.files), ...place('/home', input.home)]);
  const files = memoryFileSystem(disk);
  const found: Finding[] = [];
  for (const [path, text] of Object.entries(disk)) {
    const context = await readFileContext(path, files, '/home');
    if (!context) continue;
    const { findings } = checkFile(text, context, defaultSettings, (rule, error) => {
      throw new Error(`${rule.id} crashed`, { cause: error });
    });
    found.push(...findings.filter(({ severity }) => severity === 'error' || severity === 'warning'));
  }
  return found;
}

/** Whether Claude Code refuses something, or loads it without a part. */
export function isObjectedTo({ validate, added, installed = {}, list = {} }: PluginObservation): boolean {
  const refused = (added ?? null) !== null || Object.values(installed).some((message) => message !== null);
  return refused || validate.errors.length > 0 || Object.values(list).some((errors) => errors.length > 0);
}

/** Whether a plugin cannot be installed, or loads nothing at all. */
export function isLost({ added, installed = {}, session, list = {} }: PluginObservation, input: PluginInput): boolean {
  if ((added ?? null) !== null || Object.values(installed).some((message) => message !== null)) return true;
  const hasErrors = Object.values(list).some((errors) => errors.length > 0);
  return hasErrors && input.install.length > 0 && session?.skills.length === 0;
}
