import { parsed, type Trace } from './recorded-run.ts';

/** The calls of mocks as graders see them, a line of JSON for each; undefined if they do not agree with the trace. */
export function mockCallsText(log: string, { calls, results }: Trace): string | undefined {
  const answered = log.split('\n').flatMap((line) => {
    const entry = parsed(line);
    return entry && typeof entry['tool'] === 'string' ? [entry] : [];
  });
  const lines: string[] = [];
  for (const { id, tool, input } of calls.filter((call) => call.tool.startsWith('mcp__'))) {
    const at = answered.findIndex((it) => tool.endsWith(`__${it['tool']}`) && JSON.stringify(it['input']) === input);
    const [entry] = at < 0 ? [] : answered.splice(at, 1);
    const result = results.get(id);
    if (!entry || result?.text === undefined) return undefined;
    lines.push(
      JSON.stringify({
        tool,
        input: JSON.parse(input) as unknown,
        output: result.text,
        ...(result.isError ? { isError: true } : {}),
        verdict: entry['verdict'],
      }),
    );
  }
  return answered.length > 0 ? undefined : lines.join('\n');
}
