import { describe, expect, test } from 'vitest';
import { applyFix, expectFindings, expectFix } from './expect-findings.ts';

const skill = (fields: string) => `---\ndescription: Prunes trees. Use when branches cross.\n${fields}\n---\nPrune.\n`;
const command = { path: '/project/.claude/commands/prune.md' } as const;
const agent = { path: '/project/.claude/agents/pruner.md' } as const;

describe('model-unknown', () => {
  test('informs, and never more', () => {
    const [finding] = expectFindings('model-unknown', skill('model: «gpt-4o»'));
    expect(finding).toMatchObject({
      severity: 'information',
      message:
        'Claude Code does not know the model `gpt-4o` and passes the name to the API unchanged. Use `inherit`, an alias such as `sonnet`, or a full model ID, unless a gateway provides this model',
    });
    expectFindings('model-unknown', skill('model: «openai/gpt-5» # 🌳'), command);
    expectFindings('model-unknown', skill('model: «"GPT-4.1"»').replaceAll('\n', '\r\n'), agent);
    expectFindings('model-unknown', `\uFEFF${skill('model: «Claude Sonnet 4.5»')}`);
    expectFindings('model-unknown', skill('model: «opus-4.5»'));
    expect(expectFindings('model-unknown', skill('model: «sonet»'))[0]!.message).toContain('Did you mean `sonnet`?');
  });

  test('offers the alias that it asks about, and to remove the field', () => {
    expect(expectFix('model-unknown', skill('model: "sonet" # 🌳'), skill('model: sonnet # 🌳'))).toMatchObject({
      title: 'Change to `sonnet`',
      safe: false,
    });
    const [other] = expectFindings('model-unknown', skill('model: «gpt-4o»'));
    expect(other!.fixes?.map(({ title }) => title)).toEqual(['Remove `model`']);
    const inBraces = '---\n{ description: Prunes trees. Use when branches cross., model: «gpt-4o» }\n---\nPrune.\n';
    expect(expectFindings('model-unknown', inBraces)[0]!.fixes).toEqual([]);
  });

  test('knows that `default` is an alias in settings alone', () => {
    expectFindings('model-unknown', skill('model: «default»'));
    expectFindings('model-unknown', skill('model: default'), agent);
  });

  test('knows what was retired', () => {
    const [gone] = expectFindings('model-unknown', skill('model: «claude-3-opus-20240229»'));
    expect(gone).toMatchObject({
      severity: 'information',
      message:
        'Anthropic retired the model `claude-3-opus-20240229` on 2026-01-05, so its API rejects every request with it. Use `opus` or a newer model ID',
    });
    const [replaced] = expectFindings('model-unknown', skill('model: «"claude-opus-4-1[1m]"»'), agent);
    expect(replaced!.message).toContain('so Claude Code calls `claude-opus-5-5` instead');
    expect(expectFix('model-unknown', skill('model: claude-3-5-haiku-latest'), skill('model: haiku')).safe).toBe(false);
    // Clouds of others retire models on other days.
    expectFindings('model-unknown', skill('model: anthropic.claude-3-opus-20240229-v1:0'));
  });

  test.each([
    'haiku',
    'Sonnet',
    'OPUS',
    'opus[1m]',
    '" haiku "',
    'inherit',
    'best',
    'opusplan',
    'fable',
    '',
    '~',
    '""',
    '" "',
    'claude-haiku-4-5-20251001',
    'claude-opus-5-5',
    'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    'arn:aws:bedrock:us-east-1:1:inference-profile/x',
    'claude-opus-4-1@20250805',
    '[haiku]',
    '5',
    '{{MODEL}}',
  ])('is silent for %s', (value) => {
    expectFindings('model-unknown', skill(`model: ${value}`));
  });

  test('is silent in examples', () => {
    expectFindings('model-unknown', skill('model: gpt-4o'), { file: { insideSkill: true } });
  });
});

describe('agent-unknown', () => {
  const forked = (name: string) => skill(`context: fork\nagent: ${name}`);
  const known = { file: { agentNames: new Set(['pruner', "gardener's help"]) } } as const;

  test('finds an agent that is not there', () => {
    const [finding] = expectFindings('agent-unknown', forked('«nobody»'), known);
    expect(finding).toMatchObject({
      severity: 'warning',
      message:
        'There is no agent `nobody`, so Claude Code silently runs the default one. Use a built-in agent or one from `.claude/agents`',
    });
    expect(finding!.fixes?.map(({ title }) => title)).toEqual(['Remove `agent`']);
    expect(applyFix(forked('nobody'), finding!.fixes![0]!)).toBe(skill('context: fork'));
    expectFindings('agent-unknown', forked('«nobody»'), { ...command, ...known });
  });

  test('compares exactly and suggests the nearest', () => {
    expect(expectFix('agent-unknown', forked('explore'), forked('Explore'), known)).toMatchObject({
      title: 'Change to `Explore`',
      safe: false,
    });
    expectFix('agent-unknown', forked('prunner # 🌳'), forked('pruner # 🌳'), known);
    expectFix('agent-unknown', forked('" pruner "'), forked('pruner'), known);
    expectFix('agent-unknown', forked('gardeners help'), forked("gardener's help"), known);
    expectFindings('agent-unknown', forked('«General-Purpose»').replaceAll('\n', '\r\n'), known);
  });

  test('is silent for agents that exist, and for those of a plugin', () => {
    for (const name of [
      'Explore',
      'Plan',
      'general-purpose',
      'pruner',
      '"gardener\'s help"',
      'office:reviewer',
      '',
      '""',
    ]) {
      expectFindings('agent-unknown', forked(name), known);
    }
  });

  test('is silent where it cannot know, and without a fork', () => {
    expectFindings('agent-unknown', forked('nobody'), { file: { agentNames: undefined } });
    expectFindings('agent-unknown', skill('agent: nobody'), known);
    expectFindings('agent-unknown', skill('context: Fork\nagent: nobody'), known);
    expectFindings('agent-unknown', forked('nobody'), { ...known, path: '/collection/prune/SKILL.md' });
    expectFindings('agent-unknown', forked('nobody'), { ...known, path: '/project/.github/skills/prune/SKILL.md' });
    expectFindings('agent-unknown', forked('{{AGENT}}'), known);
  });
});
