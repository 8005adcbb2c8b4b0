import { describe, expect, test } from 'vitest';
import { RunParts } from '../../../server/src/jobs/claude-code/runs/run-parts.ts';
import type { RunPart } from '../../../server/src/protocol.ts';
import { newReducer, recordedLines, reduced } from '../../fixtures/runs/recorded-streams.ts';

/** The parts of a recorded run in short: what they are and where. */
function outline(name: string): string[] {
  return reduced(recordedLines(name)).parts.map(inShort);
}

function inShort(part: RunPart): string {
  const indentation = part.parent === undefined ? '' : '  ';
  switch (part.kind) {
    case 'tool':
      return `${indentation}${part.name} ${part.summary}: ${part.state}`;
    case 'hook':
      return `${indentation}hook ${part.name}: ${part.state}`;
    case 'denial':
      return `${indentation}denied ${part.tool} ${part.summary}: ${part.rules ?? 'no rule'}`;
    default:
      return `${indentation}${part.kind}: ${part.text.split('\n')[0]}`;
  }
}

describe('a recorded run', () => {
  test('has texts, thoughts, calls and denials in their order', () => {
    expect(outline('calls')).toEqual([
      'text: I read it.',
      'Read a.txt: succeeded',
      'text: And remove it.',
      'Bash rm -f x.txt: denied',
      'denied Bash rm -f x.txt: Bash',
      'thinking: Let me think about it.',
      'text: # Done',
    ]);
    const { state, facts } = reduced(recordedLines('calls'));
    expect(state).toBe('succeeded');
    expect(facts).toEqual({
      model: 'claude-opus-5-5',
      sessionId: '00000000-0000-4000-8000-000000000001',
      claudeCodeVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      transcript: '/scratch/home/.claude/projects/-scratch-project/00000000-0000-4000-8000-000000000001.jsonl',
      cost: expect.closeTo(0.0003),
      tokens: { input: 30, output: 9, cacheRead: 0, cacheWrite: 0 },
      turns: 3,
      denied: 1,
    });
  });

  test('shows hooks, and offers no rule for what a hook has blocked', () => {
    expect(outline('hooks')).toEqual([
      'hook SessionStart:startup: succeeded',
      'Read a.txt: succeeded',
      'hook PostToolUse:Read: failed',
      'Bash ls: denied',
      'hook PreToolUse:Bash: failed',
      'denied Bash ls: no rule',
      'text: Ready.',
    ]);
  });

  test('nests what an agent does in its call, until it has ended', () => {
    expect(outline('agent')).toEqual([
      'text: I delegate.',
      'Task Look: succeeded',
      'text: I wait.',
      '  text: I look.',
      '  Read a.txt: succeeded',
      '  text: It says: content of a.',
      'text: All done.',
    ]);
    const task = reduced(recordedLines('agent')).parts.find(({ kind }) => kind === 'tool');
    expect(task).toMatchObject({ output: 'It says: content of a.' });
  });

  test('nests the text of a skill that the model has loaded, and of one that runs in a fork', () => {
    expect(outline('skill')).toEqual([
      'text: I use it.',
      'Skill /other x y: succeeded',
      '  inserted: Base directory for this skill: /scratch/project/.claude/skills/other',
      'text: End.',
    ]);
    expect(outline('fork')).toEqual([
      'general-purpose /greet: succeeded',
      '  inserted: Base directory for this skill: /scratch/project/.claude/skills/greet',
      '  text: In the fork.',
      '  Read a.txt: succeeded',
      '  text: Fork done.',
      'text: Fork done.',
    ]);
  });

  test('shows retries of a request as one step, and compaction', () => {
    expect(outline('retry').map((it) => it.replace(/[\d.]+ s$/, '# s'))).toEqual([
      'retry: The API is overloaded (529). Retry 2 of 10 after # s',
      'text: Finally.',
    ]);
    expect(outline('compaction').map((it) => it.replace(/from .*/, ''))).toEqual([
      'text: Hello.',
      'compaction: The conversation was compacted ',
      'inserted: This session is being continued ',
      'text: More.',
    ]);
  });

  test.each([
    ['credit', 'The account has no credit left. Credit balance is too low', undefined],
    ['maximum-turns', 'Stopped after the maximum number of turns: 1', 'skillwright.claudeCode.maximumTurns'],
    ['refused', expect.stringMatching(/^Shell command permission check failed for pattern "!`touch made`"/), undefined],
  ])('that failed says why: %s', (name, problem, setting) => {
    const { state, facts } = reduced(recordedLines(name), { exitCode: 1 });
    expect(state).toBe('failed');
    expect([facts.problem, facts.setting]).toEqual([problem, setting]);
  });

  test('that reached its maximum cost was stopped', () => {
    const { state, facts } = reduced(recordedLines('maximum-cost'), { exitCode: 1 });
    expect([state, facts.problem, facts.setting]).toEqual([
      'cancelled',
      'Stopped at the maximum cost of one run: $0.01',
      'skillwright.claudeCode.maximumCost',
    ]);
  });

  test('counts costs and tokens of several turns once', () => {
    const { facts } = reduced(recordedLines('compaction'));
    expect(facts.cost).toBeCloseTo(0.0003);
    expect(facts.tokens).toEqual({ input: 30, output: 9, cacheRead: 0, cacheWrite: 0 });
  });
});

