import { expect, test } from 'vitest';
import { bundleCliForTests, runCli, skillText, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

const text = `---
name: demo
description: Sows beans in rows. Use when the soil is warm.
allowed-tools: Read
context: fork
"odd | <b>": 1
---

# Demo

Sow.
`;

test('fields: what every product does with each field, and what it misses', async () => {
  const folder = await temporaryFolder({
    '.claude/skills/demo/SKILL.md': text,
    '.claude/skills/bare/SKILL.md': 'Sow.\n',
  });
  const { code, stdout } = await runCli(['fields', 'demo', '--format', 'json'], { cwd: folder });
  const { consumers, rows, missing } = JSON.parse(stdout);
  expect([code, missing]).toEqual([0, []]);
  expect(consumers.map((it: { id: string }) => it.id)).toEqual([
    'claude-code',
    'agentskills',
    'claude-api',
    'vscode',
    'codex',
    'gemini',
    'cursor',
  ]);
  const readings = Object.fromEntries(
    rows.map((row: { field: string; readings: object }) => [row.field, row.readings]),
  );
  expect(readings.name).toMatchObject({ 'claude-code': 'reads', codex: 'reads', vscode: 'reads' });
  expect(readings.context).toMatchObject({ 'claude-code': 'reads', 'claude-api': 'rejects', codex: 'ignores' });
  expect(readings['odd | <b>']).toMatchObject({ 'claude-code': 'ignores', agentskills: 'rejects', vscode: 'reports' });
  const shown = await runCli(['fields', 'demo'], { cwd: folder });
  expect(shown.stdout).toContain('# Field support of `demo`');
  expect(shown.stdout).toMatch(/^\| `context` \| ✓ \| .*\*\*rejects\*\*/m);
  expect(shown.stdout).toContain('| `odd \\| <b>` |');
  const bare = await runCli(['fields', 'bare'], { cwd: folder });
  expect(bare.stdout).toContain('Codex requires `description`, which the skill does not have');
  expect(bare.stdout).toMatch(/^Sources: \[Claude Code\]\(\S+\), \[/m);
});

test('budget --target: the same skills in other products, beside Claude Code', async () => {
  const skills = Array.from({ length: 30 }, (_, index) => {
    const name = `skill-${index}`;
    return [`.claude/skills/${name}/SKILL.md`, skillText({ name, description: 'Sows beans. '.repeat(60) })];
  });
  const folder = await temporaryFolder(Object.fromEntries(skills));
  const args = ['budget', '--target', 'codex', '--target', 'vscode', '--target', 'gemini'];
  const { code, stdout, stderr } = await runCli(args, { cwd: folder });
  expect(code).toBe(0);
  expect(stdout).toMatch(/OpenAI Codex: ≈ [\d,]+ of 8,000 characters \(.*not known\), 30 shortened\n/);
  expect(stdout).toMatch(
    /VS Code Copilot: ≈ [\d,]+ of 15,000 characters \(.*chat\.copilot\.skillCharBudget\), \d+ by name only\n/,
  );
  expect(stdout).toContain('https://developers.openai.com/codex/skills');
  expect(stderr).toMatch(/Gemini CLI documents no budget/);
  const json = await runCli([...args, '--format', 'json', '--context-window', '200000'], { cwd: folder });
  const { targets } = JSON.parse(json.stdout);
  expect(
    targets.map((it: { target: string; unit: string; budget: number }) => [it.target, it.unit, it.budget]),
  ).toEqual([
    ['codex', 'tokens', 4000],
    ['vscode', 'characters', 15_000],
  ]);
  expect(targets[0].entries).toHaveLength(30);
  expect(JSON.parse((await runCli(['budget', '--format', 'json'], { cwd: folder })).stdout).targets).toEqual([]);
});
