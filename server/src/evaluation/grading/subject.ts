import { parseMap } from '../../document/json-values.ts';
import { partsInside } from '../../platform/paths.ts';
import type { Refusal } from '../../platform/refusal.ts';
import { textAt, type Value } from '../values/value.ts';
import type { RecordedRun, Trace } from './recorded-run.ts';

/** The text that a grader reads; why a run does not have it; or why it is not known. */
type Subject =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly missing: string }
  | Refusal;

/** Why what only the folder of a run tells is not known. */
export function reasonNotKept({ whyNotKept }: RecordedRun): string {
  return whyNotKept ?? 'The folder of the run is gone: run the case with `--keep-temp`';
}

/** The text that the `target` of a grader names. */
export function subjectOf(target: Value | undefined, run: RecordedRun, trace: Trace): Subject {
  const { trace: text, kept } = run;
  const name = target?.kind === 'string' ? target.value : target ? 'file' : 'last_message';
  switch (name) {
    case 'last_message':
      return { name, text: trace.lastMessage };
    case 'trace':
      return { name, text };
    case 'files':
      return kept ? { name, text: [...kept.files.keys()].join('\n') } : { problem: reasonNotKept(run) };
    case 'mock_calls': {
      if (!kept) return { problem: reasonNotKept(run) };
      if (kept.mockCalls === undefined) return { name, missing: 'no mocks were active' };
      const calls = mockCallsText(kept.mockCalls, trace);
      return calls === undefined ? { problem: 'The calls of mocks are not as in the trace' } : { name, text: calls };
    }
    default: {
      const path = textAt(target, 'path')?.value;
      if (path === undefined) return { problem: 'It names no text' };
      if (!kept) return { problem: reasonNotKept(run) };
      const inside = /^[/~]/.test(path) ? undefined : partsInside(path)?.join('/');
      if (inside === undefined || !kept.files.has(inside)) return { name: path, missing: 'there is no such file' };
      const content = kept.files.get(inside);
      return content === undefined
        ? { problem: 'The file is too large to be read here' }
        : { name: path, text: content };
    }
  }
}

/** The calls of mocks as graders see them, a line of JSON for each; undefined if they do not agree with the trace. */
function mockCallsText(log: string, { calls, results }: Trace): string | undefined {
  const answered = log.split('\n').flatMap((line) => {
    const entry = parseMap(line);
    return entry && typeof entry.tool === 'string' ? [entry] : [];
  });
  const lines: string[] = [];
  for (const { id, tool, input } of calls.filter((call) => call.tool.startsWith('mcp__'))) {
    const at = answered.findIndex((it) => tool.endsWith(`__${it.tool}`) && JSON.stringify(it.input) === input);
    const [entry] = at < 0 ? [] : answered.splice(at, 1);
    const result = results.get(id);
    if (!entry || result?.text === undefined) return undefined;
    lines.push(
      JSON.stringify({
        tool,
        input: JSON.parse(input) as unknown,
        output: result.text,
        ...(result.isError ? { isError: true } : {}),
        verdict: entry.verdict,
      }),
    );
  }
  return answered.length > 0 ? undefined : lines.join('\n');
}
