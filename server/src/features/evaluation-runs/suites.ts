import { caseFolderOf, evaluationOfPath } from '../../catalog/evaluations/evaluation-path.ts';
import { evaluationsAround, type KnownManifests } from '../../catalog/evaluations/evaluations-around.ts';
import { jsonAt, readJson } from '../../document/json-document.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { lastPart } from '../../platform/paths.ts';

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
  const known: KnownManifests = new Map();
  const byFolder = new Map<string, { owner: string; cases: Map<string, string>; prompts: string | undefined }>();
  for (const path of paths) {
    const around = await evaluationsAround(path, files, known);
    const kind = around && evaluationOfPath(path.split('/'), around.folder);
    if (!around || !kind) continue;
    const { folder, owner } = around;
    const suite = byFolder.get(folder) ?? { owner, cases: new Map<string, string>(), prompts: undefined };
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
    sorted.map(async ([folder, found]) => ({ folder, ...(await identityOf(found.owner, files)), ...found })),
  );
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
