import { describe, expect, test } from 'vitest';
import { HOOK_EVENTS } from '../../../server/src/dialect/hooks.ts';
import { check, expectFindings, expectFix } from './expect-findings.ts';

const skill = (hooks: string) =>
  `---\ndescription: Guards gates. Use when a gate opens.\nhooks:\n${hooks}\n---\nGuard.\n`;
const handler = (more = '') => `        - type: command\n          command: ./check.sh${more}`;
const group = (matcher: string, handlers = handler()) => `    - matcher: ${matcher}\n      hooks:\n${handlers}`;
const agent = { path: '/project/.claude/agents/guard.md' } as const;

describe('hooks-shape', () => {
  test('finds unknown events', () => {
    const [finding] = expectFindings('hooks-shape', skill(`  «preToolUse»:\n${group('Bash')}\n  Stop: []`));
    expect(finding).toMatchObject({
      severity: 'warning',
      message: 'Claude Code has no event `preToolUse` and ignores its hooks. Did you mean `PreToolUse`?',
    });
    expect(expectFindings('hooks-shape', skill('  «門»: 5'))[0]!.fixes).toBeUndefined();
  });

  test('offers the event that it asks about', () => {
    const crlf = (text: string) => skill(`  ${text}:\n${group('Bash')}`).replaceAll('\n', '\r\n');
    expect(expectFix('hooks-shape', crlf('"preToolUse"'), crlf('PreToolUse'))).toMatchObject({
      title: 'Change to `PreToolUse`',
      safe: false,
    });
    const both = expectFindings('hooks-shape', skill(`  «preToolUse»:\n${group('Bash')}\n  PreToolUse: []`));
    expect(both[0]!.fixes).toBeUndefined();
  });

  test('finds entries without an inner list, at the handler', () => {
    const [finding] = expectFindings(
      'hooks-shape',
      skill('  PreToolUse:\n    - matcher: Bash\n      «command»: ./check.sh\n      once: true'),
    );
    expect(finding!.message).toBe(
      'The entry has no `hooks` list: Claude Code ignores every `PreToolUse` hook in this file. Put the handler in a list under `hooks`',
    );
    expectFindings('hooks-shape', skill('  Stop:\n    - «matcher»: x'));
    expectFindings('hooks-shape', skill('  Stop:\n    - «{}»'));
    expectFindings(
      'hooks-shape',
      skill('  PreToolUse:\n    - matcher: Bash\n      «command»: x').replaceAll('\n', '\r\n'),
      {
        path: '/project/.claude/commands/guard.md',
      },
    );
    expectFindings('hooks-shape', `\uFEFF${skill('  PreToolUse:\n    - matcher: Bash\n      «command»: x')}`, agent);
  });

  test('finds events and entries of the wrong kind', () => {
    expect(expectFindings('hooks-shape', skill('  Stop:\n    «hooks»: []'))[0]!.message).toBe(
      '`Stop` must be a list, not a mapping: Claude Code ignores every `Stop` hook in this file. Insert `- ` before its first key',
    );
    expectFindings('hooks-shape', skill('  Stop: «yes»'));
    expectFindings('hooks-shape', skill('  Stop:\n    - «nope»'));
    expectFindings('hooks-shape', skill('  Stop:\n    - hooks: «nope»'));
    expectFindings('hooks-shape', skill('  Stop:\n    - «hooks»:'));
    expectFindings('hooks-shape', skill('  Stop:\n    - hooks: [«nope»]'));
    expectFindings('hooks-shape', skill(`  PreToolUse:\n    - «matcher»:\n      hooks:\n${handler()}`));
    expectFindings('hooks-shape', skill(`  PreToolUse:\n${group('«[Bash, Read]»')}`));
    expectFindings('hooks-shape', skill(`  PreToolUse:\n${group('«5»')}`));
  });

  test('finds handlers without what they need', () => {
    const [finding] = expectFindings('hooks-shape', skill('  Stop:\n    - hooks:\n        - «command»: x'));
    expect(finding!.message).toContain('Add `type: command`');
    expect(
      expectFindings('hooks-shape', skill('  Stop:\n    - hooks:\n        - type: «comand»\n          command: x'))[0]!
        .message,
    ).toContain('The types are `command`, `http`, `mcp_tool`, `prompt` and `agent`');
    expect(
      expectFindings('hooks-shape', skill('  Stop:\n    - hooks:\n        - «type»: prompt'))[0]!.message,
    ).toContain('A handler of type `prompt` needs `prompt`');
  });

  test('finds keys of the wrong kind or word', () => {
    for (const [more, message] of [
      ['timeout: «"5"»', '`timeout` must be a number, not a string'],
      ['timeout: «0»', '`timeout` must be greater than 0'],
      ['once: «yes»', '`once` must be `true` or `false`, not a string'],
      ['args: «x»', '`args` must be a list, not a string'],
      ['args: [«5»]', '`args` must be a string, not a number'],
      ['shell: «fish»', '`shell` only accepts `bash` and `powershell`'],
      ['onFailure: «warn»', '`onFailure` only accepts `block`'],
      ['statusMessage: «5»', '`statusMessage` must be a string, not a number'],
    ] as const) {
      const [finding] = expectFindings(
        'hooks-shape',
        skill(`  PreToolUse:\n${group('Bash', handler(`\n          ${more}`))}`),
      );
      expect(finding!.message).toContain(message);
      expect(finding!.message).toContain('ignores every `PreToolUse` hook in this file');
    }
  });

  test('finds matchers that never match', () => {
    for (const matcher of [
      '«"Bash("»',
      '«"*Bash"»',
      '«Bash(git push *)»',
      '«"Edit(src/**)"»',
      '«bash»',
      '«"Read|edit"»',
      '«"webfetch, Bash"»',
    ]) {
      const [finding] = expectFindings('hooks-shape', skill(`  PreToolUse:\n${group(matcher)}`));
      expect(finding!.message).toMatch(/the hook (never runs|does not run)/);
    }
    expect(expectFindings('hooks-shape', skill(`  PreToolUse:\n${group('«Bash(git push *)»')}`))[0]!.message).toBe(
      'A matcher is only compared with the tool name, so the hook never runs. Write `Bash` here and put the rule in `if`',
    );
  });

  test.each([
    'Bash',
    'Edit|Write',
    '"Edit, Write"',
    '"*"',
    '""',
    '".*"',
    '"^Bash$"',
    '"Ba.h"',
    'mcp__github__get_issue',
    '"mcp__.*__(read|write)"',
    'Task',
    'MyTool',
    '"Bash(Output)?"',
    '"Notebook.*"',
  ])('lets the matcher %s stand', (matcher) => {
    expectFindings('hooks-shape', skill(`  PreToolUse:\n${group(matcher)}`));
  });

  test('does not compare other events with tools', () => {
    expectFindings(
      'hooks-shape',
      skill(`  SessionStart:\n${group('"startup|resume"')}\n  UserPromptExpansion:\n${group('bash')}`),
    );
    expectFindings('hooks-shape', skill(`  SessionStart:\n${group('«"resume("»')}`));
  });

  test('accepts every event and every kind of handler', () => {
    const events = HOOK_EVENTS.map(
      ({ name }) => `  ${name}:\n    - hooks:\n${handler('\n          timeout: 1.5\n          own-key: 1')}`,
    );
    expectFindings('hooks-shape', skill(events.join('\n')));
    expectFindings(
      'hooks-shape',
      skill(
        '  Stop:\n    - hooks:\n        - { type: http, url: "http://localhost", headers: { a: b }, allowedEnvVars: [A], onFailure: block }\n        - { type: mcp_tool, server: a, tool: b, input: {} }\n        - { type: prompt, prompt: Done?, model: haiku }\n        - { type: agent, prompt: Look. }\n        - { type: command, command: x, args: [a], async: true, if: Bash(git *), once: true, shell: bash }',
      ),
    );
  });

  test('is silent for what is empty, for other values and in templates', () => {
    for (const hooks of ['  Stop:', '  Stop: []', '  Stop:\n    - hooks: []'])
      expectFindings('hooks-shape', skill(hooks));
    expectFindings('hooks-shape', '---\nhooks: nope\n---\nA\n');
    expectFindings('hooks-shape', '---\nhooks:\n---\nA\n');
    expectFindings('hooks-shape', skill('  Nope: 1'), { file: { insideSkill: true } });
    expectFindings('hooks-shape', skill('  Nope: 1'), { ...agent, file: { place: 'plugin' } });
    expectFindings('hooks-shape', skill('  Nope: "x'));
  });

  test('survives strange shapes', () => {
    for (const hooks of [
      '  ? [a, b]\n  : c',
      '  Stop: &a [*a]',
      '  Stop:\n    - hooks:\n        - type: [command]',
      '  Stop:\n    - hooks: { a: { type: command } }',
      '  Stop:\n    - - - a',
      '  "PreToolUse/x~1":\n    - nope',
      `  PreToolUse:\n${group('"(a+)+$"')}`,
      `  PreToolUse:\n${group('"Bash((a+)+"')}`,
    ]) {
      expect(() => check(skill(hooks))).not.toThrow();
    }
  });
});
