import { describe, expect, test } from 'vitest';
import type { PermissionRule } from '../../../server/src/catalog/settings/session-settings.ts';
import {
  type CommandPermissions,
  type CommandVerdict,
  checkCommand,
} from '../../../server/src/runtime/permissions/check-command.ts';

const folder = '/work/app';

function check(command: string, permissions: Partial<CommandPermissions> = {}): CommandVerdict {
  const usual = { runtime: 'claude-code', rules: [], granted: [], mode: undefined, addedFolders: [] } as const;
  return checkCommand(command, { ...usual, folder, home: '/home/ada', ...permissions });
}

function rules(behavior: PermissionRule['behavior'], ...written: string[]): PermissionRule[] {
  return written.map((rule) => ({ rule, behavior, path: '/home/ada/.claude/settings.json' }));
}

/** The message of Claude Code; undefined if it runs the command. */
function refusal(command: string, permissions?: Partial<CommandPermissions>): string | undefined {
  const verdict = check(command, permissions);
  if (verdict.allowed === undefined) return `untold: ${verdict.why}`;
  return verdict.allowed ? undefined : verdict.message;
}

const needsApproval = 'This command requires approval';

test.for(['claude-code', 'claude-code@2.1.7'] as const)(
  'it is left open whether a file is denied where rules are too long to be applied (%s)',
  (runtime) => {
    const long = Array.from({ length: 20 }, (_, index) => `Read(${'*a'.repeat(1_000)}${index})`);
    const permissions = { runtime, rules: rules('deny', ...long, 'Read(.env)') };
    expect(refusal('cat notes.md', permissions)).toBe(
      'untold: Some rules that deny files are too long to compare with the files in the command',
    );
    expect(refusal('cat .env', permissions)).toMatch(/denied/);
  },
);

describe('without a rule', () => {
  test.for([
    'echo hi',
    'pwd',
    'ls -la src',
    'cat a.txt | grep -n one | wc -l',
    'git status --short && git log --oneline -5',
    'git diff main...HEAD --stat',
    'git branch --show-current',
    'find src -type f -name "*.ts"',
    'sort -r a.txt | uniq -c',
    'test -f a.txt && cat a.txt || echo none',
    '[ -d src ] && ls src',
    'if [ -f a ]; then cat a; else echo no; fi',
    'while false; do echo a; done',
    'cat missing 2>/dev/null',
    'echo "at $HOME"',
    'echo "on $(git branch --show-current)"',
    "sed -n '1,3p' a.txt",
    'LC_ALL=C sort a.txt',
    '# a note\nls',
    'ls *.md',
  ])('%s runs', (command) => {
    expect(check(command)).toEqual({ allowed: true });
  });

  test.for([
    ['npm test', needsApproval],
    ['sort -o made a.txt', needsApproval],
    ['git branch new', needsApproval],
    ['FOO=1 ls', needsApproval],
    ['env', needsApproval],
    [
      'npm test && npm run build; npm test',
      'This Bash command contains multiple operations. The following parts require approval: npm test, npm run build',
    ],
    [
      'npm test | cat',
      'This Bash command contains multiple operations. The following part requires approval: npm test',
    ],
    ['echo $X', "A variable in this command can't be checked before it runs"],
    ['echo ${X:-d}', "A variable in braces in this command can't be checked before it runs"],
    ['echo $(date)', "A nested command in this command can't be checked before it runs"],
    ['echo "$(date)"', "Quoted text in this command can't be checked before it runs"],
    ['for i in 1 2; do echo $i; done', "A variable in this command can't be checked before it runs"],
    ['for i in 1 2; do echo a; done', needsApproval],
    ['a=1; echo $a', needsApproval],
    ['a=1', "A variable set in this command can't be checked before it runs"],
    ['(echo a)', 'This command uses shell operators that require approval for safety'],
    ["eval 'echo a'", "'eval' evaluates arguments as shell code"],
    ['cat <<EOF\nx\nEOF', 'Heredoc with unquoted delimiter undergoes shell expansion'],
    [
      'cat /etc/hostname',
      `cat in '/etc/hostname' was blocked. For security, Claude Code may only concatenate files from the allowed working directories for this session: '${folder}'.`,
    ],
    [
      'touch a.txt',
      `touch in '${folder}/a.txt' needs approval. The path is inside the working directories for this session ('${folder}'), and Claude Code asks before a shell command creates, changes or removes files there.`,
    ],
    [
      'echo a > /tmp/b',
      `Output redirection to '/tmp/b' needs approval. The path is outside the working directories for this session ('${folder}'). Allowing runs the command as written.`,
    ],
    [
      'rm -rf .',
      `Dangerous rm operation detected: '${folder}'\n\nThis command would remove a workspace directory (the working directory, an additional working directory, or one of their parent directories). This requires explicit approval and cannot be auto-allowed by permission rules.`,
    ],
    ['cd src; ls; cd ..', 'Multiple directory changes in one command require approval for clarity'],
    ["echo 'it''s' \"don't", 'Parse error'],
  ] as const)('%s is refused', ([command, message]) => {
    expect(refusal(command)).toBe(message);
  });

  test('commands in parentheses need a rule for all of Bash', () => {
    expect(check('(ls; pwd)')).toMatchObject({
      allowed: false,
      message: "This command can't be checked before it runs",
    });
    expect(check('(ls)')).toMatchObject({ allowed: false });
    expect(check('(ls) > x')).toMatchObject({ allowed: false, message: expect.stringContaining('A group in paren') });
  });

  test('what was not seen is not claimed', () => {
    expect(check('ss -t').allowed).toBeUndefined();
    expect(check('cat ~/a', { home: undefined }).allowed).toBeUndefined();
  });
});

