import { describe, expect, test } from 'vitest';
import { check, expectFindings, expectFix } from './expect-findings.ts';

const rule = 'placeholder-undeclared';
const skill = (fields: string, body: string) =>
  `---\ndescription: Compares coins. Use when coins differ.\n${fields ? `${fields}\n` : ''}---\n${body}\n`;
const command = { path: '/project/.claude/commands/compare.md' } as const;

describe('a name that is not declared', () => {
  test('is found where the hint names it, once', () => {
    const text = skill('argument-hint: "[coin] [year]"', 'Look at «$coin» of «$year», then at $coin again.');
    const findings = expectFindings(rule, text);
    expect(findings.map(({ severity, message }) => [severity, message])).toEqual([
      ['warning', '`arguments` does not declare `coin`, so `$coin` stays as text. Declare it'],
      ['warning', '`arguments` does not declare `year`, so `$year` stays as text. Declare it'],
    ]);
    expectFindings(rule, text, command);
    expectFindings(rule, skill('argument-hint: <file>', 'Save the summary to «$file».'));
    expectFindings(rule, skill('argument-hint: <pr-number>', 'Look at `gh pr view «$pr-number»`, or «$pr_number».'));
    expectFindings(rule, skill('argument-hint: [«]».', '').replace(/[«»]/g, ''));
    expectFindings(rule, skill('argument-hint: COIN [--force]', 'Look at «$COIN».'));
    expectFindings(rule, skill('argument-hint: "[硬貨]"', '🪙 «$硬貨» を見る').replaceAll('\n', '\r\n'));
    expectFindings(rule, `\uFEFF${skill('argument-hint: "[coin]"', '«${coin}», $coin')}`);
    expectFindings(rule, skill('argument-hint: "[coin]"', '```markdown\nLook at «$coin».\n```'));
  });

  test('is found next to names that are declared and used', () => {
    expectFindings(rule, skill('arguments: [coin]', 'Look at $coin of «$year».'));
    expectFindings(rule, skill('arguments: [coin]', 'Look at $coin of `$year`, and `$HOME` or $PATH, $x$.'));
    expectFindings(rule, skill('arguments: [coin]', 'Look at $coin (and «$mint»).\n\n- Then at «$year».'));
    expectFindings(rule, skill('arguments: [coin]', 'Look at $ARGUMENTS of $year.'));
  });

  test('is found as a slip of a declared one', () => {
    const [finding] = expectFindings(rule, skill('arguments: [branch]', 'Merge $branch, not `«$branches»`.'));
    expect(finding!.message).toBe(
      '`arguments` declares `branch`, not `branches`, so `$branches` stays as text. Write `$branch`',
    );
    expectFindings(rule, skill('arguments: [branch]', 'Merge «$Branch».'));
    const [braces] = expectFindings(rule, skill('arguments: [branch]', 'Merge «${branch}».'));
    expect(braces!.message).toBe(
      'Declared arguments are written without braces, so `${branch}` stays as text. Write `$branch`',
    );
    const [other] = expectFindings(
      rule,
      skill('arguments: base\nargument-hint: "[origin]"', 'From $base to «$origin».'),
    );
    expect(other!.message).toContain('declares `base`, not `origin`');
  });

  test('is found in a command, where the shell has nothing for it', () => {
    const [finding] = expectFindings(rule, skill('argument-hint: "[coin]"', '!`cat «$coin»`'));
    expect(finding!.message).toBe(
      '`arguments` does not declare `coin`, so the shell gets `$coin`, which is not set there. Declare it',
    );
    expectFindings(rule, skill('arguments: year', '$year !`cat «$coin»`'));
    expectFindings(rule, skill('arguments: year', "$year !`coin=1; cat $coin` !`awk '{ $coin }'` !`echo $HOME`"));
    expectFindings(rule, skill('arguments: year', '$year\n\n```!\nfor coin in *; do cat $coin; done\n```'));
  });

  test('is declared, with those before it', () => {
    const hint = 'argument-hint: "[coin] [year]"';
    const fix = expectFix(
      rule,
      skill(hint, 'Of $year, $coin.'),
      skill(`arguments: [coin, year]\n${hint}`, 'Of $year, $coin.'),
    );
    expect(fix).toMatchObject({ safe: false, title: 'Declare `coin` and `year` in `arguments`' });
    expectFix(rule, skill(hint, 'Of $coin.'), skill(`arguments: coin\n${hint}`, 'Of $coin.'));
    expectFix(
      rule,
      skill('arguments: coin', '$coin of $year, $mint'),
      skill('arguments: coin year mint', '$coin of $year, $mint'),
    );
    expectFix(rule, skill('arguments: [coin] # x', '$coin $year'), skill('arguments: [coin, year] # x', '$coin $year'));
    expectFix(rule, skill("arguments: 'coin'", '$coin $year'), skill("arguments: 'coin year'", '$coin $year'));
    const crlf = (text: string) => text.replaceAll('\n', '\r\n');
    expectFix(
      rule,
      crlf(skill('arguments:\n  - coin # x', '$coin $year')),
      crlf(skill('arguments:\n  - coin # x\n  - year', '$coin $year')),
    );
    const twice = skill('arguments: [branch]', 'Merge $branches, $branches.');
    expectFix(rule, twice, skill('arguments: [branch]', 'Merge $branch, $branch.'));
  });

  test('has no fix that would give it another position', () => {
    const [finding] = expectFindings(rule, skill('argument-hint: "[the coin] [year]"', 'Of «$year».'));
    expect(finding!.fixes).toEqual([]);
    expect(expectFindings(rule, skill('argument-hint: "[coin] [year]"', 'Of «$year».'))[0]!.fixes).toEqual([]);
    expect(expectFindings(rule, skill('arguments: |\n  coin', '$coin «$year»'))[0]!.fixes).toEqual([]);
  });

  test.each([
    ['without any announcement', '', 'Look at $coin, `$year` and $name.'],
    ['environment variables', 'argument-hint: "[home]"', '`$HOME`, $HOME, `${HOME}`, $PATH'],
    [
      'Claude Code’s own',
      'argument-hint: "[session id]"',
      '${CLAUDE_SESSION_ID} $CLAUDE_PROJECT_DIR $ARGUMENTS $arguments',
    ],
    ['fences of code', 'argument-hint: "[file]"', '```bash\ncat $file\n```\n\n```\ncat $file\n```\n\n    cat $file'],
    ['a name that the code shown uses, too', 'argument-hint: "[file]"', 'Set up `$file`.\n\n```php\necho $file;\n```'],
    ['a name that is given a value', 'argument-hint: "[file]"', 'Run `file=$(mktemp); cat $file`.'],
    ['a name that the text sets', 'arguments: coin', 'Weigh $coin, save the result in $weight, then show $weight.'],
    ['a name that is set', 'argument-hint: "[file]"', 'Set `$file` to the newest one, then read $file.'],
    ['a loop', 'argument-hint: "[file]"', 'Run `for file in *; do cat $file; done`.'],
    [
      'calls, members and formulas',
      'argument-hint: "[state]"',
      '$state(0), $state[0], $state$, \\$state, a$state, $state->x',
    ],
    ['queries', 'argument-hint: "[filter]"', 'https://example.org/x?$filter=1&$filter=2'],
    ['spans, for a word of a longer hint', 'argument-hint: "[the file to read]"', 'Run `cat $file`.'],
    ['a list', 'argument-hint: "[file]"', 'For each file `$file`, run `cat $file`.'],
    ['environments of PowerShell', 'argument-hint: "[env]"', '`$env:PATH`, $env:PATH'],
    [
      'names of languages, paragraphs away',
      'arguments: coin',
      'Look at $coin.\n\nUse $state and `$derived` in ($mint).\n\n| $lookup | $join |',
    ],
    ['another short word', 'arguments: coin', 'Look at $coin.\n\n`$join`, `$coin`'],
    ['templates in spans', 'argument-hint: "[id]"', 'Give it the key `photo-${id}`.'],
    ['longer names in capitals', 'arguments: coin', 'Install $coin with gcc-$GCC_VERSION-plugin.'],
    ['comments', 'argument-hint: "[coin]"', '<!-- $coin -->'],
    ['a name with the dollar sign in it', 'arguments: $COIN', 'Look at $COIN.'],
    ['a name with a comma', 'arguments: coin, year', 'Look at $coin of $year.'],
    ['escaped ones of declared names', 'arguments: coin', '$coin is written \\$coin.'],
    ['longer words', 'arguments: coin', '$coin $coin-op'],
    ['a template', 'arguments: {{NAMES}}', '$coin'],
  ])('is not seen in %s', (_what, fields, body) => {
    expectFindings(rule, skill(fields, body));
  });

  test('is not asked for where names are unknown', () => {
    const text = skill('argument-hint: "[coin]"', 'Look at $coin.');
    expectFindings(rule, text, { runtime: 'claude-code@2.1.7' });
    expectFindings(rule, text, { file: { insideSkill: true } });
    expectFindings(rule, text, { path: '/project/.claude/agents/demo.md' });
    expectFindings(rule, skill('argument-hint: "[coin]"\nname: "x', 'Look at $coin.'));
  });
});

