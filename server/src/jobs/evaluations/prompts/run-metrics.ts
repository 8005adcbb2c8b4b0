import { lastTextOf, type MadeSession } from './kept-session.ts';

/** Denied calls that are listed. */
const maxDenied = 50;

/** `metrics.json` of skill-creator, with what it has no names for: what was denied and left out, and why a session ended early. */
export function runMetrics({ summary, parts, made, problem }: MadeSession, transcript: number): object {
  const calls = parts.filter((part) => part.kind === 'tool');
  const counts = new Map<string, number>();
  for (const { name } of calls) counts.set(name, (counts.get(name) ?? 0) + 1);
  const denied = parts.flatMap((part) => (part.kind === 'denial' ? [{ tool: part.tool, call: part.summary }] : []));
  return {
    tool_calls: Object.fromEntries(counts),
    total_tool_calls: calls.length,
    ...(summary.turns !== undefined && { total_steps: summary.turns }),
    files_created: made.files.map(({ path }) => path),
    errors_encountered: calls.filter(({ state }) => state === 'failed').length,
    output_chars: lastTextOf(parts).length,
    transcript_chars: transcript,
    denied_calls: denied.slice(0, maxDenied),
    ...(made.leftOut.length > 0 && { left_out: made.leftOut }),
    ...(problem !== undefined && { ended_early: problem }),
  };
}
