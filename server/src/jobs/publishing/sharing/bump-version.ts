import { jsonAt, readJson } from '../../../document/json-document.ts';
import { type OpenTexts, readEditableText } from '../../../features/edits/editable-text.ts';
import { setInJson } from '../../../features/edits/json-insertion.ts';
import { marketplaceFile } from '../../../features/references/manifest-references.ts';
import { type EditedFile, EditedFiles } from '../../../features/rename/edited-files.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { foldersAbove, isWithin } from '../../../platform/paths.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { TextEdit } from '../../../rules/rule.ts';
import { setEntryVersion } from './add-to-marketplace.ts';
import { readSharedPlugin } from './shared-plugin.ts';

/** The parts of a version that can be raised. */
export type VersionStep = 'major' | 'minor' | 'patch';

/** `MAJOR.MINOR.PATCH`, with what may come after it. */
const form = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:[-+][\w.+-]*)?$/;

/** The next version; undefined if the written one has another form. */
export function nextVersion(version: string | undefined, step: VersionStep): string | undefined {
  const [, major = 0, minor = 0, patch = 0] = (version === undefined ? [] : (form.exec(version) ?? [])).map(Number);
  if (version !== undefined && !form.test(version)) return undefined;
  if (step === 'major') return `${major + 1}.0.0`;
  return step === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/**
 * Gives a plugin another version: in its manifest, and in the entries of the marketplaces around it that say one, because
 * `claude plugin tag` demands that they agree.
 *
 * @param within the folder above which marketplaces are not looked for
 */
export async function bumpVersion(
  folder: string,
  version: string,
  within: string | undefined,
  { files, open }: { readonly files: FileSystem; readonly open: OpenTexts },
): Promise<readonly EditedFile[] | Refusal> {
  const plugin = await readSharedPlugin(folder, files, open);
  if ('problem' in plugin) return plugin;
  if (!form.test(version)) return { problem: `A version has the form 1.2.3: ${version}` };
  const edited = new EditedFiles();
  edited.add({ file: { path: plugin.path }, read: plugin.read }, versionEdit(plugin.read.text, version));
  for (const marketplace of [folder, ...foldersAbove(folder)].filter(
    (it) => within === undefined || isWithin(it, within),
  )) {
    const path = `${marketplace}/${marketplaceFile}`;
    const read = await readEditableText(path, files, open);
    if (typeof read === 'string') continue;
    edited.add(
      { file: { path }, read },
      setEntryVersion(read.text, marketplace, { name: plugin.name, folder }, version),
    );
  }
  return edited.result(files);
}

function versionEdit(text: string, version: string): TextEdit[] {
  const { root } = readJson(text);
  return jsonAt(root, ['version'])?.value === version ? [] : [setInJson(text, root!, 'version', version)];
}