describe('a declared name that is never used', () => {
  test('is a hint', () => {
    const [finding] = expectFindings(rule, skill('arguments: [coin, «year»]', 'Look at $coin.'));
    expect(finding).toMatchObject({
      severity: 'hint',
      message: 'The body never uses `$year`, so this argument is lost. Write it where it belongs',
    });
    expectFindings(rule, skill('arguments: «coin» year', 'Of $year, \\$coin.'), command);
    expect(expectFindings(rule, skill('arguments: «coin»', 'Look.'))[0]!.message).toContain('`ARGUMENTS: …`');
    expect(check(skill('arguments: coin\nargument-hint: "[coin]"', 'Look.')).findings).toHaveLength(1);
  });

  test('is none where its argument is taken otherwise', () => {
    expectFindings(rule, skill('arguments: coin year', 'Look at $coin and $1.'));
    expectFindings(rule, skill('arguments: coin year', 'Look at $ARGUMENTS[0] and $year.'));
    expectFindings(rule, skill('arguments: coin year', 'Look at $ARGUMENTS.'));
    expectFindings(rule, skill('arguments: coin', ''));
  });

  test('is left to other rules where something else is wrong', () => {
    expectFindings(rule, skill('arguments: [branch]', 'Merge «$branches».'));
    expectFindings(rule, skill('arguments: $coin', 'Look.'));
    expectFindings(rule, skill('arguments: [coin, coin]', '$coin'));
    expectFindings(rule, skill('arguments: { a: b }', 'Look.'));
    expectFindings(rule, skill('arguments: coin', 'Look.'), { runtime: 'claude-code@2.1.7' });
  });
});

test('the verb `read` before a misspelled argument is not the command of a shell', () => {
  const skill = (body: string) =>
    `---\ndescription: Sorts. Use on Mondays.\narguments: mailbox\n---\nSort $mailbox.\n\n${body}\n`;
  expectFindings(rule, skill('Then read «$mailbx» again.'));
  expectFindings(rule, skill('```bash\nread -r mailbx\necho $mailbx\n```\n\nThen print $mailbx.'));
});
