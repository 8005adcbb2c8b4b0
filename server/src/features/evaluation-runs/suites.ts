import { caseFolderOf, evaluationOfPath } from '../../catalog/evaluations/evaluation-path.ts';
import { defaultEvaluationsFolder, evaluationsFolderOf } from '../../catalog/evaluations/evaluations-folder.ts';
import { jsonAt, readJson } from '../../document/json-document.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, foldersAbove, isInside, lastPart } from '../../platform/paths.ts';

/** The evaluations in one folder, which belong to what is around that. */
export interface Suite {
  /** The folder with the evaluations; it identifies the suite. */
  readonly folder: string;
  /** The folder around it, which is evaluated. */
  readonly owner: string;
  readonly kind: 'plugin' | 'skill' | 'folder';
  /** What the plugin or the folder is called. */
  readonly name: string;
  /** For each case a file of it, by the folder of the case. */
  readonly cases: ReadonlyMap<string, string>;
  /** The path of skill-creator's `evals.json`; undefined without one. */
  readonly prompts: string | undefined;
}

/** The suites that files of evaluations belong to, in the order of their folders. */
export async function suitesOf(paths: readonly string[], files: FileSystem): Promise<readonly Suite[]> {
  const named: KnownFolders = new Map();
  const byFolder = new Map<string, { cases: Map<string, string>; prompts: string | undefined }>();
  for (const path of paths) {
    const folder = await folderAround(path, files, named);
    const kind = folder === undefined ? undefined : evaluationOfPath(path.split('/'), folder);
    if (folder === undefined || !kind) continue;
    const suite = byFolder.get(folder) ?? { cases: new Map<string, string>(), prompts: undefined };
    byFolder.set(folder, suite);
    const caseFolder = caseFolderOf(path, kind);
    // The prompt is opened rather than a grader.
    if (caseFolder !== undefined && (kind === 'eval-prompt' || !suite.cases.has(caseFolder)))
      suite.cases.set(caseFolder, path);
    if (kind === 'eval-set') suite.prompts = path;
  }
  const used = [...byFolder].filter(([, { cases, prompts }]) => cases.size > 0 || prompts !== undefined);
  const sorted = used.sort(([a], [b]) => (a < b ? -1 : 1));
  return Promise.all(
    sorted.map(async ([folder, found]) => {
      const owner = (await pluginAround(folder, files, named)) ?? folderOf(folder);
      return { folder, owner, ...(await identityOf(owner, files)), ...found };
    }),
  );
}

/** The folder of evaluations that a file is in: one named by a manifest, or the innermost `evals`. */
async function folderAround(path: string, files: FileSystem, known: KnownFolders): Promise<string | undefined> {
  const parts = path.split('/');
  const at = parts.lastIndexOf(defaultEvaluationsFolder, parts.length - 2);
  const usual = at < 0 ? undefined : parts.slice(0, at + 1).join('/');
  for (const above of usual === undefined ? foldersAbove(path) : []) {
    const named = await namedFolder(above, files, known);
    if (named !== undefined && isInside(path, named)) return named;
  }
  return usual;
}

/** The plugin whose manifest names a folder of evaluations. */
async function pluginAround(folder: string, files: FileSystem, known: KnownFolders): Promise<string | undefined> {
  for (const above of foldersAbove(folder)) if ((await namedFolder(above, files, known)) === folder) return above;
  return undefined;
}

/** By plugin, where its manifest says that its evaluations are. */
type KnownFolders = Map<string, Promise<string | undefined>>;

function namedFolder(plugin: string, files: FileSystem, known: KnownFolders): Promise<string | undefined> {
  const found =
    known.get(plugin) ??
    files
      .typeOf(`${plugin}/.claude-plugin/plugin.json`)
      .then((type) => (type === 'file' ? evaluationsFolderOf(plugin, files) : undefined));
  known.set(plugin, found);
  return found;
}

async function identityOf(owner: string, files: FileSystem): Promise<Pick<Suite, 'kind' | 'name'>> {
  const manifest = await files.readFile(`${owner}/.claude-plugin/plugin.json`, largestManifest);
  if (manifest) {
    const name: unknown = jsonAt(readJson(decodeText(manifest)).root, ['name'])?.value;
    return { kind: 'plugin', name: typeof name === 'string' && name !== '' ? name : lastPart(owner) };
  }
  const isSkill = (await files.typeOf(`${owner}/SKILL.md`)) === 'file';
  return { kind: isSkill ? 'skill' : 'folder', name: lastPart(owner) };
}

/** Bytes of a manifest that is read for the name. */
const largestManifest = 1 << 20;
