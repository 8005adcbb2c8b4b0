import type { Catalog } from '../catalog/catalog.ts';
import { readFileContext } from '../catalog/file/read-file-context.ts';
import { nearestWord } from '../dialect/edit-distance.ts';
import { readDocument } from '../document/read-document.ts';
import { decodeText } from '../platform/decode-text.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { lastPart } from '../platform/last-part.ts';
import { isTooDeep } from '../platform/slashed-path.ts';
import { pluginAt } from '../runtime/render/plugin-at.ts';
import { readRenderable } from '../runtime/render/read-renderable.ts';
import { renderableAtPath } from '../runtime/render/renderable-at-path.ts';
import type { RenderableSkill } from '../runtime/render/renderable-skill.ts';
import { resolveSlashCommand, slashRefusal } from '../runtime/skill-tool/slash-command.ts';
import { tooDeep } from './discover-files.ts';
import { WrongUse } from './exit-code.ts';
import { absolutePath, type FolderSession } from './session-options.ts';

/** What was named on the command line. */
export interface FoundSkill {
  readonly skill: RenderableSkill;
  /** What the client says instead of running it; undefined where it runs. */
  readonly refusal: string | undefined;
  /** A sentence each. */
  readonly notes: readonly string[];
}

/**
 * Finds a skill or command by its name in the session, or by its folder or file, which may be outside every session.
 * What looks like a path is one; a bare word is a name first.
 *
 * @throws {WrongUse} where there is none
 */
export async function findRenderable(written: string, catalog: Catalog, session: FolderSession): Promise<FoundSkill> {
  if (written.trim() === '') throw new WrongUse('Specify a skill; `skillwright list` shows all');
  const isPath = /[\\/]/.test(written) || /^\.+$/.test(written) || /\.md$/i.test(written);
  const byName = isPath ? undefined : await named(written, catalog, session);
  const found = byName ?? (await atPath(written, catalog, session));
  if (found) return found;
  const typed = written.replace(/^\//, '');
  const bySlash = written === `/${typed}` ? await named(typed, catalog, session) : undefined;
  if (bySlash) return bySlash;
  throw new WrongUse(whyNot(typed, isPath && bySlash === undefined && written !== `/${typed}`, catalog));
}

async function named(name: string, catalog: Catalog, session: FolderSession): Promise<FoundSkill | undefined> {
  const outcome = resolveSlashCommand(`/${name}`, catalog);
  if (outcome.kind !== 'skill' && outcome.kind !== 'refused') return undefined;
  const skill = outcome.skill && (await readRenderable(outcome.skill, session));
  if (outcome.skill && !skill) throw new WrongUse(await whyNoText(outcome.skill.path, session.files));
  return skill && { skill, refusal: outcome.kind === 'refused' ? outcome.message : undefined, notes: [] };
}

async function atPath(written: string, catalog: Catalog, session: FolderSession): Promise<FoundSkill | undefined> {
  const { files, runtime } = session;
  const given = absolutePath(session.folder, written);
  if (isTooDeep(given)) throw new WrongUse(tooDeep(given));
  const type = await files.typeOf(given);
  if (type === undefined) return undefined;
  const path = type === 'folder' ? `${given}/SKILL.md` : given;
  const bytes = await files.readFile(path);
  if (!bytes) throw new WrongUse(await whyNoText(path, files));
  const realPath = await files.realPath(path);
  const known = catalog.skills().find((skill) => skill.path === path || skill.path === realPath);
  const skill = known && (await readRenderable(known, session));
  if (skill) {
    const isThere = known.status === 'active' || known.status === 'name-only' || known.status === 'dead';
    const refusal = isThere || known.status === 'disabled' ? slashRefusal(known, known.name, runtime) : undefined;
    const note = `\`/${known.name}\` does not send this now${known.reason === undefined ? '' : `: ${known.reason}`}`;
    return { skill, refusal, notes: isThere || refusal !== undefined ? [] : [note] };
  }
  const context = await readFileContext(path, files, session.environment.home);
  const kind = context?.kind === 'command' ? 'command' : 'skill';
  if (context && context.kind !== kind) throw new WrongUse(`Not a skill or command: ${path}`);
  const plugin = context?.pluginRoot === undefined ? undefined : await pluginAt(context.pluginRoot, session);
  const renderable = renderableAtPath(path, kind, readDocument(decodeText(bytes), runtime, kind), plugin);
  return { skill: renderable, refusal: undefined, notes: ['Claude Code does not load it from this place'] };
}

async function whyNoText(path: string, files: FileSystem): Promise<string> {
  const reason = await files.whyUnreadable(path, 'file');
  if (reason !== undefined) return `The file cannot be read: ${path} (${reason})`;
  return `There is no ${lastPart(path)} in ${path.slice(0, path.lastIndexOf('/'))}`;
}

function whyNot(name: string, isPath: boolean, catalog: Catalog): string {
  if (isPath) return `No such skill: ${name} is neither a file nor a folder`;
  if (resolveSlashCommand(`/${name}`, catalog).kind === 'built-in') {
    return `\`/${name}\` is a built-in command of Claude Code, and its text is not in a file`;
  }
  const [absent] = catalog.named(name);
  if (absent?.status === 'active' && /\s/.test(name)) {
    return `\`/${name}\` cannot be typed: whitespace ends the name; specify its path to render it anyway`;
  }
  if (absent)
    return `\`${name}\` is not loaded: ${absent.reason ?? absent.status}; specify its path to render it anyway`;
  const near = nearestWord(
    name,
    catalog.skills().map((skill) => skill.name),
  );
  return `No such skill: ${name}${near === undefined ? '; `skillwright list` shows all' : `; did you mean ${near}?`}`;
}
