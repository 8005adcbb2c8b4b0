import { pluginNameFault } from '../../dialect/names/reserved-names.ts';
import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import { jsonEntry, readJson } from '../../document/json-document.ts';
import { type FileKind, formatOf, isEvaluationKind, isJsonKind } from '../../document/runtime-id.ts';
import { evaluationOfPath, isNamedLikeCase } from '../../evaluation/surroundings/evaluation-path.ts';
import { readEvaluationSurroundings } from '../../evaluation/surroundings/evaluation-surroundings.ts';
import { evaluationsAround, type KnownManifests } from '../../evaluation/surroundings/evaluations-around.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { foldersAbove, lastPart } from '../../platform/paths.ts';
import { isTooDeep } from '../../platform/slashed-path.ts';
import { readListedManifests } from '../discover/listed-manifests.ts';
import { listPluginFiles, type PluginFiles } from '../discover/plugin-files.ts';
import { findPluginRoot } from '../discover/plugin-root.ts';
import { documentOfBytes } from '../facts/document-of-bytes.ts';
import { readBundle } from './bundle.ts';
import type { FileContext, MisplacedFile } from './file-context.ts';
import { type FileLocation, locationOfPath } from './file-location.ts';
import { repositoryAround, standsForLink } from './link-text.ts';
import { findLinksAround, findLinksOutside } from './linked-files.ts';
import { findMentionedFiles, projectOf } from './mentioned-files.ts';
import { findHookScripts, findNamedPaths } from './named-paths.ts';
import { NamesInScope } from './names-in-scope.ts';
import { findOfferingPlugin } from './offering-plugin.ts';
import { findOutputStyles } from './output-styles.ts';
import { findSetAside } from './set-aside.ts';
import { findSkillCopy } from './skill-copy.ts';
import { findSkillElsewhere } from './skill-elsewhere.ts';

/** Facts about a file that the caller already has. */
interface KnownOfFile {
  /** Shared by the files of a run, so that the folders above them are read once. */
  readonly names?: NamesInScope | undefined;
  /** The folder of the user's settings, if it is not `.claude` in `home`. */
  readonly configFolder?: string | undefined;
  /** The file's kind, if its path does not show it: a plugin can name any file as a command. */
  readonly kind?: FileKind | undefined;
}

/**
 * Reads what is known about a file besides its text; undefined if Skillwright does not read such files, or if the file
 * is too deep for the folders above it to be read.
 */
