import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import { estimateTokens } from '../../dialect/text/token-estimate.ts';
import { type FileMention, locateMentions, mentionedFiles } from '../../document/markdown/file-mentions.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { firstPart, folderOf, isInside, isWithin, resolve } from '../../platform/paths.ts';
import { isAbsolutePath, slashedPath } from '../../platform/slashed-path.ts';

/** The facts about a path that a skill or command mentions with `@`. */
export interface MentionedFile {
  /**
   * The type of the file in the folder where a session of the project starts; `elsewhere` if there is none, and the project has no
   * folder where it could be. Undefined if sessions start in any folder, and if the path begins with a variable.
   */
  readonly inProject: 'file' | 'folder' | 'missing' | 'elsewhere' | undefined;
  /** Whether a file is there in the folder of the plugin. */
  readonly inPlugin: boolean;
  /** The size of a text that is added to the conversation. */
  readonly size: { readonly characters: number; readonly tokens: number } | undefined;
}

/** How much is looked at for one file. */
const max = { mentions: 50, bytes: 512 * 1024 };

/** Where mentions are looked for. */
interface MentionFolders {
  /** The folder of the skill; undefined for a command. */
  readonly skill: string | undefined;
  /** The project; undefined for files of users and plugins, which are used in every project. */
  readonly project: string | undefined;
  readonly plugin: string | undefined;
}

/** The folder of the project in whose `.claude` folder a file is; undefined for the user's own. */
export function projectOf(folders: readonly string[], userFolder: string | undefined): string | undefined {
  const configuration = folders.find((folder) => folder.endsWith('/.claude'));
  return configuration === undefined || configuration === userFolder ? undefined : folderOf(configuration);
}

/** Looks for the files that the saved text of a skill or command mentions, by their paths as written. */
export async function findMentionedFiles(
  text: string,
  { skill, project, plugin }: MentionFolders,
  files: FileSystem,
): Promise<ReadonlyMap<string, MentionedFile>> {
  const written = new Set(locateMentions(text, DEFAULT_RUNTIME).map(({ path }) => path));
  const byVariable: Readonly<Record<string, string | undefined>> = {
    CLAUDE_SKILL_DIR: skill,
    CLAUDE_PLUGIN_ROOT: plugin,
  };
  const look = async (path: string): Promise<MentionedFile | undefined> => {
    const [, variable, rest] = /^\$\{(\w+)\}\/(.+)$/.exec(path) ?? [];
    const folder = variable === undefined ? project : byVariable[variable];
    const inside = rest ?? path;
    if (/^[~/]|[${}<>*\\]/.test(inside)) return undefined;
    const found = await lookUp(folder, inside, files);
    const size = found === 'file' ? await textSize(resolve(folder!, inside)!, files) : undefined;
    if (variable !== undefined) return { inProject: undefined, inPlugin: false, size };
    const inPlugin = path.includes('/') && (await lookUp(plugin, path, files)) === 'file';
    return { inProject: found, inPlugin, size };
  };
  const found = await Promise.all(
    [...written].slice(0, max.mentions).map(async (path) => [path, await look(path)] as const),
  );
  return new Map(found.filter((it): it is [string, MentionedFile] => it[1] !== undefined));
}

/** A text that Claude Code adds to a conversation. */
interface AttachedText {
  /** Absolute. */
  readonly path: string;
  readonly characters: number;
  readonly tokens: number;
}

/**
 * The texts that a rendered text adds to a conversation, or the lines of them that it asks for, each once. Other files than those of the session's folder and of
 * some others are not looked at.
 */
export async function attachedTexts(
  text: string,
  runtime: RuntimeId,
  { folder, others }: { readonly folder: string; readonly others: readonly string[] },
  files: FileSystem,
): Promise<readonly AttachedText[]> {
  const roots = [folder, ...others];
  const mentions = mentionedFiles(text, runtime).flatMap(({ path, lines }) => {
    const at = isAbsolutePath(path) ? absolute(path) : resolve(folder, path);
    return at !== undefined && roots.some((root) => isInside(at, root)) ? [{ path: at, lines }] : [];
  });
  const distinct = new Map(mentions.map((mention) => [JSON.stringify(mention), mention]));
  const found = await Promise.all(
    [...distinct.values()].slice(0, max.mentions).map(async ({ path, lines }): Promise<AttachedText[]> => {
      const size = (await files.typeOf(path)) === 'file' ? await textSize(path, files, lines) : undefined;
      return size ? [{ path, ...size }] : [];
    }),
  );
  return found.flat();
}

/** An absolute path as the core writes it, as long as it leads straight on. */
function absolute(path: string): string | undefined {
  const slashed = slashedPath(path);
  return slashed.split('/').includes('..') ? undefined : slashed;
}

async function lookUp(
  folder: string | undefined,
  path: string,
  files: FileSystem,
): Promise<MentionedFile['inProject']> {
  const target = folder === undefined ? undefined : resolve(folder, path);
  if (target === undefined || !isWithin(target, folder)) return undefined;
  const type = await files.typeOf(target);
  if (type !== undefined) return type === 'folder' ? 'folder' : 'file';
  const first = firstPart(path);
  return path.includes('/') && (await files.typeOf(`${folder}/${first}`)) === 'folder' ? 'missing' : 'elsewhere';
}

/**
 * The size of a text for the model; undefined for other bytes, and if it cannot be read or is very large.
 *
 * @param lines those that are added; undefined for the whole text
 */
export async function textSize(
  path: string,
  files: FileSystem,
  lines?: FileMention['lines'],
): Promise<MentionedFile['size']> {
  const bytes = await files.readFile(path, max.bytes);
  if (!bytes || bytes.includes(0)) return undefined;
  const whole = decodeText(bytes);
  const text = lines
    ? whole
        .split('\n')
        .slice(lines.first - 1, lines.last)
        .join('\n')
    : whole;
  return { characters: text.length, tokens: estimateTokens(text) };
}
