import { jsonAt, readJson } from '../../../document/json-document.ts';
import { caseFolderOf, evaluationOfPath, isTriggerSetName } from '../../../evaluation/surroundings/evaluation-path.ts';
import { evaluationsAround, type KnownManifests } from '../../../evaluation/surroundings/evaluations-around.ts';
import { defaultEvaluationsFolder } from '../../../evaluation/surroundings/evaluations-folder.ts';
import { decodeText } from '../../../platform/decode-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { folderOf, lastPart } from '../../../platform/paths.ts';

/** The evaluations in one folder, which belong to what is around that. */
export interface Suite {
  /** The folder with the evaluations; it identifies the suite. */
  readonly folder: string;
  /** The folder around it, which is evaluated. */
  readonly owner: string;
  readonly kind: 'plugin' | 'skill' | 'folder';
  /** The name of the plugin or of the folder. */
  readonly name: string;
  /** For each case a file of it, by the folder of the case. */
  readonly cases: ReadonlyMap<string, string>;
  /** The path of skill-creator's `evals.json`; undefined without one. */
  readonly prompts: string | undefined;
  /** The paths of trigger sets, in their order. */
  readonly triggers: readonly string[];
}

interface FoundSuite {
  readonly owner: string;
  readonly cases: Map<string, string>;
  prompts: string | undefined;
  readonly triggers: string[];
}

/** The suites that files of evaluations belong to, in the order of their folders. */
export async function suitesOf(paths: readonly string[], files: FileSystem): Promise<readonly Suite[]> {
  const known: KnownManifests = new Map();
  const byFolder = new Map<string, FoundSuite>();
  for (const path of paths) {
    const around = (await evaluationsAround(path, files, known)) ?? besideSkill(path);
    const kind = around && (evaluationOfPath(path.split('/'), around.folder) ?? besideSkill(path)?.kind);
    if (!around || !kind) continue;
    const { folder, owner } = around;
    const suite: FoundSuite = byFolder.get(folder) ?? { owner, cases: new Map(), prompts: undefined, triggers: [] };
    byFolder.set(folder, suite);
    const caseFolder = caseFolderOf(path, kind);
    // The prompt is opened rather than a grader.
    if (caseFolder !== undefined && (kind === 'eval-prompt' || !suite.cases.has(caseFolder)))
      suite.cases.set(caseFolder, path);
    if (kind === 'eval-set') suite.prompts = path;
    if (kind === 'trigger-set' && (await isTriggerSet(path, files))) suite.triggers.push(path);
  }
  const used = [...byFolder].filter(
    ([, { cases, prompts, triggers }]) => cases.size > 0 || prompts !== undefined || triggers.length > 0,
  );
  const sorted = used.sort(([a], [b]) => (a < b ? -1 : 1));
  return Promise.all(
    sorted.map(async ([folder, found]) => {
      const identity = await identityOf(found.owner, files);
      return { folder, ...identity, ...found, triggers: found.triggers.toSorted() };
    }),
  );
}

/** Files of other tools have such names, too. */
async function isTriggerSet(path: string, files: FileSystem): Promise<boolean> {
  const bytes = await files.readFile(path, largestSet);
  return bytes !== undefined && /"should_(?:not_)?trigger"\s*:/.test(decodeText(bytes));
}

/** Bytes of a trigger set. */
const largestSet = 1 << 20;

/** A trigger set next to a SKILL.md is one of the skill's evaluations. */
function besideSkill(path: string) {
  if (!isTriggerSetName(lastPart(path))) return undefined;
  const owner = folderOf(path);
  return { owner, folder: `${owner}/${defaultEvaluationsFolder}`, kind: 'trigger-set' } as const;
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
