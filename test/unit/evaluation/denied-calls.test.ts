import { expect, test } from 'vitest';
import { deniedCalls } from '../../../server/src/evaluation/grading/denied-calls.ts';
import { deniedTexts } from '../../../server/src/jobs/evaluations/grading/denied-words.ts';

const result = (id: string, content: unknown, isError = true) => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }] },
});

const traceOf = (...lines: unknown[]) =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');

// As Claude Code 2.1.332 writes them.
const refused = (tool: string) =>
  `Permission to use ${tool} has been denied because Claude Code is running in don't ask mode. IMPORTANT: You *may* attempt to`;
const missing = (tool: string) =>
  `<tool_use_error>Error: No such tool available: ${tool}. ${tool} is disabled for this session, in subagents as well as here.</tool_use_error>`;

test('a call counts once, whatever says that it was denied', () => {
  const denied = { type: 'system', subtype: 'permission_denied', tool_name: 'Read', tool_use_id: 'a' };
  const trace = traceOf(
    denied,
    result('a', refused('Read')),
    result('b', missing('Write')),
    result('c', refused('Read')),
    {
      type: 'result',
      permission_denials: [
        { tool_name: 'Read', tool_use_id: 'a' },
        { tool_name: 'Bash', tool_use_id: 'd' },
      ],
    },
  );
  const counts = deniedCalls(trace);
  expect(Object.fromEntries(counts)).toEqual({ Read: 2, Write: 1, Bash: 1 });
  const ofCase = { subject: 'plugin', isCase: true } as const;
  expect(deniedTexts(counts, new Map([['Bash', 1]]), ofCase)).toEqual([
    '4 calls denied: Read (2), Bash, Write. Allow `Read`, `Write`, `Bash` when it runs',
    'Without the plugin: 1 call denied: Bash',
  ]);
  expect(deniedTexts(new Map([['Skill', 1]]), new Map(), ofCase)).toEqual([
    '1 call denied: Skill. Add `Skill` to `allowed_tools` of the case',
  ]);
  // A prompt lists no tools.
  expect(deniedTexts(new Map([['Skill', 1]]), new Map(), { subject: 'skill', isCase: false })).toEqual([
    '1 call denied: Skill. Allow `Skill` when it runs',
  ]);
});

test('what failed otherwise, or only quotes a denial, was not denied', () => {
  const trace = traceOf(
    result('a', 'File does not exist. Permission to use Read has been denied'),
    result('b', refused('Read'), false),
    result('c', '<tool_use_error>Error: No such tool available: Raed</tool_use_error>'),
    result('d', [{ type: 'text', text: 'x' }]),
    { type: 'assistant', message: { content: [{ type: 'text', text: refused('Read') }] } },
    { type: 'system', subtype: 'permission_denied', tool_name: '\u001b[31m', tool_use_id: 'e' },
    '{"type":"user", broken permission_denied',
    '"permission_denied"',
  );
  expect([...deniedCalls(trace)]).toEqual([]);
  expect(deniedTexts(new Map(), new Map(), { subject: 'skill', isCase: true })).toEqual([]);
});

test('a long trace is read in linear time', () => {
  const line = JSON.stringify(result('x', `${'Permission to use '.repeat(50_000)}`));
  expect([...deniedCalls(`${line}\n`.repeat(20))]).toEqual([]);
});
