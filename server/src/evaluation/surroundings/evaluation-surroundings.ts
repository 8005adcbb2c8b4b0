import { readJsonFile } from '../../catalog/facts/json-file.ts';
import { jsonEntry } from '../../document/json-document.ts';
import type { EvaluationKind } from '../../document/runtime-id.ts';
import { BoundedWalk, entriesBelow } from '../../platform/bounded-walk.ts';
import { SKILL_WALK } from '../../platform/bounds.ts';
import { readTextFile } from '../../platform/decode-text.ts';
import type { FileSystem, FolderEntry } from '../../platform/file-system.ts';
import { oncePerKey } from '../../platform/once.ts';
import { folderOf, foldersAbove, isWithin, lastPart } from '../../platform/paths.ts';
import { type CaseNames, namesOfCases } from './case-names.ts';
import { type CaseServers, readCaseServers, readSavedTools } from './case-servers.ts';
import { type EqualArms, type EqualGraders, equalArmsIn } from './equal-arms.ts';
import { type EvaluatedSkill, readEvaluatedSkills } from './evaluated-skills.ts';
import { caseFolderOf } from './evaluation-path.ts';
import { evaluationsAround, type KnownManifests } from './evaluations-around.ts';
import { findMisnamedParts, type MisnamedPart } from './misnamed-parts.ts';
import { followPlugins, type PluginEntry } from './plugin-entries.ts';

/** The files that a file of an evaluation refers to, as they are on the disk. */
export interface EvaluationSurroundings {
  /** The folder of the evaluations. */
  readonly evaluations: string;
  /** The folder to which paths in the file are relative: that of the case, or that of the skill. */
  readonly root: string | undefined;
  /** The files and folders that the paths in it lead to, relative to it; undefined if not all of them were listed. */
  readonly paths: ReadonlyMap<string, FolderEntry['type']> | undefined;
  /** How the skills can be named that the plugin or skill around the file offers; undefined if that is not known. */
  readonly skillNames: ReadonlySet<string> | undefined;
  /** The needs of these skills, for cases; undefined if they are not known. */
  readonly skills: readonly EvaluatedSkill[] | undefined;
  /** The case, for its files. */
  readonly case: SavedCase | undefined;
  /** The plugins that the entries in `plugins` of the case lead to, as they are saved. */
  readonly plugins: ReadonlyMap<string, PluginEntry>;
  /** The MCP servers of the runs, for files of a case and its mocks; undefined if they are not known. */
  readonly servers: CaseServers | undefined;
  /** The tools of the server of a mock, as they are saved beside it; undefined if they are not. */
  readonly savedTools: ReadonlySet<string> | undefined;
  /** How the cases around are called, this one included. */
  readonly caseNames: CaseNames;
  /** The graders of the case that did not tell runs with the plugin from those without it. */
  readonly equalGraders: EqualGraders;
}

/** The files of a case as they are saved. */
export interface SavedCase {
  readonly folder: string;
  /** The text of `prompt.md`. */
  readonly prompt: string | undefined;
  /** The text of `case.yaml`. */
  readonly definition: string | undefined;
  /** The Markdown files in `graders`, in the order of their names; undefined if there is no such folder. */
  readonly graders: readonly SavedGrader[] | undefined;
  /** Whether a folder above is a case: the runner looks for no cases in it. */
  readonly isInCase: boolean;
  /** Whether any mocks apply to the case. */
  readonly hasMocks: boolean;
  /** Its files that are not read, although they were meant to be. */
  readonly misnamed: readonly MisnamedPart[];
}

/** A file in the `graders` of a case. */
interface SavedGrader {
  readonly fileName: string;
  readonly text: string;
}

/** The names of skills that folders offer, by folder: cases of one plugin share them. */
type KnownOffers = Map<string, Promise<ReadonlySet<string> | undefined>>;

