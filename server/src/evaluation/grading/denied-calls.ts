import { isMap, parseMap } from '../../document/json-values.ts';

/** How many calls were denied, by the names of the tools. */
export type DeniedCalls = ReadonlyMap<string, number>;

/** Calls that are counted: more tell nothing else. */
const maxCalls = 10_000;

/** A trace may be anybody's, and names are shown. */
const toolName = /^[\w.:-]{1,120}$/;

/** The result of a tool that the session may not use. */
const refusal =
  /^(?:Permission to use ([\w-]{1,120})(?: with [^\n]{0,300})? has been denied|(?:<tool_use_error>)?Error: No such tool available: ([\w-]{1,120})\. \2 is disabled)/;

/** The tool that a call was denied, by what the call returned; undefined if it was not denied. */
export function deniedTool(text: string): string | undefined {
  const [, tool, disabled] = refusal.exec(text.slice(0, 500)) ?? [];
  return tool ?? disabled;
}

/**
 * The calls that a run was denied, according to its trace: those that need a permission which nobody could give, and those
 * of tools that the session does not have.
 */
export function deniedCalls(trace: string): DeniedCalls {
  const byCall = new Map<string, string>();
  for (let start = 0; start < trace.length && byCall.size < maxCalls; ) {
    const next = trace.indexOf('\n', start);
    const line = trace.slice(start, next < 0 ? trace.length : next);
    start += line.length + 1;
    // Parsing the other lines, which may be long, would take most of the time.
    if (!/permission_deni|Permission to use |No such tool available/.test(line)) continue;
    for (const [id, tool] of deniedIn(parseMap(line))) byCall.set(id, tool);
  }
  return countsOf([...byCall.values()]);
}

/** How often each text is there. */
export function countsOf(tools: readonly string[]): DeniedCalls {
  const counts = new Map<string, number>();
  for (const tool of tools) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  return counts;
}

/** The sum of what several runs were denied. */
export function sumOfDenied(all: readonly DeniedCalls[]): DeniedCalls {
  const sum = new Map<string, number>();
  for (const [tool, count] of all.flatMap((denied) => [...denied])) sum.set(tool, (sum.get(tool) ?? 0) + count);
  return sum;
}

/** The denied calls in a line of a trace, by their ids. */
function deniedIn(event: Readonly<Record<string, unknown>> | undefined): (readonly [id: string, tool: string])[] {
  if (event?.type === 'system' && event.subtype === 'permission_denied') return denial(event);
  if (event?.type === 'result') return listIn(event.permission_denials).flatMap(denial);
  if (event?.type !== 'user' || !isMap(event.message)) return [];
  return listIn(event.message.content).flatMap(({ type, is_error: isError, content, tool_use_id: id }) => {
    if (type !== 'tool_result' || isError !== true || typeof content !== 'string' || typeof id !== 'string') return [];
    const tool = deniedTool(content);
    return tool === undefined ? [] : [[id, tool] as const];
  });
}

function denial({ tool_use_id: id, tool_name: tool }: Readonly<Record<string, unknown>>) {
  return typeof id === 'string' && typeof tool === 'string' && toolName.test(tool) ? [[id, tool] as const] : [];
}

function listIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isMap) : [];
}
