import { mcpServerRule, serverSegment } from '../../dialect/tools/tools.ts';
import type { CaseServers } from '../surroundings/case-servers.ts';

/** The MCP tools that the runs of a case have. */
export interface OfferedTools {
  /** Those for which mocks answer, by their full names. */
  readonly mocked: ReadonlySet<string>;
  /** The beginnings of the names of tools of servers without mocks, which are only started if the user asks for it. */
  readonly real: readonly string[];
  /** The beginnings of the names that tools of a server have, by what the server may be called in their place. */
  readonly prefixes: ReadonlyMap<string, string>;
}

/** The MCP tools of runs, as their names are built from those of plugins and servers. */
export function offeredTools({ plugin, declared, mocked }: CaseServers): OfferedTools {
  const prefixes = new Map<string, string>();
  const segments = new Map(
    declared.map((server) => [serverSegment(server), `plugin_${plugin}_${serverSegment(server)}`]),
  );
  for (const [segment, full] of segments) {
    const prefix = `${mcpServerRule(full)}__`;
    for (const name of [segment, full, `${plugin}_${segment}`]) prefixes.set(name, prefix);
  }
  const names = new Set<string>();
  const answered = new Set<string>();
  for (const [folder, tools] of mocked) {
    const prefix = prefixes.get(folder) ?? `${mcpServerRule(folder)}__`;
    prefixes.set(folder, prefix);
    answered.add(prefix);
    for (const tool of tools) names.add(`${prefix}${tool}`);
  }
  const real = [...segments.values()]
    .map((full) => `${mcpServerRule(full)}__`)
    .filter((prefix) => !answered.has(prefix));
  return { mocked: names, real, prefixes };
}
