import { readToolRules } from '../../dialect/tools/tool-rules.ts';
import { isMcpToolName, mcpServerRule } from '../../dialect/tools/tools.ts';
import { mapOf, textOf } from '../../document/json-values.ts';
import type { Session } from '../session.ts';
import { readClaudeCodeState } from './claude-code-state.ts';
import type { SessionSettings } from './session-settings.ts';

/** The MCP servers and tools that settings name, as permission rules: `mcp__github`, `mcp__github__get_*`. */
export function mcpToolsIn({ permissions, files }: Pick<SessionSettings, 'permissions' | 'files'>): readonly string[] {
  const inRules = permissions.flatMap(({ rule }) => readToolRules(rule).map(({ name }) => name));
  const enabled = files.flatMap(({ values: { enabledMcpjsonServers } }) =>
    Array.isArray(enabledMcpjsonServers) ? enabledMcpjsonServers.flatMap((it) => textOf(it) ?? []) : [],
  );
  return [...new Set([...inRules, ...enabled.map(mcpServerRule)])].filter(isMcpToolName);
}

/** The names of the MCP servers that the user has added for every project, or for the session's folder. */
export async function readUserMcpServers(session: Session): Promise<readonly string[]> {
  const state = mapOf(await readClaudeCodeState(session));
  const ofFolder = session.folder === undefined ? undefined : mapOf(mapOf(state?.projects)?.[session.folder]);
  return [state, ofFolder].flatMap((it) => Object.keys(mapOf(it?.mcpServers) ?? {}));
}
