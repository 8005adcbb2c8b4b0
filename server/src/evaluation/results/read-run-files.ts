import type { ResultProblem } from './tolerant-value.ts';
import { TolerantValue } from './tolerant-value.ts';

/** The content of `timing.json`, about a run. */
export interface RunTiming {
  readonly seconds: number | undefined;
  readonly tokens: number | undefined;
  /** US dollars for a session of our own; skill-creator does not write them. */
  readonly costUsd: number | undefined;
}

/** The content of `eval_metadata.json`, about a case. */
export interface CaseMetadata {
  readonly id: string | number | undefined;
  readonly name: string | undefined;
  readonly prompt: string | undefined;
  readonly expectedOutput: string | undefined;
  /** The expectations in prose, whether or not somebody has judged them. */
  readonly expectations: readonly string[];
}

/** A file next to the runs, with what is wrong in it. */
interface ReadWith<What> {
  readonly what: What | undefined;
  readonly problems: readonly ResultProblem[];
}

/** Reads `timing.json` of skill-creator. Never throws. */
export function readTiming(text: string): ReadWith<RunTiming> {
  const { root, problems } = TolerantValue.ofFile(text);
  const milliseconds = root?.number('duration_ms');
  const seconds =
    root?.number('total_duration_seconds') ?? (milliseconds === undefined ? undefined : milliseconds / 1000);
  const what = root && { seconds, tokens: root.number('total_tokens'), costUsd: root.number('cost_usd') };
  return { what, problems: problems.all() };
}

/** Reads `eval_metadata.json` of skill-creator. Never throws. */
export function readCaseMetadata(text: string): ReadWith<CaseMetadata> {
  const { root, problems } = TolerantValue.ofFile(text);
  const list = root?.firstOf('assertions', 'expectations');
  const what = root && {
    id: root.textOrNumber('eval_id'),
    name: root.text('eval_name'),
    prompt: root.text('prompt'),
    expectedOutput: root.text('expected_output'),
    expectations: list === undefined ? [] : root.textsOrObjects(list, 'text', 'description', 'name'),
  };
  return { what, problems: problems.all() };
}