/** Surroundings that the files of a run share. */
export class KnownSurroundings {
  readonly manifests: KnownManifests = new Map();
  readonly offers: KnownOffers = new Map();
  /** The needs of skills, by the folder that offers them. */
  readonly skills = new Map<string, Promise<readonly EvaluatedSkill[] | undefined>>();
  /** How cases are called, by the folder of their evaluations. */
  readonly caseNames = new Map<string, Promise<CaseNames>>();
  /** The servers of the runs, by the folder of the case or of the mocks. */
  readonly servers = new Map<string, Promise<CaseServers | undefined>>();
  /** The last results, by that folder. */
  readonly equalArms = new Map<string, Promise<EqualArms>>();
}

/** More files of one case are not read. */
const maxGraders = 256;

/** A larger file is not read for the others of its case. */
const maxBytes = 1 << 20;

/** Skills of a plugin whose own names are read. */
const maxSkills = 500;

/** Reads what a file of an evaluation refers to. */
export async function readEvaluationSurroundings(
  path: string,
  kind: EvaluationKind,
  pluginRoot: string | undefined,
  files: FileSystem,
  known: KnownSurroundings,
): Promise<EvaluationSurroundings> {
  const evaluations = (await evaluationsAround(path, files, known.manifests))?.folder ?? folderOf(path);
  const skillFolder = await folderOfSkill(foldersAbove(evaluations), files);
  const caseFolder = caseFolderOf(path, kind);
  const isMock = kind === 'eval-mock' || kind === 'eval-tools';
  const root = kind === 'eval-set' ? skillFolder : isMock ? folderOf(path) : caseFolder;
  const owner = pluginRoot ?? skillFolder;
  const served = isMock ? folderOf(folderOf(folderOf(path))) : kind === 'eval-prompt' ? undefined : caseFolder;
  const isOfCase = kind === 'eval-prompt' || kind === 'eval-case';
  const isPlugin = pluginRoot !== undefined;
  const [paths, saved, skillNames, skills, caseNames, servers, savedTools] = await Promise.all([
    root === undefined ? undefined : listPaths(root, files),
    caseFolder === undefined ? undefined : readCase(caseFolder, evaluations, files),
    owner === undefined ? undefined : oncePerKey(known.offers, owner, () => namesOf(owner, isPlugin, files)),
    owner === undefined || !isOfCase
      ? undefined
      : oncePerKey(known.skills, owner, () => readEvaluatedSkills(owner, isPlugin, files)),
    isOfCase
      ? oncePerKey(known.caseNames, evaluations, () => namesOfCases(evaluations, files))
      : new Map<string, readonly string[]>(),
    served === undefined || owner === undefined
      ? undefined
      : oncePerKey(known.servers, served, () => readCaseServers(served, evaluations, pluginRoot, files)),
    kind === 'eval-mock' ? readSavedTools(folderOf(path), files) : undefined,
  ]);
  const plugins = isOfCase && saved ? await followPlugins(saved, pluginRoot, files) : new Map<string, PluginEntry>();
  const hasGraders = kind === 'eval-case' || kind === 'eval-grader';
  const arms = hasGraders
    ? await oncePerKey(known.equalArms, evaluations, () => equalArmsIn(evaluations, files))
    : new Map();
  return {
    evaluations,
    root,
    paths,
    skillNames,
    // Of a plugin with skills in other places, the case may be about one that was not read.
    skills: skillNames === undefined ? undefined : skills,
    case: saved,
    plugins,
    servers,
    savedTools,
    caseNames,
    equalGraders: ofCase(arms, caseFolder),
  };
}

async function folderOfSkill(folders: readonly string[], files: FileSystem): Promise<string | undefined> {
  for (const folder of folders) if ((await files.typeOf(`${folder}/SKILL.md`)) === 'file') return folder;
  return undefined;
}

async function listPaths(root: string, files: FileSystem): Promise<EvaluationSurroundings['paths']> {
  const walk = new BoundedWalk(files, SKILL_WALK);
  const found = new Map<string, FolderEntry['type']>();
  for await (const { path, type } of entriesBelow(root, walk)) found.set(path, type);
  return walk.isComplete ? found : undefined;
}