describe('rules that allow', () => {
  test.for([
    ['Bash', 'npm test; eval x'],
    ['Bash(*)', 'echo $X'],
    ['Bash(npm test)', 'npm test'],
    ['Bash(npm test:*)', 'npm test --watch'],
    ['Bash(npm test *)', 'npm test'],
    ['Bash(npm *)', 'NODE_ENV=test npm run x 2>&1 | head'],
    ['Bash(* --check)', 'cargo fmt --check'],
    ['Bash(npm * --ci)', 'npm run x --ci'],
    ['Bash(npm test)', 'timeout 60 npm test && ls'],
    ['Bash(touch:*)', 'touch a; touch b'],
    ['Bash(echo $(date))', 'echo $(date)'],
    ['Read, Bash(make:*)', 'make all'],
  ] as const)('%s lets %s run', ([rule, command]) => {
    expect(refusal(command, { granted: [rule] })).toBeUndefined();
    expect(refusal(command, { rules: rules('allow', ...rule.split(', ')) })).toBeUndefined();
  });

  test.for([
    ['Bash(npm test)', 'npm test --watch'],
    ['Bash(npm test:*)', 'npm tests'],
    ['Bash(npm:*)', 'FOO=1 npm test'],
    ['Bash(npm:*)', 'sudo npm test'],
    ['Bash( npm test )', 'npm test'],
    ['bash(npm:*)', 'npm test'],
    ['Read', 'npm test'],
    ['Bash(:*)', 'npm test'],
  ] as const)('%s does not let %s run', ([rule, command]) => {
    expect(refusal(command, { granted: [rule] })).toBe(needsApproval);
  });

  test('no rule for a command lets it write elsewhere, redirect or use what is not looked into', () => {
    const granted = ['Bash(echo:*)', 'Bash(touch:*)'];
    expect(refusal('touch /tmp/a', { granted })).toContain('is outside the working directories');
    expect(refusal('echo a > b', { granted })).toContain(`Output redirection to '${folder}/b' needs approval`);
    expect(refusal('echo $X', { granted })).toContain('A variable in');
    expect(refusal('a=1; echo $a', { granted })).toContain('A variable set');
  });

  test('not even one for all of Bash lets it remove the project or touch what git runs', () => {
    expect(refusal('rm -rf .', { granted: ['Bash'] })).toContain('Dangerous rm');
    expect(refusal('touch .git/hooks/x', { granted: ['Bash'] })).toContain('which is a sensitive file');
  });

  test('it goes to the background only where something waits for it', () => {
    expect(refusal('ls & wait', { granted: ['Bash'] })).toBeUndefined();
    expect(refusal('ls & pwd', { granted: ['Bash'] })).toContain('background operator');
  });
});

describe('rules that deny or ask', () => {
  const denied = (command: string) => refusal(command, { granted: ['Bash'], rules: rules('deny', 'Bash(npm test:*)') });

  test.for([
    'npm test',
    "npm 'test' x",
    'echo a; npm test',
    'FOO=1 npm test',
    'sudo npm test',
    'if true; then npm test; fi',
    '(npm test)',
    'echo $(npm test)',
  ])('a denial catches %s', (command) => {
    expect(denied(command)).toBe(`Permission to use Bash with command ${command} has been denied.`);
  });

  test('what only looks alike runs', () => {
    expect(denied('echo npm test')).toBeUndefined();
    expect(denied('npm tests')).toBeUndefined();
  });

  test('for the whole tool', () => {
    expect(refusal('ls', { rules: rules('deny', 'Bash') })).toBe('Permission to use Bash has been denied.');
    const asking = { granted: ['Bash'], rules: rules('ask', 'Bash') };
    expect(refusal('ls', asking)).toBe("Claude requested permissions to use Bash, but you haven't granted it yet.");
  });

  test('denials go before what asks, and this before what allows', () => {
    const both = [...rules('ask', 'Bash(ls:*)'), ...rules('deny', 'Bash(ls -l)'), ...rules('allow', 'Bash(ls:*)')];
    expect(refusal('ls -l', { rules: both })).toContain('has been denied');
    expect(refusal('ls -a', { rules: both })).toContain("haven't granted it yet");
  });
});

