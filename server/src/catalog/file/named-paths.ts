import { nearestWord } from '../../dialect/text/edit-distance.ts';
import type { JsonNode } from '../../document/json-document.ts';
import type { FileKind } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { YamlValue } from '../../document/yaml/yaml-value.ts';
import type { FileSystem, FileType } from '../../platform/file-system.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';
import { folderOf, join, lastPart, partsInside } from '../../platform/paths.ts';
import { entriesOf, listedFolder } from '../discover/listed-manifests.ts';
import { commandOf, handlersIn, hookScript, hooksIn } from './hook-scripts.ts';
import { type LinkText, linkTextOnTheWay } from './link-text.ts';
import { manifestPaths } from './manifest-paths.ts';

/** The target of a path. */
export interface NamedPath {
  /** Undefined if nothing is there. */
  readonly type: FileType | undefined;
  /** Whether the user may run it as a program; undefined if it is not a file, or if the system does not say. */
  readonly isExecutable: boolean | undefined;
  /** If nothing is there, the name in the same folder that is spelled alike. */
  readonly nearest?: string | undefined;
  /** Not what is named, but a text with the path of a link to it is there, or on the way. */
  readonly linkText?: LinkText | undefined;
}

/** Where the paths of a JSON file count from. */
interface NamingFolders {
  /** The plugin, or the marketplace. */
  readonly root: string | undefined;
  readonly project: string | undefined;
  /** No text with the path of a link is looked for outside it. */
  readonly repository?: string | undefined;
}

/** Further paths are not looked at. */
const maxPaths = 2000;

/** How many paths are looked at at a time. */
const concurrency = 16;

/** Looks at what the paths in a JSON file lead to, by their absolute paths. What leads outside is not looked at. */
export function findNamedPaths(
  root: JsonNode | undefined,
  kind: FileKind,
  folders: NamingFolders,
  files: FileSystem,
): Promise<ReadonlyMap<string, NamedPath>> {
  return lookAt(pathsOf(root, kind, folders), files, folders.repository);
}

/** The same for the scripts of a project that hooks in frontmatter run. */
export function findHookScripts(
  { frontmatter }: SkillDocument,
  project: string,
  files: FileSystem,
): Promise<ReadonlyMap<string, NamedPath>> {
  const hooks = frontmatter.fields.get('hooks')?.value;
  const commands = hooks ? commandsIn(hooks) : [];
  return lookAt(
    commands.flatMap((command) => scriptPath(command, { root: undefined, project }) ?? []),
    files,
  );
}

/** The commands of all handlers. */
function commandsIn(value: YamlValue): readonly unknown[] {
  if (value.kind === 'list') return value.items.flatMap(commandsIn);
  if (value.kind !== 'map') return [];
  return value.entries.flatMap(({ key, value: inner }) =>
    key === 'command' && inner.kind === 'scalar' ? [inner.value] : commandsIn(inner),
  );
}

async function lookAt(
  named: readonly string[],
  files: FileSystem,
  repository?: string,
): Promise<ReadonlyMap<string, NamedPath>> {
  const paths = [...new Set(named)].slice(0, maxPaths);
  const found = await mapConcurrently(paths, concurrency, async (path): Promise<NamedPath> => {
    const type = await files.typeOf(path);
    const isExecutable = type === 'file' ? await files.isExecutable(path) : undefined;
    const linkText =
      type === 'folder' || repository === undefined ? undefined : await linkTextOnTheWay(path, repository, files);
    if (type !== undefined || linkText) return { type, isExecutable, linkText };
    const names = (await files.readFolder(folderOf(path)))?.map(({ name }) => name) ?? [];
    return { type, isExecutable, nearest: nearestWord(lastPart(path), names) };
  });
  return new Map(paths.map((path, index) => [path, found[index]!]));
}

function pathsOf(root: JsonNode | undefined, kind: FileKind, folders: NamingFolders): string[] {
  const scripts = hooksIn(root, kind)
    .flatMap(handlersIn)
    .flatMap((handler) => scriptPath(commandOf(handler)?.value, folders) ?? []);
  if (kind === 'plugin')
    return [...manifestPaths(root).flatMap((it) => namedPath(folders.root, it.written)), ...scripts];
  if (kind !== 'marketplace' || folders.root === undefined) return scripts;
  return entriesOf(root).flatMap((entry) => {
    const folder = listedFolder(entry, root, folders.root!);
    return folder === undefined
      ? []
      : [folder, ...manifestPaths(entry).flatMap(({ written }) => namedPath(folder, written))];
  });
}

/** The absolute path that a manifest names; none if it leads out of the plugin. */
export function namedPath(root: string | undefined, written: string): string[] {
  const parts = root === undefined ? undefined : partsInside(written);
  return parts ? [parts.length === 0 ? root! : join(root!, parts.join('/'))] : [];
}

/** The absolute path of the script that a command runs; undefined if that depends on where Claude Code runs. */
export function scriptPath(command: unknown, { root, project }: NamingFolders): string | undefined {
  const script = typeof command === 'string' ? hookScript(command) : undefined;
  const folder = script?.folder === 'plugin' ? root : script?.folder === 'project' ? project : undefined;
  return folder === undefined ? undefined : namedPath(folder, script!.path)[0];
}
