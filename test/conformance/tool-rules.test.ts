import { describe, expect, test } from 'vitest';
import type { RuntimeId } from '../../server/src/document/runtime-id.ts';
import type { Finding } from '../../server/src/rules/rule.ts';
import { check } from '../unit/rules/expect-findings.ts';
import { type Recording, recordings, runtimes } from './recordings.ts';

/** A recording of which calls a skill's or agent's lists of tools let through. */
interface ToolRuleRecording extends Recording {
  readonly observed: Recording['observed'] & {
    readonly toolResults?: readonly { readonly isError: boolean; readonly text: string }[];
    /** Undefined if an agent was not started, or had no tools. */
    readonly fullRequests?: readonly { readonly tools: readonly string[] }[];
  };
}

const skillFile = '.claude/skills/s/SKILL.md';
const agentFile = '.claude/agents/x.md';

/** Findings that say that something in a list has another effect than it seems to have, or none. */
const telling = /^tool-(unknown|syntax|rule-ignored|conflict)$/;

function findingsIn({ input }: Recording, file: string, runtime: RuntimeId): readonly Finding[] {
  const { findings } = check(String(input.files[file]), { path: `/project/${file}`, runtime });
  return findings.filter(({ rule }) => telling.test(rule));
}

const recordedIn = (runtime: RuntimeId, part: string) =>
  (recordings('tool-rules', runtime) as ToolRuleRecording[])
    .filter(({ id }) => id.includes(part))
    .map((recording) => [recording.id, recording] as const);

/** Lists with the effect that they seem to have, although no call of the recording shows it. */
const withoutCalls: Readonly<Record<string, string>> = {
  'own-tools-rule-allow-edit': 'Write was called',
  'own-tools-rule-deny-edit': 'Write was called',
  'own-tools-rule-allow-parameter': 'a command may begin so',
  'own-tools-rule-deny-kill-shell': 'another error came first',
  'own-tools-rule-deny-kill-shell-none': 'another error came first',
  'own-tools-rule-deny-skill': 'another error came first',
  'own-tools-rule-deny-slash-command': 'another error came first',
};

describe('lists of tools in skills', () => {
  const recorded = recordedIn('claude-code', '-rule-');

  test('are recorded', () => {
    expect(recorded.length).toBeGreaterThan(70);
  });

  test.for(recorded)('%s', ([id, recording]) => {
    const results = recording.observed.toolResults ?? [];
    const isGrant = id.includes('-allow-');
    const isSeen = results.some(({ isError, text }) => (isGrant ? !isError : /denied/.test(text)));
    const isTold = findingsIn(recording, skillFile, 'claude-code').length > 0;
    expect(isSeen || isTold || id in withoutCalls, 'what has no effect is reported').toBe(true);
  });
});

/** Tools that every release offers to agents that ask for them. */
const common = ['Read', 'Bash', 'Write'];

describe.each(runtimes)('lists of tools in agents of %s', (runtime) => {
  const recorded = recordedIn(runtime, '-agent-').filter(([, { input }]) =>
    /^tools: *\S/m.test(String(input.files[agentFile])),
  );

  test('are recorded', () => {
    expect(recorded.length).toBeGreaterThan(12);
  });

  test.for(recorded)('%s', ([, recording]) => {
    const offered = recording.observed.fullRequests?.[0]?.tools ?? [];
    const [value] = /^tools:.*/m.exec(String(recording.input.files[agentFile]))!;
    if (value.endsWith('"*"')) {
      expect(offered).toEqual(expect.arrayContaining(common));
      return;
    }
    const findings = findingsIn(recording, agentFile, runtime);
    const text = String(recording.input.files[agentFile]);
    const isMarked = (at: number) =>
      findings.some(({ rule, message, range }) => {
        const takes =
          rule === 'tool-conflict' || rule === 'tool-unknown' || (rule === 'tool-syntax' && !/space/.test(message));
        return takes && range.start <= at && at < range.end;
      });
    const start = text.indexOf(value);
    const expected = common.filter((tool) =>
      [...value.matchAll(new RegExp(`\\b${tool}\\b`, 'g'))].some(({ index }) => !isMarked(start + index)),
    );
    expect(common.filter((tool) => offered.includes(tool))).toEqual(expected);
  });
});