async function readCase(folder: string, evaluations: string, files: FileSystem): Promise<SavedCase> {
  const read = (name: string) => readTextFile(`${folder}/${name}`, files, maxBytes);
  const entries = await files.readFolder(`${folder}/graders`);
  const names = (entries ?? [])
    .filter(({ name, type }) => type === 'file' && name.endsWith('.md'))
    .map(({ name }) => name);
  const read256 = names.sort().slice(0, maxGraders);
  const [prompt, definition, isInCase, hasMocks, misnamed, ...texts] = await Promise.all([
    read('prompt.md'),
    read('case.yaml'),
    isBelowCase(folder, evaluations, files),
    findMocks(folder, evaluations, files),
    findMisnamedParts(folder, evaluations, files),
    ...read256.map((name) => read(`graders/${name}`)),
  ]);
  const graders = texts.flatMap((text, index) => (text === undefined ? [] : [{ fileName: read256[index]!, text }]));
  return { folder, prompt, definition, graders: entries && graders, isInCase, hasMocks, misnamed };
}

function ofCase(arms: EqualArms, caseFolder: string | undefined): EqualGraders {
  const [, found] = [...arms].find(([folder]) => `${caseFolder}/`.endsWith(`/${folder}/`)) ?? [];
  return found ?? new Map();
}

async function isBelowCase(folder: string, evaluations: string, files: FileSystem): Promise<boolean> {
  const above = foldersAbove(folder).filter((it) => isWithin(it, evaluations));
  const paths = above.flatMap((it) => [`${it}/prompt.md`, `${it}/case.yaml`]);
  return (await Promise.all(paths.map((path) => files.typeOf(path)))).includes('file');
}

/** Mocks are in the folder of a case, or in one between it and that of the evaluations. */
async function findMocks(folder: string, evaluations: string, files: FileSystem): Promise<boolean> {
  const folders = [folder, ...foldersAbove(folder)].filter((it) => isWithin(it, evaluations));
  const types = await Promise.all(folders.map((above) => files.typeOf(`${above}/mocks`)));
  return types.includes('folder');
}

/** The names of what a plugin or a skill's folder offers, with and without the plugin's name. */
async function namesOf(owner: string, isPlugin: boolean, files: FileSystem): Promise<ReadonlySet<string> | undefined> {
  const manifest = isPlugin ? await readJsonFile(`${owner}/.claude-plugin/plugin.json`, files, maxBytes) : undefined;
  // Those in other folders are not looked for.
  if (jsonEntry(manifest, 'skills') || jsonEntry(manifest, 'commands')) return undefined;
  const [skills = [], commands = [], own] = await Promise.all([
    isPlugin ? files.readFolder(`${owner}/skills`) : [],
    isPlugin ? files.readFolder(`${owner}/commands`) : [],
    files.typeOf(`${owner}/SKILL.md`),
  ]);
  const folders = skills.filter(({ type }) => type === 'folder').map(({ name }) => `${owner}/skills/${name}`);
  if (own === 'file') folders.push(owner);
  // The folder of a command is part of its name.
  if (folders.length > maxSkills || commands.some(({ type }) => type === 'folder')) return undefined;
  const written = await Promise.all(folders.map((folder) => writtenName(folder, files)));
  const names = [
    ...folders.map(lastPart),
    ...written.filter((name) => name !== undefined),
    ...commands.filter(({ name }) => name.endsWith('.md')).map(({ name }) => name.slice(0, -'.md'.length)),
  ];
  const plugin = jsonEntry(manifest, 'name')?.value?.value ?? lastPart(owner);
  return new Set(isPlugin ? names.flatMap((name) => [name, `${plugin}:${name}`]) : names);
}

/** The `name` in a skill's frontmatter. */
async function writtenName(folder: string, files: FileSystem): Promise<string | undefined> {
  const text = await readTextFile(`${folder}/SKILL.md`, files, maxBytes);
  const head = /^\uFEFF?---\s*\n([\s\S]*?)---/.exec((text ?? '').slice(0, headLength))?.[1];
  return head && /^name:[ \t]*["']?([^"'\r\n]+?)["']?[ \t]*\r?$/m.exec(head)?.[1];
}

/** How much of a skill is searched for its name. */
const headLength = 16_384;
