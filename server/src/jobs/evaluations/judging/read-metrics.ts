import { isMap, parseMap } from '../../../document/json-values.ts';
import { oneLine } from '../../claude-code/runs/tool-summary.ts';
import type { RunOutput } from './run-outputs.ts';

/** The facts in `metrics.json` about a run that a person should know. */
export interface RunMetrics {
  /** The tools, and what they were to do. */
  readonly denied: readonly { readonly tool: string; readonly call: string }[];
  readonly leftOut: readonly string[];
  /** Why it ended early. */
  readonly problem: string | undefined;
}

/** Items of a list that are read. */
const maxItems = 50;

/** Whether an output is not what was asked for, but about the run, as for the viewer of skill-creator. */
export function isAboutRun({ path, bytes }: RunOutput): boolean {
  if (path === 'transcript.md' || path === 'user_notes.md') return true;
  return path === 'metrics.json' && parseMap(bytes)?.total_tool_calls !== undefined;
}

/** Reads `metrics.json`, as far as it is as expected. */
export function readMetrics(outputs: readonly Pick<RunOutput, 'path' | 'bytes'>[]): RunMetrics {
  const metrics = parseMap(outputs.find(({ path }) => path === 'metrics.json')?.bytes) ?? {};
  const { denied_calls: denied, left_out: leftOut, ended_early: problem } = metrics;
  return {
    denied: listOf(denied).flatMap((it) =>
      isMap(it) && typeof it.tool === 'string'
        ? [{ tool: oneLine(it.tool), call: typeof it.call === 'string' ? oneLine(it.call) : '' }]
        : [],
    ),
    leftOut: listOf(leftOut).flatMap((it) => (typeof it === 'string' ? [oneLine(it)] : [])),
    problem: typeof problem === 'string' ? problem : undefined,
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, maxItems) : [];
}
