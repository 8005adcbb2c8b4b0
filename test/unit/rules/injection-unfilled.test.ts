import { expect, test } from 'vitest';
import { expectFindings } from './expect-findings.ts';

const rule = 'injection-unfilled';
const skill = (command: string) =>
  `---\ndescription: Compares coins. Use when coins differ.\nallowed-tools: Bash\n---\n\nNow: !\`${command}\`\n`;

test.each([
  'git log -- «[relevant-folders]»',
  'git diff «<base-branch>»',
  'cat «{file_name}» | head',
  'cat «[path]»',
  'git log «<branch>»; ls',
  'cat «[placeholder]»',
  'git log --grep «<topic>»',
  'grep -r «[Your_Query]» <files>',
])('marks what nobody fills in: %s', (command) => {
  const [finding] = expectFindings(rule, skill(command));
  expect(finding!.severity).toBe('warning');
  expectFindings(rule, skill(command).replaceAll('\n', '\r\n'));
});

test.each([
  'ls [abc]*',
  'ls [a-z]',
  '[ -f path ] && cat path',
  '[[ -n $x ]]',
  "awk {print} a && awk '{print name}' b",
  "grep '[relevant-folders]' a",
  'sort <in >out',
  'git rev-parse HEAD@{upstream}',
  'find . -exec wc -l {} +',
  'echo {one,two}',
  'git log $0',
])('is silent for %s', (command) => {
  expectFindings(rule, skill(command));
});

test('is silent where nothing runs', () => {
  expectFindings(rule, skill('x').replace('Now: !`x`', 'Run `git log -- [relevant-folders]`.'));
});