export async function readFileContext(
  path: string,
  files: FileSystem,
  home: string | undefined,
  { names = new NamesInScope(files), configFolder, kind }: KnownOfFile = {},
): Promise<FileContext | undefined> {
  if (isTooDeep(path)) return undefined;
  const folders = foldersAbove(path);
  const pluginRoot = await findPluginRoot(folders, files, names.plugins);
  const unplaced = kind && ({ kind, place: 'unknown', misplaced: undefined } as const);
  const located = locationOfPath(path, pluginRoot, configFolder) ?? unplaced;
  const found = located ?? (await inNamedEvaluations(path, pluginRoot, files, names.evaluations.manifests));
  if (!found) return undefined;
  // Other programs have files of these names, too.
  if (found.kind === 'hooks' && pluginRoot !== folders[1]) return undefined;
  if (found.kind === 'lsp-servers' && pluginRoot !== folders[0]) return undefined;
  if (found.misplaced?.reason === 'other-name' && (await hasSkillFile(folders[0]!, files))) return undefined;
  const isElsewhere =
    found.place === 'plugin' && found.misplaced && (await namesSkillFolders(folders, pluginRoot, files));
  const userFolder = configFolder ?? (home && `${home}/.claude`);
  const configured = await foldersWithClaude(folders, files);
  const [insideSkill, bytes, agentNames, skillNames, commandNames, pluginFiles, copy, setAside, elsewhere, evaluation] =
    await Promise.all([
      hasExamples(found.kind) ? standsInsideSkill(foldersAround(folders, found.kind), files) : false,
      files.readFile(path),
      names.agentNames(configured, pluginRoot, userFolder),
      found.kind === 'skill' ? names.skillNames(configured, folders[1], userFolder) : undefined,
      found.kind === 'skill' ? names.commandNames(configured, pluginRoot, userFolder) : undefined,
      listedRoot(found.kind, folders, pluginRoot, files),
      findSkillCopy({ path, home, location: found, pluginRoot }, files, names),
      isEvaluationKind(found.kind)
        ? undefined
        : findSetAside({ path, location: found, pluginRoot }, files, names.setAside),
      found.place === 'other-product' ? findSkillElsewhere(path, files) : undefined,
      isEvaluationKind(found.kind)
        ? readEvaluationSurroundings(path, found.kind, pluginRoot, files, names.evaluations)
        : undefined,
    ]);
  const isEvaluation = evaluation !== undefined;
  const isAgentOfPlugin = found.kind === 'agent' && found.place === 'plugin' && pluginRoot !== undefined;
  const named =
    bytes && isJsonKind(found.kind)
      ? await readNamed(bytes, found.kind, { folders, pluginRoot, userFolder }, files)
      : undefined;
  const text = bytes && formatOf(found.kind) === 'markdown' ? decodeText(bytes) : '';
  const isSkill = found.kind === 'skill';
  const mentionFolders = {
    skill: isSkill ? folders[0] : undefined,
    project: projectOf(folders, userFolder),
    plugin: pluginRoot,
  };
  const [bundle, linksOutside] =
    text && !isEvaluation
      ? await Promise.all([
          isSkill && !insideSkill
            ? readBundle(folders[0] ?? '', documentOfBytes(bytes!, DEFAULT_RUNTIME, 'skill'), pluginRoot, files)
            : undefined,
          isSkill ? findLinksOutside(folders[0] ?? '', text, files) : findLinksAround(folders, pluginRoot, text, files),
        ])
      : [];
  const { project } = mentionFolders;
  const runsScripts = project !== undefined && found.place !== 'plugin' && /CLAUDE_PROJECT_DIR/.test(text);
  const hookScripts =
    runsScripts && !isEvaluation
      ? await findHookScripts(documentOfBytes(bytes!, DEFAULT_RUNTIME, found.kind), project, files)
      : undefined;
  const mentions =
    text && !isEvaluation && found.kind !== 'agent' ? await findMentionedFiles(text, mentionFolders, files) : undefined;
  const encoding = bytes ? encodingOf(bytes, text) : 'utf-8';
  const isLinkText = isSkill && (await standsForLink(path, text, folders, files));
  // Each property by its name: V8 gives every object that is made by spreading others, of thousands, a shape of its own.
  return {
    kind: found.kind,
    path,
    fileName: lastPart(path),
    folderName: lastPart(folders[0] ?? ''),
    place: found.place,
    insideSkill,
    pluginRoot,
    project: mentionFolders.project,
    // A deeper SKILL.md inside a skill's folder is that skill's template or example, not a misplaced skill.
    misplaced: insideSkill || isElsewhere ? undefined : await withOffer(found, folders, files),
    encoding,
    bytes: encoding === 'utf-8' ? undefined : bytes?.length,
    agentNames,
    skillNames,
    commandNames,
    pluginFiles,
    isLinkText: isLinkText || undefined,
    bundledPaths: bundle?.paths,
    references: bundle?.references,
    unnamedFiles: bundle?.unnamed,
    notExecutable: bundle?.notExecutable,
    lostLinks: bundle?.lostLinks,
    linksOutside,
    mentions,
    namedPaths: named?.namedPaths ?? hookScripts,
    listedManifests: named?.listedManifests,
    isBelowMarketplace: named?.isBelowMarketplace,
    outputStyles: named?.outputStyles,
    isUnnamedAgent: isAgentOfPlugin ? !(await namesInManifest(pluginRoot, 'agents', files)) : undefined,
    evaluation,
    copy: insideSkill ? undefined : copy,
    setAside,
    elsewhere: insideSkill ? undefined : elsewhere,
  };
}

