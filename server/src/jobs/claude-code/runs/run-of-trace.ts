import type { RunPart, RunSummary } from '../../../protocol.ts';
import { RunParts } from './run-parts.ts';
import { RunReducer } from './run-reducer.ts';

/** A trace that another program has written, in the form of the output of a run. */
export interface TracedRun extends Pick<RunSummary, 'id' | 'uri' | 'invocation' | 'folder' | 'startedAt'> {
  readonly trace: string;
  readonly ms: number;
}

/** A trace as a run that has ended. */
export function runOfTrace({ trace, ms, ...about }: TracedRun): {
  readonly summary: RunSummary;
  readonly parts: readonly RunPart[];
} {
  const parts = new RunParts();
  const { folder, startedAt } = about;
  const reducer = new RunReducer({ parts, now: () => startedAt, folder, rulesFor: () => undefined }, undefined);
  for (const line of trace.split('\n')) reducer.take(line);
  const end = { exitCode: 0, errorOutput: '', problem: undefined, version: undefined, ownArguments: [] };
  const state = reducer.end(end);
  // The session was in a configuration of its own, so it cannot be resumed.
  const { transcript: _, sessionId: __, ...facts } = reducer.facts;
  return { summary: { ...about, arguments: '', ...facts, state, ms, isEvaluation: true }, parts: parts.all() };
}
