import toolsJson from '../../../../schemas/tools.json' with { type: 'json' };
import type { Source } from '../source.ts';
import { nearestWord } from '../text/edit-distance.ts';

/** The text in the parentheses of a rule for a tool. */
export type SpecifierKind = 'command' | 'path' | 'domain' | 'agent' | 'skill';

/** A tool of Claude Code. */
export interface ToolFacts {
  readonly name: string;
  readonly description: string;
  /** Undefined for a tool whose rules have no effective specifier. */
  readonly specifier?: SpecifierKind;
  /** The parameter that the specifier refers to, and that `Tool(parameter:value)` must not name. */
  readonly primaryParameter?: string;
  /** Rules with a path for this tool are ignored; those for the named tool apply to it instead. */
  readonly pathRulesOf?: string;
  /** Waits for the user, so `allowed-tools` never lets it run without asking. */
  readonly interactive?: boolean;
  /** A rule with a specifier, for hover and completion. */
  readonly example?: string;
  /** The first Claude Code release that has it, if published. */
  readonly since?: string;
}

/** A name that a tool had in an earlier release. */
interface RenamedTool {
  readonly name: string;
  readonly now: string;
  /** Rules with the old name still work. */
  readonly stillAccepted: boolean;
}

/** A tool of earlier releases that no other one has replaced under a new name. */
interface RemovedTool {
  readonly name: string;
  /** What does its work now, as it follows "use". */
  readonly instead: string;
  /** Another tool that shows the same. */
  readonly alsoIn?: string | undefined;
}

/** The tools of the latest verified release, sorted by name. */
export const TOOLS: readonly ToolFacts[] = toolsJson.tools as readonly ToolFacts[];

/** The same with those first that skills name most. */
export const TOOLS_BY_USE: readonly ToolFacts[] = [
  ...toolsJson.common.flatMap((name) => TOOLS.filter((tool) => tool.name === name)),
  ...TOOLS.filter(({ name }) => !toolsJson.common.includes(name)),
];

/** Names of earlier releases. */
export const RENAMED_TOOLS: readonly RenamedTool[] = toolsJson.renamed;

/** Programs that run any code or command that they are given. */
export const CODE_RUNNERS: ReadonlySet<string> = new Set(toolsJson.interpreters);

/** Where the tools are documented. */
export const TOOLS_SOURCE: Source = toolsJson.source;

/** Where the grammar of permission rules is documented. */
export const TOOL_RULES_SOURCE: Source = toolsJson.ruleSource;

/** The meaning of a specifier of each kind, in one sentence. */
export const SPECIFIERS: Readonly<Record<SpecifierKind, { readonly description: string }>> = toolsJson.specifiers;

const byName = new Map(TOOLS.map((tool) => [tool.name, tool]));
const mcpPattern = new RegExp(toolsJson.mcp.pattern);

/** The tool of exactly this name. */
export function findTool(name: string): ToolFacts | undefined {
  return byName.get(name);
}

/** The renaming of a tool that once had this name. */
export function findRenamedTool(name: string): RenamedTool | undefined {
  return RENAMED_TOOLS.find((renamed) => renamed.name === name);
}

/** The tool that other products call by this name. */
export function findForeignTool(name: string): { readonly name: string; readonly now: string } | undefined {
  return toolsJson.foreign.find((foreign) => foreign.name === name);
}

/** The facts about a tool that no longer exists. */
export function findRemovedTool(name: string): RemovedTool | undefined {
  return toolsJson.removed.find((removed) => removed.name === name);
}

/** Whether a name is, or was, that of a tool, or may be that of an MCP server's. */
export function isToolName(name: string): boolean {
  return findTool(name) !== undefined || findRenamedTool(name) !== undefined || isMcpToolName(name);
}

/** Whether a name is that of an MCP server or of one or more of its tools: `mcp__server`, `mcp__server__get_*`. */
export function isMcpToolName(name: string): boolean {
  return mcpPattern.test(name);
}

/** The rule for all tools of an MCP server; Claude Code replaces the characters that a tool's name cannot have. */
export function mcpServerRule(server: string): string {
  return `${toolsJson.mcp.prefix}${serverSegment(server)}`;
}

/** The name of an MCP server as it is in the names of its tools. */
export function serverSegment(server: string): string {
  return server.replace(/[^\w-]/g, '_');
}

/** The tool that an unknown name probably means: in different case, by its earlier name, or misspelled. */
export function nearestTool(name: string): ToolFacts | undefined {
  const renamed = findRenamedTool(name);
  if (renamed !== undefined) return findTool(renamed.now);
  const near =
    TOOLS.find((tool) => tool.name.toLowerCase() === name.toLowerCase())?.name ?? nearestWord(name, byName.keys());
  return near === undefined ? undefined : findTool(near);
}
