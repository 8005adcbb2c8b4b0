import { describe, expect, test } from 'vitest';
import { expectFindings, expectFix } from './expect-findings.ts';

const rule = 'path-not-portable';
const skill = (body: string) => `---\ndescription: Packs boxes. Use when something moves.\n---\n\n${body}\n`;
const bundled = { file: { bundledPaths: new Set(['SKILL.md', 'scripts', 'scripts/pack.py', 'notes.md']) } } as const;

describe('backslashes in the path of a file that the skill has', () => {
  test.each([
    'Run `python «scripts\\pack.py» box`.',
    'Read «scripts\\pack.py» first.',
    '```bash\npython «.\\scripts\\pack.py» box\n```',
    'Run `«${CLAUDE_SKILL_DIR}\\scripts\\pack.py»`.',
    'Run `«${CLAUDE_SKILL_DIR}/scripts\\pack.py»`.',
  ])('%s', (body) => {
    const [finding] = expectFindings(rule, skill(body), bundled);
    expect(finding!.severity).toBe('warning');
    expectFindings(rule, `\uFEFF${skill(body).replaceAll('\n', '\r\n')}`, bundled);
    const plain = skill(body.replace(/[«»]/g, ''));
    const fix = expectFix(rule, plain, plain.replace('.\\scripts', 'scripts').replaceAll('\\', '/'), bundled);
    expect(fix.safe).toBe(true);
  });

  test.each([
    'Run `python scripts\\other.py`.',
    'Write `scripts/pack.py`, not `scripts\\pack.py`.',
    'On Windows: `scripts\\pack.py`',
    '```powershell\npython scripts\\pack.py\n```',
    '```json\n{ "path": "scripts\\pack.py" }\n```',
    '[Pack](scripts\\pack.py)',
    'The folder C:\\boxes\\scripts\\pack.py',
    'Matches `\\bscripts\\pack.py\\b`.',
  ])('nothing in %s', (body) => {
    expectFindings(rule, skill(body), bundled);
  });

  test('nothing where the files are not known', () => {
    expectFindings(rule, skill('Run `python scripts\\pack.py`.'));
  });
});

describe('a path in the home folder of one person', () => {
  test.each([
    'Read `«/Users/mtaylor/boxes/list.csv»` and `/Users/mtaylor/more.csv`.',
    'The list is in «/home/mtaylor/boxes».',
    'The list is in `«C:\\Users\\mtaylor\\boxes\\list.csv»`.',
    '```bash\ncp «/Users/mtaylor/boxes/list.csv» .\n```',
  ])('%s', (body) => {
    const [finding] = expectFindings(rule, skill(body));
    expect(finding!.severity).toBe('information');
    expectFindings(rule, skill(body), { path: '/project/.claude/agents/packer.md' });
  });

  test.each([
    '`/Users/username/boxes/list.csv` `/home/user/x/y` `/home/ubuntu/app/x` `/Users/yourname/x/y` `/Users/you/a/b` `/home/.../a/b`',
    '`/Users/<name>/boxes/list.csv` `/home/$USER/boxes/a` `/Users/Shared/a/b`',
    'Such as `/Users/mtaylor/boxes/list.csv`, for example.',
    '```\nError: no file /Users/mtaylor/boxes/list.csv\n```',
    '```json\n{ "path": "/Users/mtaylor/boxes/list.csv" }\n```',
    '[The list](/Users/mtaylor/boxes/list.csv)',
    'The page https://example.com/home/mtaylor/boxes/list',
    'The route `/home/mtaylor`',
  ])('nothing in %s', (body) => {
    expectFindings(rule, skill(body));
  });

  test('the user may name files of their own', () => {
    const path = '/home/mtaylor/.claude/skills/pack/SKILL.md';
    expectFindings(rule, skill('Read `/home/mtaylor/boxes/list.csv`.'), { path });
  });
});

describe('a folder in which one person works', () => {
  test.each([
    'Run `python3 «~/Work/boxes/count.py» all`, then `cat ~/Work/boxes/all.csv`.',
    '```bash\ncat «$HOME/projects/boxes/list.csv»\n```',
    '```bash\ncd «~/src/boxes/moving» && make\n```',
    'Run `node «~/Desktop/boxes/count.mjs»`.',
    'Run `bash «${HOME}/Documents/count.sh»`.',
  ])('%s', (body) => {
    const [finding] = expectFindings(rule, skill(body));
    expect(finding!.severity).toBe('information');
    expectFindings(rule, `\uFEFF${skill(body).replaceAll('\n', '\r\n')}`);
    expectFindings(rule, skill(body), { path: '/project/.claude/commands/pack.md' });
  });

  test.each([
    'Run `cat ~/.claude/boxes/list.csv ~/.config/boxes/a ~/bin/boxes/a ~/boxes/list.csv`.',
    'The list may be in `~/Work/boxes/list.csv`, or in ~/Work/boxes/other.csv.',
    'Run `cat ~/projects/my-app/list.csv ~/code/project/list.csv ~/Work/<name>/list.csv ~/repos/$NAME/list`.',
    '```bash\nmkdir -p ~/Work/boxes/lists\ncat list.csv > ~/Work/boxes/list.csv\n```',
    'Run `git clone https://example.com/boxes ~/src/github/boxes`.',
    'Run `open ~/Downloads/boxes.csv ~/Desktop/list.pdf`.',
    'Run `ls ~/projects`, for example `ls ~/projects/boxes/old`.',
    '```json\n{ "run": "cat ~/Work/boxes/list.csv" }\n```',
  ])('nothing in %s', (body) => {
    expectFindings(rule, skill(body));
  });
});