describe('while a run is in progress', () => {
  test('a text grows piece by piece, and only what has changed is new', () => {
    const parts = new RunParts();
    const reducer = newReducer(parts);
    const texts: string[] = [];
    let version = 0;
    for (const line of recordedLines('calls')) {
      reducer.take(line);
      for (const part of parts.since(version).parts) if (part.id === 'text-4') texts.push(inShort(part));
      version = parts.version;
    }
    expect(texts.length).toBeGreaterThan(2);
    expect(parts.since(version)).toEqual({ parts: [], removed: [] });
  });

  describe('cancelled in the middle', () => {
    const lines = recordedLines('calls');
    const resultAt = lines.findIndex((line) => line.includes('"tool_result"'));
    const interrupted = lines[resultAt]!.replace('"tool_result"', '"tool_result","is_error":true');
    // Claude Code may end before or after it reports the call.
    test.each([
      ['without the result of the call', []],
      ['after the result of the call', [interrupted]],
    ])('%s, nothing is left running and nothing is called a failure', (_, last) => {
      const parts = new RunParts();
      const reducer = newReducer(parts);
      for (const line of lines.slice(0, resultAt)) reducer.take(line);
      reducer.cancel();
      for (const line of last) reducer.take(line);
      const end = { exitCode: undefined, errorOutput: '', problem: undefined, version: '1.2.3', ownArguments: [] };
      expect(reducer.end(end)).toBe('cancelled');
      expect(reducer.facts.problem).toBeUndefined();
      expect(parts.all().map(inShort)).toEqual(['text: I read it.', 'Read a.txt: stopped']);
    });
  });
});

