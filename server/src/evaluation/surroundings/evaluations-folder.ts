import { type JsonNode, jsonAt, jsonItems, readJson } from '../../document/json-document.ts';
import { readTextFile } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';

/** The folder of evaluations, unless a plugin's manifest names another one. */
export const defaultEvaluationsFolder = 'evals';

/** Where the evaluations of a plugin are, as its manifest says. */
interface EvaluationsFolder {
  /** Relative to the plugin. */
  readonly folder: string;
  /** Where the manifest names it, if it does. */
  readonly named?: JsonNode;
  /** The value of the manifest that the runner ignores, and why, as the end of a sentence. */
  readonly ignored: { readonly node: JsonNode; readonly reason: string } | undefined;
}

/** A larger manifest is not read. */
const maxBytes = 1 << 20;

/** Folders of a plugin whose files are loaded, in which the runner looks for no evaluations. */
const loadedFolders = new Set(['skills', 'commands', 'agents', 'hooks']);

/** Reads `experimental.evals` as the runner does: of a list, only the first entry, and what it ignores is `evals`. */
export function readEvaluationsFolder(manifest: JsonNode | undefined): EvaluationsFolder {
  const written = jsonAt(manifest, ['experimental', 'evals']);
  const node = (written?.type === 'array' ? jsonItems(written)[0] : undefined) ?? written;
  const ignored = (at: JsonNode, reason: string): EvaluationsFolder => ({
    folder: defaultEvaluationsFolder,
    ignored: { node: at, reason },
  });
  if (!node) {
    const top = jsonAt(manifest, ['evals']);
    return top ? ignored(top, 'belongs into `experimental`') : { folder: defaultEvaluationsFolder, ignored: undefined };
  }
  const value: unknown = node.value;
  if (typeof value !== 'string') return ignored(node, 'must be the path of a folder');
  if (value === '') return ignored(node, 'must not be empty');
  const parts = value.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
  if (/^[/\\]|^[A-Za-z]:/.test(value) || parts.includes('..')) {
    return ignored(node, 'must be relative and stay inside the plugin');
  }
  if (parts.length === 0) return ignored(node, 'must name a folder below that of the plugin');
  if (!parts.every((part) => /^[A-Za-z0-9][\w.@+-]*$/.test(part))) {
    return ignored(node, 'must have names of letters, digits and `. _ - @ +` that begin with a letter or digit');
  }
  const skipped = loadedFolders.has(parts[0]!) ? parts[0] : parts.find((part) => part === 'node_modules');
  if (skipped !== undefined) return ignored(node, `must not be inside \`${skipped}\``);
  return { folder: parts.join('/'), named: node, ignored: undefined };
}

/** The folder of a plugin's evaluations, as its manifest says. */
export async function evaluationsFolderOf(pluginRoot: string, files: FileSystem): Promise<string> {
  const text = await readTextFile(`${pluginRoot}/.claude-plugin/plugin.json`, files, maxBytes);
  // Nearly no plugin names one.
  const manifest = text?.includes('experimental') ? readJson(text).root : undefined;
  return `${pluginRoot}/${readEvaluationsFolder(manifest).folder}`;
}
