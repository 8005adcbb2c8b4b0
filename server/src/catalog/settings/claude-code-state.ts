import { parseJson } from '../../document/json-values.ts';
import { MAX_CLIENT_STATE_BYTES } from '../../platform/bounds.ts';
import { configFolder, repositoryRoot, type Session } from '../session.ts';

/** Claude Code's record of its own use, in `.claude.json`; undefined if there is none or it is unreadable. */
export async function readClaudeCodeState(session: Session): Promise<unknown> {
  const { environment, files } = session;
  const folder = environment.variable('CLAUDE_CONFIG_DIR') ? configFolder(session) : environment.home;
  const bytes =
    folder === undefined ? undefined : await files.readFile(`${folder}/.claude.json`, MAX_CLIENT_STATE_BYTES);
  return bytes && parseJson(new TextDecoder().decode(bytes));
}

/**
 * Whether the user has trusted the session's folder. Trust in a repository's root applies to the whole repository;
 * outside of a repository it applies to exactly that folder.
 */
export async function isTrustedFolder(state: unknown, { folder, files }: Session): Promise<boolean> {
  if (folder === undefined) return false;
  const projects = (
    state as { projects?: Record<string, { hasTrustDialogAccepted?: unknown } | undefined> } | undefined
  )?.projects;
  const isTrusted = (path: string | undefined) =>
    path !== undefined && projects?.[path]?.hasTrustDialogAccepted === true;
  return isTrusted(folder) || isTrusted(await repositoryRoot(folder, files));
}

/** The folder under `projects` in which Claude Code keeps what belongs to a project. */
export function projectSlug(folder: string): string {
  return folder.replace(/[^a-zA-Z0-9]/g, '-');
}