describe('what is unknown or broken', () => {
  const noise = [
    '',
    'not JSON',
    '{"type":',
    '[1]',
    'null',
    '{"type":7}',
    '{"type":"from_the_future","subtype":"x"}',
    '{"type":"system","subtype":"from_the_future"}',
    '{"type":"system"}',
    '{"type":"stream_event","event":{"type":"content_block_delta","index":9,"delta":{"text":"lost"}}}',
    '{"type":"stream_event","event":7}',
    '{"type":"assistant","message":{"content":[7,null,{"type":"from_the_future"}]}}',
    '{"type":"assistant","message":7}',
    '{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"none","content":[]}]}}',
    '{"type":"system","subtype":"task_notification","task_id":"none","status":"completed"}',
  ];

  test('is ignored', () => {
    const lines = recordedLines('agent');
    const noisy = lines.flatMap((line) => [line, ...noise]);
    expect(reduced(noisy)).toEqual(reduced(lines));
    expect(reduced(noise).parts).toEqual([]);
  });

  test('any field of any line may be missing or something else', () => {
    for (const name of ['calls', 'hooks', 'agent', 'fork', 'compaction', 'maximum-cost']) {
      for (const line of recordedLines(name)) {
        const fields = Object.entries(JSON.parse(line) as object);
        for (const [field] of fields) {
          for (const value of [undefined, null, 7, 'text', [], {}]) {
            const { parts } = reduced([JSON.stringify({ ...Object.fromEntries(fields), [field]: value })]);
            expect(parts.length).toBeLessThan(3);
          }
        }
      }
    }
  });

  test('a denial that is only in the result is shown, and so is a text that was replaced only once', () => {
    const { parts } = reduced([
      '{"type":"assistant","uuid":"a","message":{"id":"m","content":[{"type":"text","text":"half"}]}}',
      '{"type":"assistant","uuid":"b","supersedes":["a"],"message":{"id":"n","content":[{"type":"text","text":"whole"}]}}',
      '{"type":"result","subtype":"success","permission_denials":[{"tool_name":"Write","tool_use_id":"t","tool_input":{"file_path":"/scratch/project/b.txt"}}]}',
    ]);
    expect(parts.map(inShort)).toEqual(['text: whole', 'denied Write b.txt: Write']);
  });

  test('where relative paths begin is known until a command may have changed that', () => {
    const currents: unknown[] = [];
    const parts = new RunParts();
    const reducer = newReducer(parts, (_, __, current) => {
      currents.push(current);
      return undefined;
    });
    const call = (id: string, name: string, input: object) =>
      reducer.take(
        JSON.stringify({ type: 'assistant', message: { id, content: [{ type: 'tool_use', id, name, input }] } }),
      );
    const deny = (id: string) =>
      reducer.take(JSON.stringify({ type: 'system', subtype: 'permission_denied', tool_use_id: id }));
    call('a', 'Write', { file_path: 'a.txt' });
    deny('a');
    call('b', 'Bash', { command: 'ls; cd sub && ls' });
    call('c', 'Write', { file_path: 'a.txt' });
    deny('c');
    expect(currents).toEqual(['/scratch/project', undefined]);
  });
});