/** The files around a JSON file that it may name; undefined for other files. */
function listedRoot(
  kind: FileKind,
  folders: readonly string[],
  pluginRoot: string | undefined,
  files: FileSystem,
): Promise<PluginFiles> | undefined {
  const root = kind === 'marketplace' ? folders[1] : kind === 'plugin' || kind === 'hooks' ? pluginRoot : undefined;
  return root === undefined ? undefined : listPluginFiles(root, files);
}

/** The folders around a JSON file, nearest first, its plugin, and the user's `.claude`. */
interface FoldersOfJson {
  readonly folders: readonly string[];
  readonly pluginRoot: string | undefined;
  readonly userFolder: string | undefined;
}

/** The paths that a JSON file names. */
async function readNamed(
  bytes: Uint8Array,
  kind: FileKind,
  { folders, pluginRoot, userFolder }: FoldersOfJson,
  files: FileSystem,
): Promise<Pick<FileContext, 'namedPaths' | 'listedManifests' | 'isBelowMarketplace' | 'outputStyles'>> {
  const { root } = readJson(decodeText(bytes));
  const isListing = kind === 'marketplace';
  const repository = kind === 'plugin' || isListing ? await repositoryAround(folders, files) : undefined;
  const project = kind === 'settings' ? folders[1] : undefined;
  const places = { root: isListing ? folders[1] : pluginRoot, project, repository: repository ?? pluginRoot };
  const name: unknown = kind === 'plugin' ? jsonEntry(root, 'name')?.value?.value : undefined;
  // Only such names are judged by that.
  const above = typeof name === 'string' && pluginNameFault(name) ? folders.slice(1) : [];
  const claudeFolders = [folders[0], userFolder].filter((folder) => folder !== undefined);
  const [namedPaths, listedManifests, outputStyles, marketplaces] = await Promise.all([
    findNamedPaths(root, kind, places, files),
    isListing && folders[1] !== undefined ? readListedManifests(root, folders[1], files) : undefined,
    kind === 'settings' ? findOutputStyles(root, claudeFolders, files) : undefined,
    Promise.all(above.map((folder) => files.typeOf(`${folder}/.claude-plugin/marketplace.json`))),
  ]);
  return { namedPaths, listedManifests, outputStyles, isBelowMarketplace: marketplaces.includes('file') };
}

/** The kind of a file in the folder of evaluations that a plugin's manifest names; undefined if it is not in one. */
async function inNamedEvaluations(
  path: string,
  pluginRoot: string | undefined,
  files: FileSystem,
  known: KnownManifests,
) {
  if (pluginRoot === undefined || !isNamedLikeCase(path)) return undefined;
  const around = await evaluationsAround(path, files, known);
  const kind = around && evaluationOfPath(path.split('/'), around.folder);
  return kind && ({ kind, place: 'unknown', misplaced: undefined } as const);
}

/** Folders in which skills keep their files. */
const partsOfSkills =
  /^(?:scripts?|references?|assets?|templates?|examples?|resources?|bin|data|docs|lib|src|tests?)$/i;

/** Whether a folder holds a skill, or folders that may be skills: its other files are references then. */
async function hasSkillFile(folder: string, files: FileSystem): Promise<boolean> {
  const entries = await files.readFolder(folder);
  return (
    !entries ||
    entries.some(({ name, type }) => /^skill\.md$/i.test(name) || (type === 'folder' && !partsOfSkills.test(name)))
  );
}

/**
 * Whether a plugin's skills may be in other folders: its manifest names some, or a marketplace exists that may name
 * some.
 *
 * @param folders those that hold the file, nearest first
 */