describe('modes', () => {
  test('acceptEdits lets files inside the folders change', () => {
    const mode = 'acceptEdits';
    expect(refusal('touch a && mkdir b && echo x > c', { mode })).toBeUndefined();
    expect(refusal('touch /other/a', { mode })).toContain('outside');
    expect(refusal('touch /other/a', { mode, addedFolders: ['/other'] })).toBeUndefined();
    expect(refusal('npm test', { mode })).toBe(needsApproval);
  });

  test('bypassPermissions lets everything run but the worst', () => {
    const mode = 'bypassPermissions';
    expect(refusal('npm test $X; touch /x', { mode })).toBeUndefined();
    expect(refusal('rm -rf .', { mode })).toContain('Dangerous');
  });

  test('dontAsk and plan deny with messages of their own, and still allow reading', () => {
    expect(refusal('npm test', { mode: 'dontAsk' })).toContain("don't ask mode");
    expect(refusal('npm test', { mode: 'plan' })).toContain('auto mode has no safety result');
    expect(refusal('ls', { mode: 'dontAsk' })).toBeUndefined();
    const rule = { mode: 'dontAsk', rules: rules('deny', 'Bash(npm:*)') };
    expect(refusal('npm test', rule)).toBe('Permission to use Bash with command npm test has been denied.');
  });
});

describe('the rule to add', () => {
  const suggested = (command: string): string | undefined => {
    const verdict = check(command);
    return verdict.allowed === false ? verdict.suggestedRule : undefined;
  };

  test.for([
    ['npm test --watch', 'Bash(npm test:*)'],
    ['npm test; touch a', 'Bash(npm test:*), Bash(touch:*)'],
    ['./run.sh now', 'Bash(./run.sh:*)'],
    ['python3 x.py | cat', 'Bash(python3:*)'],
    ['touch a', 'Bash(touch:*)'],
    ['echo $X', 'Bash'],
  ] as const)('for %s lets it run', ([command, rule]) => {
    expect(suggested(command)).toBe(rule);
    expect(check(command, { granted: [rule] })).toEqual({ allowed: true });
  });

  test('there is none against a danger', () => {
    expect(suggested('rm -rf .')).toBeUndefined();
  });
});

describe('2.1.7', () => {
  const runtime = 'claude-code@2.1.7';

  test('only a rule for all of Bash lets files change, and rules that ask do not matter then', () => {
    expect(check('touch a', { runtime, granted: ['Bash(touch:*)'] }).allowed).toBe(false);
    expect(check('touch a', { runtime, granted: ['Bash(*)'] }).allowed).toBe(false);
    expect(check('touch a', { runtime, granted: ['Bash'], rules: rules('ask', 'Bash(touch:*)') }).allowed).toBe(true);
    expect(check('touch a', { runtime, granted: ['Bash'], rules: rules('deny', 'Bash') }).allowed).toBe(false);
  });

  test('rules are exact or end with `:*`', () => {
    expect(check('npm test x', { runtime, granted: ['Bash(npm test:*)'] }).allowed).toBe(true);
    expect(check('npm test x', { runtime, granted: ['Bash(npm *)'] }).allowed).toBe(false);
  });
});

test('long and broken commands are read in time', () => {
  for (const piece of ['$(', '`', '"', "'", '${', '((', '|', '&&', '<<', 'a;', '{a,', 'timeout 1 ', '\\']) {
    expect(['boolean', 'undefined']).toContain(typeof check(piece.repeat(20_000)).allowed);
  }
}, 10_000);

