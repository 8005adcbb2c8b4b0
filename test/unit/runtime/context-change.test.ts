import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../server/src/document/read-document.ts';
import type { RuntimeId } from '../../../server/src/document/runtime-id.ts';
import { contextChange, type Invoker } from '../../../server/src/runtime/render/context-change.ts';
import type { RenderableSkill } from '../../../server/src/runtime/render/renderable-skill.ts';

function skill(frontmatter: string, body = 'Body.\n', runtime: RuntimeId = 'claude-code'): RenderableSkill {
  const document = readDocument(`---\n${frontmatter}\n---\n${body}`, runtime);
  return { name: 's', kind: 'skill', folder: '/p/.claude/skills/s', document, tier: 'project', plugin: undefined };
}

const nothing = {
  allowedTools: [],
  disallowedTools: [],
  model: null,
  effort: null,
  maxThinkingTokens: null,
  hooks: null,
  fork: null,
};

describe('what an invocation changes', () => {
  test('is nothing for a skill that asks for nothing', () => {
    expect(contextChange(skill('description: D'))).toEqual(nothing);
  });

  test('is every tool once', () => {
    const asked = 'allowed-tools: Read, Bash(git diff *), Read\ndisallowed-tools: [Write, Write]';
    expect(contextChange(skill(asked))).toEqual({
      ...nothing,
      allowedTools: ['Read', 'Bash(git diff *)'],
      disallowedTools: ['Write'],
    });
  });

  test.each<[string, RuntimeId, Invoker, string | null]>([
    ['model: Haiku', 'claude-code', 'user', 'Haiku'],
    ['model: "  haiku "', 'claude-code', 'user', 'haiku'],
    ['model: INHERIT', 'claude-code', 'user', null],
    ['model: 5', 'claude-code', 'user', null],
    ['model: [haiku]', 'claude-code', 'user', null],
    ['model: haiku', 'claude-code', 'model', null],
    ['model: haiku\ncontext: fork', 'claude-code', 'model', 'haiku'],
    ['model: haiku', 'claude-code@2.1.7', 'model', 'haiku'],
    ['model: INHERIT', 'claude-code@2.1.7', 'user', 'INHERIT'],
    ['model: inherit', 'claude-code@2.1.7', 'user', null],
    ['model: ""', 'claude-code@2.1.7', 'user', ''],
  ])('has the model of %j in %s for the %s: %j', (frontmatter, runtime, invoker, model) => {
    expect(contextChange(skill(frontmatter, undefined, runtime), { invoker }).model).toBe(model);
  });

  test.each([
    ['HIGH', 'high'],
    ['[low]', 'low'],
    ['[low, high]', null],
    ['" high "', null],
    ['3', 3],
    ['"5 x"', 5],
    ['true', null],
    ['med', 'medium'],
    ['mid', null],
  ])('reads effort: %s as %j', (written, effort) => {
    expect(contextChange(skill(`effort: ${written}`)).effort).toBe(effort);
    expect(contextChange(skill(`effort: ${written}`, undefined, 'claude-code@2.1.7')).effort).toBe(null);
  });

  test('keeps the hooks that Claude Code understands', () => {
    const hooks = `hooks:
  Stop:
    - hooks: [{ type: bogus }]
    - hooks: [{ type: command, command: echo }]
  SessionEnd: []
  PreToolUse: 5
  Bogus:
    - hooks: [{ type: command, command: echo }]`;
    expect(contextChange(skill(hooks)).hooks).toEqual({
      Stop: [{ hooks: [{ type: 'command', command: 'echo' }] }],
      SessionEnd: [],
    });
    expect(contextChange(skill('hooks: { Stop: [{ hooks: [{ type: bogus }] }] }')).hooks).toBe(null);
  });

  test.each([
    ['context: fork', { agent: 'general-purpose' }],
    ['context: fork\nagent: Explore', { agent: 'Explore' }],
    ['context: fork\nagent: [Plan]', { agent: 'Plan' }],
    ['context: Fork', null],
    ['agent: Explore', null],
  ])('has the fork of %j', (frontmatter, fork) => {
    expect(contextChange(skill(frontmatter)).fork).toEqual(fork);
  });

  test('is more thinking for a word in the text, in the first releases alone', () => {
    const old = skill('description: D', 'Please ULTRATHINK about it.\n', 'claude-code@2.1.7');
    expect(contextChange(old).maxThinkingTokens).toBe(31_999);
    expect(contextChange(old, { text: 'ultrathinking' }).maxThinkingTokens).toBe(null);
    expect(contextChange(skill('description: D', 'ultrathink\n')).maxThinkingTokens).toBe(null);
  });
});