describe('a run without a result says why', () => {
  test.each([
    [
      "error: unknown option '--permission-prompts'\n",
      /^Claude Code 1\.2\.3 is too old .* `--permission-prompts`/,
      undefined,
    ],
    ["error: unknown option '--mine'\n", /^Claude Code 1\.2\.3 has no option `--mine`$/, 'extraArguments'],
    [
      "error: option '--permission-mode <mode>' argument 'x' is invalid. Allowed choices are plan.\n",
      /^Claude Code ended with status 1: option '--permission-mode/,
      'permissionMode',
    ],
    ['Warning: x\nError: no such library\n', /^Claude Code ended with status 1: Error: no such library$/, undefined],
    ['', /^Claude Code ended with status 1$/, undefined],
  ])('%j', (errorOutput, problem, setting) => {
    const { state, facts } = reduced([], { exitCode: 1, errorOutput, ownArguments: ['--mine'] });
    expect(state).toBe('failed');
    expect(facts.problem).toMatch(problem);
    expect(facts.setting).toBe(setting && `skillwright.claudeCode.${setting}`);
  });

  const failure = (error: string | undefined, result: Readonly<Record<string, unknown>>) => {
    const text = result.result ?? 'What it says';
    return [
      JSON.stringify({ type: 'assistant', error, message: { content: [{ type: 'text', text }] } }),
      JSON.stringify({ type: 'result', subtype: 'success', is_error: true, result: 'What it says', ...result }),
    ];
  };

  // As Claude Code 2.1.332 says it.
  const busy = 'API Error: Request rejected (429) · This request would exceed your rate limit';
  const limiting = 'API Error: Server is temporarily limiting requests (not your usage limit) · Rate limited';
  const forbidden = 'Failed to authenticate. API Error: 403 Your account does not have permission to use this model';

  test.each([
    ['authentication_failed', {}, /^Claude Code is not signed in\. Run `claude` in a terminal/],
    ['authentication_failed', { api_error_status: 401 }, /sign-in or API key was not accepted\. What it says$/],
    ['server_error', { api_error: 'connection_failed' }, /^Claude Code could not reach the API\. What it says$/],
    ['server_error', { api_error_type: 'overloaded_error' }, /^The API is overloaded\. Try again later/],
    [
      'authentication_failed',
      { api_error_status: 403, result: forbidden },
      `The API does not permit this request. ${forbidden}`,
    ],
    ['rate_limit', { api_error_status: 429 }, /^The usage limit of the account was reached\. What it says$/],
    [
      'rate_limit',
      { api_error_status: 429, result: busy },
      `The API limits requests for now. Try again later. ${busy}`,
    ],
    ['rate_limit', { result: limiting }, `The API limits requests for now. Try again later. ${limiting}`],
    ['model_not_found', { api_error_status: 404 }, /^What it says$/],
    [
      undefined,
      { subtype: 'error_during_execution', errors: ['No conversation found with session ID: x'] },
      /no longer has this session/,
    ],
    [
      undefined,
      { subtype: 'error_from_the_future', result: undefined },
      /^What it says$|^Claude Code ended with an error$/,
    ],
  ])('%s %j', (error, result, problem) => {
    expect(reduced(failure(error, result), { exitCode: 1 }).facts.problem).toMatch(problem);
  });

  test('what it wrote to standard error is shown next to a result', () => {
    const errorOutput = '[claude-code:unrecognized_model] {}\nIgnoring 1 permissions.allow entry\n\n';
    const { parts } = reduced(recordedLines('retry'), { errorOutput });
    expect(parts.at(-1)).toMatchObject({ kind: 'notice', text: 'Ignoring 1 permissions.allow entry' });
  });
});

describe('standard error', () => {
  function live(...taken: readonly ((reducer: ReturnType<typeof newReducer>) => void)[]) {
    const parts = new RunParts();
    const reducer = newReducer(parts);
    for (const take of taken) take(reducer);
    return { reducer, notices: () => parts.all().flatMap((part) => (part.kind === 'notice' ? [part.text] : [])) };
  }
  const [init] = recordedLines('calls');
  const end = { exitCode: 1, problem: undefined, version: '1.2.3', ownArguments: [] } as const;

  test('is shown while the run goes on', () => {
    const { notices } = live(
      (it) => it.take(init!),
      (it) => it.takeErrorLine('Something is slow'),
    );
    expect(notices()).toEqual(['Something is slow']);
  });

  test('of the start is shown once the session has started', () => {
    const { reducer, notices } = live((it) => it.takeErrorLine('Ignoring 1 entry'));
    expect(notices()).toEqual([]);
    reducer.take(init!);
    expect(notices()).toEqual(['Ignoring 1 entry']);
  });

  test('is the problem of a run that never starts, and not shown twice', () => {
    const { reducer, notices } = live((it) => it.takeErrorLine('no such library'));
    expect(reducer.end({ ...end, errorOutput: 'no such library\n' })).toBe('failed');
    expect(reducer.facts.problem).toMatch(/no such library$/);
    expect(notices()).toEqual([]);
  });

  test('is bounded', () => {
    const { reducer, notices } = live((it) => it.take(init!));
    for (let line = 1; line <= 1_000; line++) reducer.takeErrorLine(`Line ${line}`);
    expect(notices()).toHaveLength(50);
  });
});
