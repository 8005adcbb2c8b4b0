import { URI } from 'vscode-uri';
import type { CatalogAgent } from '../../catalog/catalog.ts';
import { readDocument } from '../../document/read-document.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, lastPart } from '../../platform/paths.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { FileEdit } from '../../protocol.ts';
import type { OpenTexts } from '../edits/editable-text.ts';
import { referencesIn } from '../references/references-in.ts';
import { isEditable, isOwnAgent, namingFiles, textsWith } from '../references/session-files.ts';
import type { ShownSession } from '../shown-skills/shown-session.ts';
import { EditedFiles } from './edited-files.ts';
import { editLinks } from './moved-links.ts';
import { editNameField } from './skill-edits.ts';

/** The changes when an agent gets another name. */
interface AgentRename {
  readonly files: readonly FileEdit[];
  /** The file, if it has the name too. */
  readonly moved: { readonly oldUri: string; readonly newUri: string } | undefined;
}

/**
 * Renames an agent: its field `name`, its file if that is called the same, and everything that names it, in skills,
 * commands, other agents, settings and instructions. Files that the user must not change stay unchanged.
 *
 * @param renamesFiles whether the editor lets us rename the file
 */
export async function renameAgent(
  agent: CatalogAgent,
  newName: string,
  sessions: readonly ShownSession[],
  {
    files,
    open,
    renamesFiles,
  }: { readonly files: FileSystem; readonly open: OpenTexts; readonly renamesFiles: boolean },
): Promise<AgentRename | Refusal> {
  const own = ownAgentName(agent);
  const to = `${agent.name.slice(0, agent.name.length - own.length)}${newName}`;
  const refusal = agentNotRenamed(agent, sessions) ?? unusableName(newName, to, sessions);
  if (refusal) return refusal;
  const edited = new EditedFiles();
  const edits = { files, open, edited };
  const { runtime } = sessions[0]!.catalog;
  await editNameField(agent, { ownFrom: own, ownTo: newName }, { runtime }, edits);
  for (const session of sessions) {
    const { catalog } = session;
    const named = catalog.agents().filter(({ name }) => name === agent.name);
    // Where several agents have the name, it may be another one that is meant.
    if (named.length !== 1 || named[0]!.path !== agent.path) continue;
    const candidates = await namingFiles(session, files);
    const editable = candidates.filter((file) => isEditable(file, sessions));
    for (const text of await textsWith([agent.name], editable, files, open)) {
      const references = referencesIn(readDocument(text.read.text, runtime, text.file.kind), text.file);
      const changed = references.filter(
        ({ target, range }) =>
          target.kind === 'agent' &&
          target.name === agent.name &&
          text.read.text.slice(range.start, range.end) === agent.name,
      );
      edited.add(
        text,
        changed.map(({ range }) => ({ range, newText: to })),
      );
    }
  }
  const target = `${folderOf(agent.path)}/${newName}.md`;
  const movesFile = renamesFiles && lastPart(agent.path) === `${own}.md` && (await files.typeOf(target)) === undefined;
  if (movesFile) await editLinks([{ from: agent.path, to: target }], sessions, edits);
  return {
    files: (await edited.result(files)).map(({ edit }) => edit),
    moved: movesFile ? { oldUri: URI.file(agent.path).toString(), newUri: URI.file(target).toString() } : undefined,
  };
}

/** The name in the file of an agent: without the plugin and its folders. */
export function ownAgentName({ name }: CatalogAgent): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

/** Why an agent cannot be renamed here; undefined if it can. */
export function agentNotRenamed({ name, path }: CatalogAgent, sessions: readonly ShownSession[]): Refusal | undefined {
  const isOwn = sessions.every((session) => isOwnAgent(path, session));
  if (!isOwn)
    return { problem: `\`${name}\` is read-only because it belongs to your organization or to an installed plugin` };
  if (isEditable({ path, isOwn }, sessions)) return undefined;
  return { problem: `\`${name}\` is outside this workspace, which is not trusted. Trust the workspace first` };
}

/** Why no agent can have this name; undefined if one can. */
function unusableName(newName: string, name: string, sessions: readonly ShownSession[]): Refusal | undefined {
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u.test(newName))
    return { problem: 'The name of an agent is a word of letters, digits, `-`, `_` and `.`' };
  const isTaken = sessions.some(({ catalog }) => catalog.agents().some((agent) => agent.name === name));
  return isTaken ? { problem: `There is already an agent \`${name}\`` } : undefined;
}
