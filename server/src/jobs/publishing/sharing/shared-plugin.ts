import { jsonAt, readJson } from '../../../document/json-document.ts';
import { type EditableText, type OpenTexts, readEditableText } from '../../../features/edits/editable-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import type { Refusal } from '../../../platform/refusal.ts';

/** A plugin as its manifest describes it. */
interface SharedPlugin {
  /** The path of the manifest. */
  readonly path: string;
  readonly read: EditableText;
  readonly name: string;
  readonly version: string | undefined;
  readonly description: string | undefined;
  /** Who made it. */
  readonly author: string | undefined;
}

/** Reads the manifest of the plugin in a folder. */
export async function readSharedPlugin(
  folder: string,
  files: FileSystem,
  open: OpenTexts,
): Promise<SharedPlugin | Refusal> {
  const path = `${folder}/.claude-plugin/plugin.json`;
  const read = await readEditableText(path, files, open);
  if (read === 'absent') return { problem: `The plugin has no manifest: ${path}` };
  if (typeof read === 'string') return { problem: `${path} cannot be read as UTF-8` };
  const { root, faults } = readJson(read.text);
  if (root?.type !== 'object' || faults.length > 0)
    return { problem: `${path} is not an object in strict JSON. Fix it first` };
  const textAt = (...place: readonly string[]): string | undefined => {
    const found = jsonAt(root, place);
    return found?.type === 'string' ? String(found.value) : undefined;
  };
  const name = textAt('name');
  if (name === undefined) return { problem: `${path} has no \`name\`. Add one first` };
  return {
    path,
    read,
    name,
    version: textAt('version'),
    description: textAt('description'),
    author: textAt('author', 'name'),
  };
}
