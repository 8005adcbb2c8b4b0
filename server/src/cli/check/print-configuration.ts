import {
  type Explained,
  type ExplainedSettings,
  explainSettings,
  type SettingSource,
} from '../../features/check/explained-settings.ts';
import { memoisingFileSystem } from '../../platform/file-systems/memoising-file-system.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { pathFromFolder } from '../reports/path-from-folder.ts';
import { configurationLookup, preferencesOf } from '../run-settings.ts';
import { absolutePath, readSession } from '../session-options.ts';
import { escapeLines } from '../terminal/escape-control-characters.ts';
import { printJson } from '../terminal/terminal.ts';
import type { CheckOptions } from './check-options.ts';

/** Shows the settings with which a file would be checked, and what set each of them. The file need not exist. */
export async function printConfiguration(file: string, options: CheckOptions): Promise<void> {
  const files = memoisingFileSystem(blockingFileSystem);
  const session = await readSession(options, files);
  const given = absolutePath(session.folder, file);
  const path = (await files.realPath(given)) ?? given;
  const configurationOf = await configurationLookup(options, session, files);
  const explained = explainSettings(path, await configurationOf(path), preferencesOf(options));
  const shownSource = (source: SettingSource): string => {
    if (source === 'default') return 'default';
    if (source === 'option') return 'command line';
    return [pathFromFolder(source.source, session.folder), ...source.keys].join(' › ');
  };
  if (options.format === 'json') printJson(toJson(path, explained, shownSource));
  else
    process.stdout.write(
      escapeLines(`${toText(pathFromFolder(path, session.folder), explained, shownSource).join('\n')}\n`),
    );
}

type ShownSource = (source: SettingSource) => string;

function toJson(
  path: string,
  { isExcluded, runtime, targets, rules, ruleOptions }: ExplainedSettings,
  shown: ShownSource,
) {
  const setting = ({ value, source }: Explained<unknown>) => ({ value, source: shown(source) });
  const settings = (all: ReadonlyMap<string, Explained<unknown>>) =>
    Object.fromEntries([...all].map(([id, one]) => [id, setting(one)]));
  return {
    file: path,
    excluded: isExcluded,
    runtime: setting(runtime),
    targets: setting(targets),
    rules: settings(rules),
    ruleOptions: settings(ruleOptions),
  };
}

/** The rules at their defaults are only counted: every rule is in the JSON. */
function toText(
  path: string,
  { isExcluded, runtime, targets, rules, ruleOptions }: ExplainedSettings,
  shown: ShownSource,
): string[] {
  const changed = [...rules].filter(([, { source }]) => source !== 'default');
  const rows: (readonly [string, string, SettingSource])[] = [
    ['runtime', runtime.value, runtime.source],
    ['targets', targets.value.join(', ') || 'none', targets.source],
    ...changed.map(([id, { value, source }]) => [id, value, source] as const),
    ...[...ruleOptions].map(([id, { value, source }]) => [`${id} options`, JSON.stringify(value), source] as const),
  ];
  const [first, second] = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] as string).length)));
  const left = rules.size - changed.length;
  return [
    isExcluded ? `${path} (excluded: it is not checked)` : path,
    '',
    ...rows.map(([name, value, source]) => `${name.padEnd(first!)}  ${value.padEnd(second!)}  ${shown(source)}`),
    ...(left > 0
      ? ['', `${left} ${changed.length > 0 ? 'other rules have their' : 'rules have their'} default level.`]
      : []),
  ];
}
