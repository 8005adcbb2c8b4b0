import { URI } from 'vscode-uri';
import { findRules, MAX_RULE_FILES } from '../../catalog/discover/rule-files.ts';
import { configFolder, projectFolders, type Session } from '../../catalog/session.ts';
import { projectSlug } from '../../catalog/settings/claude-code-state.ts';
import { shownPath } from '../../catalog/shown-path.ts';
import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import { estimateTokens } from '../../dialect/text/token-estimate.ts';
import { readDocument } from '../../document/read-document.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';
import { folderOf } from '../../platform/paths.ts';
import type { ContextPart } from '../../protocol.ts';

/** How much of a memory's index is loaded: https://code.claude.com/docs/en/memory. */
const memoryLines = 200;

/** How many agents' memories are looked at. */
const maxAgents = 100;

/** How many files are read at a time. */
const concurrency = 16;

/** A file that is loaded completely or in part. */
interface Part {
  readonly label: string;
  readonly path: string;
  /** The part of the text that is loaded; undefined if nothing is. */
  readonly loaded: (text: string) => string | undefined;
}

/**
 * The texts that Claude Code loads when a session starts, besides the listing: instructions, rules that are for every file, and
 * the beginning of each memory. Tokens are estimates; files that instructions import are not followed.
 */
export async function startContext(session: Session): Promise<ContextPart[]> {
  const uncounted: ContextPart[] = [];
  const parts = (await Promise.all([instructions(session), rules(session, uncounted), memories(session)])).flat();
  const seen = new Set<string>();
  const distinct = parts.filter(({ path }) => !seen.has(path) && seen.add(path));
  const read = await mapConcurrently(distinct, concurrency, async ({ label, path, loaded }) => {
    const bytes = await session.files.readFile(path);
    const reason = bytes ? undefined : await session.files.whyUnreadable(path, 'file');
    if (reason !== undefined) return notCounted(label, reason, path);
    const text = bytes && loaded(new TextDecoder().decode(bytes));
    if (text === undefined || text.trim() === '') return undefined;
    return { label, tokens: estimateTokens(text), uri: URI.file(path).toString() };
  });
  return [...read.filter((part) => part !== undefined), ...uncounted];
}

/** An existing part of unknown size. */
function notCounted(label: string, reason: string, path: string): ContextPart {
  return { label: `${label}: not counted (${reason})`, tokens: 0, uri: URI.file(path).toString() };
}

/** Every CLAUDE.md that is loaded at the start, the most general first. */
function instructions(session: Session): Part[] {
  const { folder, environment } = session;
  const user = configFolder(session);
  const paths = foldersFromTop(folder).flatMap((at) => [
    `${at}/CLAUDE.md`,
    `${at}/.claude/CLAUDE.md`,
    `${at}/CLAUDE.local.md`,
  ]);
  if (user) paths.unshift(`${user}/CLAUDE.md`);
  if (environment.managed) paths.unshift(`${environment.managed}/CLAUDE.md`);
  return paths.map((path) => ({ label: shownPath(path, session), path, loaded: (text) => text }));
}

/** The rules without `paths`: those with it wait for a file that matches. */
async function rules(session: Session, uncounted: ContextPart[]): Promise<Part[]> {
  const found = await findRules(session);
  for (const { folder, hasMore, walk } of found) {
    const label = shownPath(folder, session);
    if (hasMore) uncounted.push(notCounted(label, `only the first ${MAX_RULE_FILES} files are counted`, folder));
    else if (walk.cut !== undefined) uncounted.push(notCounted(label, `only ${walk.cut} are counted`, folder));
    for (const { path, reason } of walk.unreadable) uncounted.push(notCounted(shownPath(path, session), reason, path));
  }
  const paths = found.flatMap((it) => it.paths);
  return paths.map((path) => ({ label: shownPath(path, session), path, loaded: ruleForEveryFile }));
}

function ruleForEveryFile(text: string): string | undefined {
  const document = readDocument(text, DEFAULT_RUNTIME);
  return document.frontmatter.fields.has('paths') ? undefined : text.slice(document.bodyStart);
}

/** The index of the project's memory, and those that agents keep. */
async function memories(session: Session): Promise<Part[]> {
  const { folder, files } = session;
  const user = configFolder(session);
  if (folder === undefined) return [];
  const memory = (label: string, path: string): Part => ({ label, path, loaded: firstLines });
  const parts: Part[] = [];
  if (user) {
    // All folders of a repository share one memory.
    const owner = (await projectFolders(session)).at(-1);
    const owners = new Set([owner === undefined || owner === '' ? folder : owner, folder]);
    for (const at of owners) {
      const path = `${user}/projects/${projectSlug(at)}/memory/MEMORY.md`;
      if ((await files.typeOf(path)) !== 'file') continue;
      parts.push(memory(`Project memory, first ${memoryLines} lines`, path));
      break;
    }
  }
  const homes = [`${folder}/.claude/agent-memory`, `${folder}/.claude/agent-memory-local`];
  if (user) homes.push(`${user}/agent-memory`);
  for (const home of homes) {
    const agents = ((await files.readFolder(home)) ?? []).filter(({ type }) => type === 'folder').slice(0, maxAgents);
    for (const { name } of agents) {
      parts.push(memory(`Memory of agent ${name}, first ${memoryLines} lines`, `${home}/${name}/MEMORY.md`));
    }
  }
  return parts;
}

function firstLines(text: string): string {
  return text.split('\n', memoryLines).join('\n');
}

/** A folder and those above it, the top first, without the root. */
function foldersFromTop(folder: string | undefined): string[] {
  const folders: string[] = [];
  for (let at = folder ?? ''; at.includes('/'); at = folderOf(at)) folders.unshift(at);
  return folders;
}
