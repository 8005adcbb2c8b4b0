import type { Catalog } from '../../catalog/catalog.ts';
import type { LoadedCatalog } from '../../catalog/load-catalog.ts';
import { loadRepository, type Repository } from '../../catalog/repository.ts';
import { answersToName, isPresent } from '../../catalog/resolve/skill-status.ts';
import { nearestWord } from '../../dialect/text/edit-distance.ts';
import { readDocument } from '../../document/read-document.ts';
import { CheckInputs } from '../../features/check/check-inputs.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, lastPart } from '../../platform/paths.ts';
import { isTooDeep } from '../../platform/slashed-path.ts';
import { readRenderable } from '../../runtime/render/read-renderable.ts';
import { renderableInFile } from '../../runtime/render/renderable-in-file.ts';
import type { RenderableSkill } from '../../runtime/render/renderable-skill.ts';
import { resolveSlashCommand, slashRefusal } from '../../runtime/skill-tool/slash-command.ts';
import { UsageError } from '../exit-code.ts';
import { tooDeep } from '../files/discover-files.ts';
import { absolutePath, type FolderSession } from '../session-options.ts';

/** The skill or command given on the command line. */
interface FoundSkill {
  readonly skill: RenderableSkill;
  /** Of its file. */
  readonly path: string;
  /** The message of Claude Code instead of running it; undefined if it runs. */
  readonly refusal: string | undefined;
  /** One sentence each. */
  readonly notes: readonly string[];
}

/** Nothing has the name, or is at the path. */
export class NoSuchSkill extends UsageError {}

/**
 * Finds a skill or command by its name in the session, by its folder or file, which may be outside every session, or by its
 * name among what the session's folder offers. Anything that looks like a path is one; a single word is first looked up as
 * a name.
 *
 * @throws {NoSuchSkill} if there is none
 * @throws {UsageError} if it cannot be read or invoked, or if there are several
 */
export async function findRenderable(
  written: string,
  loaded: LoadedCatalog,
  session: FolderSession,
): Promise<FoundSkill> {
  const { catalog } = loaded;
  if (written.trim() === '') throw new UsageError('Specify a skill; `skillwright list` shows all');
  const isPath = /[\\/]/.test(written) || /^\.+$/.test(written) || /\.md$/i.test(written);
  const byName = isPath ? undefined : await named(written, catalog, session);
  const found = byName ?? (await atPath(written, catalog, session));
  if (found) return found;
  const typed = written.replace(/^\//, '');
  const bySlash = written === `/${typed}` ? await named(typed, catalog, session) : undefined;
  if (bySlash) return bySlash;
  const isKnown = catalog.named(typed).length > 0 || resolveSlashCommand(`/${typed}`, catalog).kind === 'built-in';
  if (isPath && written !== `/${typed}`) throw whyNot(typed, true, catalog, []);
  if (isKnown) throw whyNot(typed, false, catalog, []);
  const repository = await loadRepository(loaded, session);
  const path = offeredPath(typed, repository);
  const offered = path === undefined ? undefined : await atPath(path, catalog, session);
  if (offered) return offered;
  throw whyNot(typed, false, catalog, offeredNames(repository));
}

/** The file of a skill that the session's folder offers, and the session does not load. */
function offeredPath(name: string, repository: Repository): string | undefined {
  const all = repository.named(name);
  const paths = [...new Set(all.map(({ path }) => path))];
  if (paths.length < 2) return paths[0];
  const names = [...new Set(all.map((it) => it.name))];
  throw new UsageError(
    `Several skills are called ${name}; specify ${(names.length < paths.length ? paths : names).join(' or ')}`,
  );
}

function offeredNames({ plugins }: Repository): readonly string[] {
  return plugins.flatMap(({ candidates }) => candidates.map(({ name }) => name));
}

async function named(name: string, catalog: Catalog, session: FolderSession): Promise<FoundSkill | undefined> {
  const outcome = resolveSlashCommand(`/${name}`, catalog);
  if (outcome.kind !== 'skill' && outcome.kind !== 'refused') return undefined;
  const skill = outcome.skill && (await readRenderable(outcome.skill, session));
  if (outcome.skill && !skill) throw new UsageError(await whyNoText(outcome.skill.path, session.files));
  return (
    skill && {
      skill,
      path: outcome.skill!.path,
      refusal: outcome.kind === 'refused' ? outcome.message : undefined,
      notes: [],
    }
  );
}

async function atPath(written: string, catalog: Catalog, session: FolderSession): Promise<FoundSkill | undefined> {
  const { files, runtime } = session;
  const given = absolutePath(session.folder, written);
  if (isTooDeep(given)) throw new UsageError(tooDeep(given));
  const type = await files.typeOf(given);
  if (type === undefined) return undefined;
  const path = type === 'folder' ? `${given}/SKILL.md` : given;
  const bytes = await files.readFile(path);
  if (!bytes) throw new UsageError(await whyNoText(path, files));
  const realPath = await files.realPath(path);
  const known = catalog.skills().find((skill) => skill.path === path || skill.path === realPath);
  const read = (kind: RenderableSkill['kind'], pluginRoot: string | undefined) => {
    const document = readDocument(decodeText(bytes), runtime, kind);
    return renderableInFile({ path, kind, pluginRoot, document }, known && { skill: known, session }, session);
  };
  if (known) {
    const skill = await read(known.kind, undefined);
    const refusal = answersToName(known) ? slashRefusal(known, known.name, runtime) : undefined;
    const note = `\`/${known.name}\` does not send this now${known.reason === undefined ? '' : `: ${known.reason}`}`;
    return { skill, path: known.path, refusal, notes: isPresent(known) || refusal !== undefined ? [] : [note] };
  }
  const context = await new CheckInputs({ ...session, placeInCatalog: () => undefined }).contextOf(path);
  const kind = context?.kind === 'command' ? 'command' : 'skill';
  if (context && context.kind !== kind) throw new UsageError(`Not a skill or command: ${path}`);
  const skill = await read(kind, context?.pluginRoot);
  return { skill, path, refusal: undefined, notes: ['Claude Code does not load it from this place'] };
}

async function whyNoText(path: string, files: FileSystem): Promise<string> {
  const reason = await files.whyUnreadable(path, 'file');
  if (reason !== undefined) return `The file cannot be read: ${path} (${reason})`;
  return `There is no ${lastPart(path)} in ${folderOf(path)}`;
}

function whyNot(name: string, isPath: boolean, catalog: Catalog, offered: readonly string[]): UsageError {
  if (isPath) return new NoSuchSkill(`No such skill: ${name} is neither a file nor a folder`);
  if (resolveSlashCommand(`/${name}`, catalog).kind === 'built-in') {
    return new UsageError(`\`/${name}\` is a built-in command of Claude Code, and its text is not in a file`);
  }
  const [absent] = catalog.named(name);
  if (absent?.status === 'active' && /\s/.test(name)) {
    return new UsageError(
      `\`/${name}\` cannot be typed: whitespace ends the name; specify its path to render it anyway`,
    );
  }
  if (absent)
    return new UsageError(
      `\`${name}\` is not loaded: ${absent.reason ?? absent.status}; specify its path to render it anyway`,
    );
  const near = nearestWord(name, [...catalog.skills().map((skill) => skill.name), ...offered]);
  return new NoSuchSkill(
    `No such skill: ${name}${near === undefined ? '; `skillwright list` shows all' : `; did you mean ${near}?`}`,
  );
}
