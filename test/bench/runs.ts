import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RunParts } from '../../server/src/jobs/claude-code/runs/run-parts.ts';
import { RunReducer } from '../../server/src/jobs/claude-code/runs/run-reducer.ts';
import { type Comparison, type Rounds, runInterleaved } from './comparison.ts';

/** The output of a long run: 5,000 events, of which results of tools make 10 MB. */
function longRun(events = 5_000, size = 10_000_000): readonly string[] {
  const calls = Math.floor(events / 5);
  const output = 'line of an output\n'.repeat(Math.floor(size / calls / 18));
  const lines = [
    JSON.stringify({ type: 'system', subtype: 'init', session_id: 's', model: 'm', slash_commands: ['x'] }),
  ];
  const piece = (event: object) =>
    lines.push(JSON.stringify({ type: 'stream_event', parent_tool_use_id: null, event }));
  for (let at = 0; at < calls; at++) {
    const text = `Step ${at}: now the next file is read.`;
    piece({ type: 'message_start', message: { id: `m${at}` } });
    piece({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
    piece({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } });
    const call = { type: 'tool_use', id: `t${at}`, name: 'Read', input: { file_path: `/project/src/file-${at}.ts` } };
    const content = [{ type: 'text', text }, call];
    lines.push(JSON.stringify({ type: 'assistant', message: { id: `m${at}`, content }, parent_tool_use_id: null }));
    const result = { type: 'tool_result', tool_use_id: `t${at}`, content: output };
    lines.push(JSON.stringify({ type: 'user', message: { content: [result] }, parent_tool_use_id: null }));
  }
  lines.push(JSON.stringify({ type: 'result', subtype: 'success', total_cost_usd: 1, num_turns: calls }));
  return lines;
}

/** What a long run takes from the server: reading its output, next to parsing it alone. */
export async function compareRuns(rounds: Rounds): Promise<Comparison> {
  const lines = longRun();
  const rows = await runInterleaved(rounds, () => lines, {
    'parse 5,000 events with 10 MB': (output) => output.map((line) => JSON.parse(line)).length,
    'read them as a run': (output) => reduce(output).all().length,
  });
  return { title: 'The output of a run, in process', unit: 'ms', rows };
}

/** What a long run leaves in memory, next to its output. */
export function compareRunMemory(): Comparison {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const used = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed / 1e6;
  };
  const before = used();
  const kept = reduce(longRun());
  const after = used();
  const length = kept.all().reduce((sum, part) => sum + JSON.stringify(part).length, 0) / 1e6;
  return {
    title: 'Kept of a run with 10 MB of output, in process',
    unit: 'MB',
    rows: [
      { name: 'texts of its parts', samples: [length] },
      { name: 'memory', samples: [after - before] },
    ],
  };
}

function reduce(lines: readonly string[]): RunParts {
  const parts = new RunParts();
  const reducer = new RunReducer({ parts, now: () => 0, folder: '/project', rulesFor: () => undefined }, 'x');
  for (const line of lines) reducer.take(line);
  reducer.end({
    exitCode: 0,
    errorOutput: '',
    problem: undefined,
    version: undefined,
    ownArguments: [],
  });
  return parts;
}
