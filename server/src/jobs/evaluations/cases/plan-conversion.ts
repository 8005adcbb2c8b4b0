import { mapOf, parseMap, textOf } from '../../../document/json-values.ts';
import { isAboutSkill } from '../../../evaluation/cases/missing-tools.ts';
import { decodeText } from '../../../platform/decode-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { firstPart, folderOf, foldersAbove, join, lastPart } from '../../../platform/paths.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import { caseNameProblem } from './case-name.ts';
import { keptFile } from './case-of-item.ts';
import { casePlaceOf, leadsElsewhere } from './case-place.ts';
import { casesOfSet } from './cases-of-set.ts';
import type { Conversion } from './conversion.ts';
import { findCases } from './find-cases.ts';
import { saidByCase } from './said-by-case.ts';
import { type FoundCases, setOfCases } from './set-of-cases.ts';

/** A conversion, and where its files would be. */
export interface ConversionPlan extends Conversion {
  readonly to: 'cases' | 'evals.json';
  /** The folder that the paths of the files are relative to. For cases, it must not exist. */
  readonly folder: string;
  /** Why nothing is written there, as a sentence without a full stop; undefined if it may be. */
  readonly elsewhere: string | undefined;
}

/** Bytes of an `evals.json` that are read. */
const maxBytes = 8 << 20;

/**
 * Plans the conversion of an `evals.json` into cases, or of a folder of cases into an `evals.json`.
 *
 * @param path the file, also one of a case, or the folder: of one case, or of several
 */
export async function planConversion(path: string, files: FileSystem): Promise<ConversionPlan | Refusal> {
  const type = await files.typeOf(path);
  if (type === 'file') {
    const around = caseOfFile(path);
    return around === undefined ? intoCases(path, files) : intoSet(around, files);
  }
  if (type === 'folder') return intoSet(path, files);
  return { problem: `No such file or folder: ${path}` };
}

/** The folder of the case that a file belongs to by its name. */
function caseOfFile(path: string): string | undefined {
  if (/\/(?:prompt\.md|case\.yaml)$/.test(path)) return folderOf(path);
  return /\/graders\/[^/]+\.md$/.test(path) ? folderOf(folderOf(path)) : undefined;
}

async function intoCases(path: string, files: FileSystem): Promise<ConversionPlan | Refusal> {
  const bytes = await files.readFile(path, maxBytes);
  if (!bytes)
    return {
      problem: `The file cannot be read: ${path} (${(await files.whyUnreadable(path, 'file')) ?? 'too large'})`,
    };
  const text = decodeText(bytes);
  const conversion = casesOfSet(text);
  if ('problem' in conversion) return conversion;
  const skill = await skillFolderAbove(path, files);
  const place = skill === undefined ? undefined : await casePlaceOf(join(skill, 'SKILL.md'), files);
  const named = textOf(mapOf(JSON.parse(text.replace(/^\uFEFF/, '')))?.skill_name) ?? '';
  const name = caseNameProblem(named) === undefined ? named : (skill && lastPart(skill)) || 'cases';
  const folder = join(place?.evaluations ?? folderOf(path), name);
  return { ...conversion, to: 'cases', folder, elsewhere: place?.elsewhere };
}

async function intoSet(path: string, files: FileSystem): Promise<ConversionPlan | Refusal> {
  const found = await findCases(path, files);
  if (!found) return { problem: `There are too many files in ${path}` };
  if (found.cases.length === 0)
    return { problem: `There are no cases in ${path}: folders with a prompt.md or case.yaml` };
  const [group = '', ...others] = new Set(found.cases.map(({ folder }) => firstPart(folder)));
  const isGroup =
    found.kept === undefined && others.length === 0 && found.cases.every(({ folder }) => folder !== group);
  // Cases that were converted from one set are in a folder of their own.
  if (isGroup && (await files.typeOf(join(path, `${group}/${keptFile}`))) === 'file') {
    return intoSet(join(path, group), files);
  }
  const kept = parseMap((found.kept ?? '').replace(/^\uFEFF/, ''));
  const name = textOf(mapOf(kept?.set)?.skill_name);
  const skill =
    (await skillFolderAbove(join(path, keptFile), files)) ?? (await skillOfPlugin(path, name, found, files));
  const conversion = setOfCases(found, name ?? (skill && lastPart(skill)));
  if ('problem' in conversion) return conversion;
  if (skill === undefined) return { ...conversion, to: 'evals.json', folder: path, elsewhere: undefined };
  const folder = join(skill, 'evals');
  return { ...conversion, to: 'evals.json', folder, elsewhere: await leadsElsewhere(folder, skill, files) };
}

async function skillFolderAbove(path: string, files: FileSystem): Promise<string | undefined> {
  for (const folder of foldersAbove(path)) {
    if ((await files.typeOf(join(folder, 'SKILL.md'))) === 'file') return folder;
  }
  return undefined;
}

/** The folder of the skill that cases of a plugin are about: the one of that name, the only one, or the only one that all name. */
async function skillOfPlugin(
  path: string,
  name: string | undefined,
  { cases }: FoundCases,
  files: FileSystem,
): Promise<string | undefined> {
  for (const folder of foldersAbove(join(path, keptFile))) {
    if ((await files.typeOf(join(folder, '.claude-plugin/plugin.json'))) !== 'file') continue;
    const entries = (await files.readFolder(join(folder, 'skills'))) ?? [];
    const skills = entries.filter(({ type }) => type === 'folder').map((entry) => entry.name);
    const all = cases.map(({ texts }) => saidByCase(texts)?.merged);
    const meant = (skill: string) => all.every((merged) => merged && isAboutSkill(merged, { names: [skill] }));
    const possible =
      skills.length === 1 ? skills : skills.filter((it) => (name === undefined ? meant(it) : it === name));
    const found = possible.length === 1 && (name ?? possible[0]) === possible[0] ? possible[0] : undefined;
    return found === undefined ? undefined : join(folder, `skills/${found}`);
  }
  return undefined;
}
