import { readToolRules } from '../../dialect/tools/tool-rules.ts';
import { isMcpToolName, mcpServerRule } from '../../dialect/tools/tools.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { Session } from '../session.ts';
import { readClaudeCodeState } from './claude-code-state.ts';
import { mapOf, parseMap, textOf } from './json-map.ts';
import type { SessionSettings } from './session-settings.ts';

/** The largest `.mcp.json` that is read: it has a few servers. */
const maxBytes = 512 * 1024;

/** The MCP servers and tools that settings name, as permission rules: `mcp__github`, `mcp__github__get_*`. */
export function mcpToolsIn({ permissions, files }: Pick<SessionSettings, 'permissions' | 'files'>): readonly string[] {
  const inRules = permissions.flatMap(({ rule }) => readToolRules(rule).map(({ name }) => name));
  const enabled = files.flatMap(({ values: { enabledMcpjsonServers } }) =>
    Array.isArray(enabledMcpjsonServers) ? enabledMcpjsonServers.flatMap((it) => textOf(it) ?? []) : [],
  );
  return [...new Set([...inRules, ...enabled.map(mcpServerRule)])].filter(isMcpToolName);
}

/**
 * The names of the MCP servers that the `.mcp.json` of some folders define.
 *
 * @param folders those of projects and plugins
 */
export async function readMcpServers(folders: readonly string[], files: FileSystem): Promise<readonly string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const bytes = await files.readFile(`${folder}/.mcp.json`, maxBytes);
      const content = bytes && parseMap(bytes);
      // In plugins, the servers may be the whole content.
      return Object.keys(mapOf(content?.mcpServers) ?? content ?? {});
    }),
  );
  return [...new Set(found.flat())];
}

/** The names of the MCP servers that the user has added for every project, or for the session's folder. */
export async function readUserMcpServers(session: Session): Promise<readonly string[]> {
  const state = mapOf(await readClaudeCodeState(session));
  const ofFolder = session.folder === undefined ? undefined : mapOf(mapOf(state?.projects)?.[session.folder]);
  return [state, ofFolder].flatMap((it) => Object.keys(mapOf(it?.mcpServers) ?? {}));
}
