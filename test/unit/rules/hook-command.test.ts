import { describe, expect, test } from 'vitest';
import { expectInSession } from './check-in-session.ts';
import { applyFix } from './expect-findings.ts';

const rule = 'hook-command';
const skillFile = '/project/.claude/skills/deploy/SKILL.md';
const agentFile = '/project/.claude/agents/deployer.md';
const around = {
  '/project/tools/check.sh': '#!/bin/sh\n',
  '/project/.claude/skills/deploy/scripts/own.sh': '#!/bin/sh\n',
};

const withHook = (command: string, ...more: string[]) =>
  [
    '---',
    'name: deploy',
    'description: Deploys the site. Use when a release is finished.',
    'hooks:',
    '  Stop:',
    '    - hooks:',
    '        - type: command',
    `          command: ${command}`,
    ...more.map((line) => `          ${line}`),
    '---',
    'Deploy.',
    '',
  ].join('\n');

describe('the hooks of a skill or agent', () => {
  test.for([skillFile, agentFile])('run scripts of the project that there are: %s', async (path) => {
    await expectInSession(rule, path, withHook('sh "$CLAUDE_PROJECT_DIR"/tools/check.sh'), around);
    const marked = withHook('«\'sh "$CLAUDE_PROJECT_DIR"/tools/chek.sh\'»');
    const [finding] = await expectInSession(rule, path, marked, around);
    expect(finding!.message).toContain('The project has no file `tools/chek.sh`');
    const fixed = applyFix(marked.replaceAll(/[«»]/g, ''), finding!.fixes![0]!);
    expect(fixed).toContain('/tools/check.sh');
  });

  test('have a folder of the skill by another variable than its body', async () => {
    const marked = withHook('«"sh ${CLAUDE_SKILL_DIR}/scripts/own.sh"»');
    const [finding] = await expectInSession(rule, skillFile, marked, around);
    const fixed = applyFix(marked.replaceAll(/[«»]/g, ''), finding!.fixes![0]!);
    expect(fixed).toContain('${CLAUDE_PLUGIN_ROOT}/scripts/own.sh');
    await expectInSession(rule, skillFile, fixed, around);
    await expectInSession(rule, agentFile, marked, around);
  });

  test('have a nearest script, and a timeout in seconds', async () => {
    const near = withHook('«\'sh "${CLAUDE_PLUGIN_ROOT}"/scripts/owm.sh\'»');
    const [finding] = await expectInSession(rule, skillFile, near, around);
    expect(finding!.message).toContain('Did you mean `scripts/own.sh`?');
    await expectInSession(rule, agentFile, withHook('echo a', 'timeout: «60000»'), around);
  });

  test('of several lines have no fix', async () => {
    const marked = withHook('«|\n            sh ${CLAUDE_SKILL_DIR}/scripts/own.sh\n            echo a»');
    const [finding] = await expectInSession(rule, skillFile, marked, around);
    expect(finding!.fixes ?? []).toEqual([]);
  });
});
