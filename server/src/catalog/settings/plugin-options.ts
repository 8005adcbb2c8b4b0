import { mapOf, parseMap, textOf } from '../../document/json-values.ts';
import type { FileSystem } from '../../platform/file-system.ts';

/** The largest manifest that is read. */
const maxBytes = 512 * 1024;

/** An option that the user of a plugin sets. */
export interface PluginOption {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** Its value never becomes part of a text. */
  readonly isSensitive: boolean;
}

/** The options in `userConfig` of a plugin's manifest. */
export async function readPluginOptions(plugin: string, files: FileSystem): Promise<readonly PluginOption[]> {
  const bytes = await files.readFile(`${plugin}/.claude-plugin/plugin.json`, maxBytes);
  const declared = mapOf(parseMap(bytes)?.userConfig) ?? {};
  return Object.entries(declared).flatMap(([name, value]) => {
    const option = mapOf(value);
    if (!option || !/^\w{1,60}$/.test(name)) return [];
    const [title, description] = [textOf(option.title), textOf(option.description)];
    return [{ name, title, description, isSensitive: option.sensitive === true }];
  });
}