describe('files that the settings deny', () => {
  const deny = (...globs: string[]) => ({ rules: rules('deny', ...globs), granted: ['Bash'] });
  const inProject = (rule: string) => ({
    rules: [{ rule, behavior: 'deny' as const, path: `${folder}/.claude/settings.json` }],
    granted: ['Bash'],
  });
  const denied = (command: string) => `Permission to use Bash with command ${command} has been denied.`;

  test.for([
    'cat .env',
    'grep -n KEY ./.env',
    'cat config/.env',
    'node build.js < .env',
    'git diff -- .env',
    'timeout 5 head .env',
    'cp .env copy',
    'if true; then tail .env; fi',
  ])('%s is not run, whatever else allows it', (command) => {
    expect(refusal(command, deny('Read(.env)'))).toBe(denied(command));
  });

  test.for(['rg KEY', 'echo .env', 'test -f .env', 'git log -- .env', 'touch .env', 'cat *', 'cat other'])(
    '%s is run: it is not known to read the file',
    (command) => expect(refusal(command, deny('Read(.env)'))).toBeUndefined(),
  );

  test('of several commands in a pipe the one that reads is named', () => {
    expect(refusal('echo a | grep -f .env', deny('Read(.env)'))).toBe(denied('grep -f .env'));
  });

  test('after a cd both folders are looked at, and the file is named', () => {
    const message = `cat from '${folder}/src/.env' was blocked by a deny rule.`;
    expect(refusal('cd src && cat .env', deny('Read(src/.env)'))).toBe(message);
  });

  test('a slash in front leads to the project, in the settings of the user to their folder', () => {
    expect(refusal('cat .env', inProject('Read(/.env)'))).toBe(denied('cat .env'));
    expect(refusal('cat src/.env', inProject('Read(/.env)'))).toBeUndefined();
    expect(refusal('cat .env', deny('Read(/.env)'))).toBeUndefined();
  });

  test('a folder is denied with what is in it', () => {
    expect(refusal('ls secret', deny('Read(secret/**)'))).toBe(denied('ls secret'));
    expect(refusal('cat secret/a', deny('Read(./secret/**)'))).toBe(denied('cat secret/a'));
  });

  test('a rule about changes is for commands that change', () => {
    expect(refusal('touch a', deny('Edit(a)'))).toBe(denied('touch a'));
    expect(refusal('echo > a', deny('Edit(a)'))).toBe(denied('echo > a'));
    expect(refusal('cat a', deny('Edit(a)'))).toBeUndefined();
  });

  test.for(['Read', 'Read(*)', 'Read()', 'Write(a)'])('%s has no effect', (rule) => {
    expect(refusal('cat a', deny(rule))).toBeUndefined();
  });
});

describe('redirections', () => {
  test('a line that begins with one is a command of its own', () => {
    expect(refusal('echo a\n2>/dev/null rm -r out | cat')).toMatch(/requires approval: echo a\nrm -r out$/);
  });

  test('in a comparison there is none', () => {
    expect(refusal('[[ a < b ]] && ls')).toBeUndefined();
    expect(refusal('[[ a > b ]] && ls')).toBeUndefined();
    expect(refusal('[[ a ]] > b && ls')).toMatch(/^A test in brackets/);
  });

  test('the first releases know no `|&`, and look at no loop with one', () => {
    const first = { runtime: 'claude-code@2.1.7' } as const;
    expect(refusal('ls |& cat')).toBeUndefined();
    expect(refusal('ls |& cat', first)).toBeDefined();
    expect(refusal('while false; do echo b; done >/dev/null')).toMatch(/^A while or until loop/);
    expect(refusal('ls; while false; do echo b; done >/dev/null', first)).toBeUndefined();
  });

  test('what is dangerous stays so where a rule asks for something else', () => {
    const asked = { rules: rules('ask', 'Bash(touch *)'), granted: ['Bash(rm -rf / && touch b)'] };
    expect(refusal('rm -rf / && touch b', asked)).toMatch(/^Dangerous/);
  });
});

describe('the mode plan', () => {
  const plan = (rule: string) => ({ mode: 'plan', granted: [rule] });
  test.for([
    ['Bash', 'touch a'],
    ['Bash(*)', 'touch a'],
    ['Bash(node:*)', 'node a.js'],
    ['Bash(npm run *)', 'npm run a'],
    ['Bash(python3 -m pytest:*)', 'python3 -m pytest'],
    ['Bash(/opt/python3.11 *)', '/opt/python3.11 a.py'],
    ['Bash(watch:*)', 'watch date'],
    ['Bash(* a)', 'touch a'],
  ])('%s is too wide to count', ([rule, command]) => {
    expect(refusal(command!, plan(rule!))).toMatch(/^Bash was not run: auto mode has no safety result/);
  });

  test.for([
    ['Bash(touch:*)', 'touch a'],
    ['Bash(node a.js)', 'node a.js'],
    ['Bash(git *)', 'git add a'],
    ['Bash(python3 -m json.tool:*)', 'python3 -m json.tool a.json'],
    ['Bash(python3 a.py:*)', 'python3 a.py'],
    ['Bash(npx tsc *)', 'npx tsc -p a'],
    ['Bash(npm r*)', 'npm run a'],
  ])('%s counts', ([rule, command]) => expect(refusal(command!, plan(rule!))).toBeUndefined());
});

test('! with nothing behind it is a command that needs approval', () => {
  expect(refusal('!')).toBe(needsApproval);
  expect(refusal('echo a; !')).toMatch(/requires approval: !$/);
  expect(refusal('! true')).toBeUndefined();
});