async function namesSkillFolders(
  folders: readonly string[],
  pluginRoot: string | undefined,
  files: FileSystem,
): Promise<boolean> {
  const [isNamed, ...marketplaces] = await Promise.all([
    namesInManifest(pluginRoot, 'skills', files),
    ...folders.map((folder) => files.typeOf(`${folder}/.claude-plugin/marketplace.json`)),
  ]);
  return isNamed || marketplaces.includes('file');
}

async function namesInManifest(
  pluginRoot: string | undefined,
  part: 'skills' | 'agents',
  files: FileSystem,
): Promise<boolean> {
  const manifest = await files.readFile(`${pluginRoot}/.claude-plugin/plugin.json`);
  const root = manifest && readJson(new TextDecoder().decode(manifest)).root;
  return jsonEntry(root, part) !== undefined;
}

/** In a plugin, its own manifest was looked at; another one may name folders in `.claude`. */
async function withOffer(
  { place, misplaced }: FileLocation,
  folders: readonly string[],
  files: FileSystem,
): Promise<MisplacedFile | undefined> {
  if (place !== 'claude' || misplaced?.reason !== 'too-deep') return misplaced;
  const plugin = await findOfferingPlugin(folders, files);
  if (!plugin) return misplaced;
  return { ...misplaced, offeredBy: plugin.name, ...(plugin.linkText && { offeredThrough: plugin.linkText }) };
}

/** Skills hold templates and examples of skills, and of the files around them. */
function hasExamples(kind: FileKind): boolean {
  return kind === 'skill' || isJsonKind(kind);
}

/** The folders, nearest first; those after the first may belong to a skill that holds the file as an example. */
function foldersAround(folders: readonly string[], kind: FileKind): readonly string[] {
  // A plugin may be a skill itself.
  return kind === 'plugin' ? folders.slice(1) : folders;
}

/** Whether a folder above the file's own holds a SKILL.md, below the next `skills` folder. */
async function standsInsideSkill(folders: readonly string[], files: FileSystem): Promise<boolean> {
  for (const folder of folders.slice(1)) {
    if (/\/(skills|plugins)$/.test(folder)) return false;
    if ((await files.typeOf(`${folder}/SKILL.md`)) === 'file') return true;
  }
  return false;
}

/** @param text what was decoded, empty if nothing was */
function encodingOf(bytes: Uint8Array, text: string): FileContext['encoding'] {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return 'utf-16';
  if (isUnmarkedUtf16(bytes)) return 'utf-16';
  // Bytes that cannot be decoded are replaced by this.
  if (text !== '' && !text.includes('\uFFFD')) return 'utf-8';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'not-utf-8';
  }
}

/** Enough bytes to see that every other one is NUL. */
const sampledBytes = 256;

/**
 * Whether text begins in UTF-16 without a byte order mark: with the marker `---`, or with so much ASCII that most of
 * every other byte is NUL.
 */
function isUnmarkedUtf16(bytes: Uint8Array): boolean {
  if (/^(-\0-\0-\0|\0-\0-\0-)/.test(String.fromCharCode(...bytes.subarray(0, 6)))) return true;
  const pairs = Math.min(bytes.length, sampledBytes) >> 1;
  const nuls = [0, 0];
  for (let at = 0; at < 2 * pairs; at++) if (bytes[at] === 0) nuls[at % 2]!++;
  return pairs >= 2 && Math.min(...nuls) === 0 && Math.max(...nuls) > pairs / 2;
}

/** The folders with a `.claude`: what others would have in it is not asked for, and not remembered for each of thousands. */
async function foldersWithClaude(folders: readonly string[], files: FileSystem): Promise<readonly string[]> {
  const types = await Promise.all(folders.map((folder) => files.typeOf(`${folder}/.claude`)));
  return folders.filter((_, index) => types[index] !== undefined);
}
