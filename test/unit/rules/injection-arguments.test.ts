import { describe, expect, test } from 'vitest';
import { type CheckOptions, check, expectFindings, expectFix } from './expect-findings.ts';

const rule = 'injection-unquoted-argument';
const skill = (body: string, fields = 'argument-hint: "[coin] [year]"') =>
  `---\ndescription: Compares coins. Use when coins differ.\nallowed-tools: Bash\n${fields ? `${fields}\n` : ''}---\n${body}\n`;
const command = { path: '/project/.claude/commands/compare.md' } as const;

describe('injection-unquoted-argument', () => {
  test('marks every placeholder of a command', () => {
    const findings = expectFindings(
      rule,
      skill('!`cat «$0» «$ARGUMENTS[1]» \\$1 ${CLAUDE_SKILL_DIR}/x`, not $ARGUMENTS'),
    );
    expect(findings.map(({ severity, fixes }) => [severity, fixes])).toEqual([
      ['warning', undefined],
      ['warning', undefined],
    ]);
    expectFindings(rule, skill('```!\ncat «$ARGUMENTS»\n```').replaceAll('\n', '\r\n'), command);
    expectFindings(rule, skill('🪙 !`cat «$coin»`', 'arguments: coin'));
    expectFindings(rule, skill('!`cat «$1»`', ''));
  });

  test.each([
    ['cat $0', '`;`, `|` or `$(…)` in it run'],
    ['cat "x $0"', 'inside double quotes `$(…)` in it still runs'],
    ["cat 'x $0'", "a `'` in it ends the quotes"],
    ['cat "$(echo $0)"', '`;`, `|` or `$(…)` in it run'],
    ['cat "$(echo)$0"', 'inside double quotes'],
    ['cat \\" $0', '`;`, `|` or `$(…)` in it run'],
    ['cat "it\'s $0"', 'inside double quotes'],
    [
      "cat <<'END'\n$0\nEND",
      'becomes part of the command before the shell reads it: a line `END` in it ends the here-document',
    ],
    ['cat <<END\n$0\nEND', '`$(…)` in it runs, and a line `END` in it ends the here-document'],
    ["cat <<'END'\nx\nEND\necho $0", '`;`, `|` or `$(…)` in it run'],
  ])('says what gets out of the quotes of %s', (shell, expected) => {
    const text = skill(`\`\`\`!\n${shell}\n\`\`\``);
    expect(check(text).findings.find((finding) => finding.rule === rule)!.message).toContain(expected);
  });

  test('says what narrow rules make of it', () => {
    const foundWith = (rules: string, options?: CheckOptions) =>
      check(
        skill('!`cat "$ARGUMENTS"`').replace('allowed-tools: Bash', `allowed-tools: ${rules}`),
        options,
      ).findings.find((finding) => finding.rule === rule)!;
    const messageOf = (rules: string, options?: CheckOptions) => foundWith(rules, options).message;
    const refused = 'with `$(…)`, which the rules of this skill do not allow, the skill does not load';
    for (const rules of ['Bash(cat *)', 'Read, Bash(cat:*), Bash(git log *)']) {
      expect(messageOf(rules)).toContain(refused);
      expect(foundWith(rules).severity).toBe('hint');
    }
    expect(foundWith('Bash').severity).toBe('warning');
    for (const rules of ['Bash', 'Bash(cat *), Bash(*)', 'Bash(cat *), Bash(python *)', 'Read']) {
      expect(messageOf(rules)).toContain('inside double quotes `$(…)` in it still runs');
    }
    expect(messageOf('Bash(cat *)', { runtime: 'claude-code@2.1.7' })).not.toContain(refused);
  });

  test('finds a mark directly before a placeholder', () => {
    const [finding] = expectFindings(rule, skill('Run «!$ARGUMENTS» now, x!$ARGUMENTS, ! $ARGUMENTS, !\\$ARGUMENTS'));
    expect(finding!.message).toContain('An argument in backticks becomes a command here');
  });

  test('escapes what a program calls so', () => {
    const fix = expectFix(rule, skill("!`git log | awk '{print $1}'`"), skill("!`git log | awk '{print \\$1}'`"));
    expect(fix.safe).toBe(false);
  });

  test('is silent where no argument gets to the shell', () => {
    for (const body of [
      '!`cat \\$0 $HOME ${CLAUDE_EFFORT}` $ARGUMENTS',
      '!`cat $2 $ARGUMENTS[2]`',
      '`cat $0`, ```cat $0```',
      '```bash\ncat $0\n```',
      '!`cat $coin`',
    ])
      expectFindings(rule, skill(body));
    expectFindings(rule, skill("!`git log | awk '{print $1}'`", ''));
    expectFindings(rule, skill('!`cat $0`', 'user-invocable: false\ndisable-model-invocation: true'));
    expectFindings(rule, skill('!`cat $0`'), { runtime: 'claude-code@2.1.7' });
    expectFindings(rule, skill('!`cat $ARGUMENTS`'), { path: '/project/.claude/agents/demo.md' });
    expectFindings(rule, skill('!`cat «$ARGUMENTS»[0]`'), { runtime: 'claude-code@2.1.7' });
  });

  test('says nothing twice of one place', () => {
    const rulesOf = (text: string) => check(text).findings.map((finding) => finding.rule);
    const shared = [
      'literal-dollar',
      'argument-index',
      'placeholder-undeclared',
      rule,
      'injection-in-code',
      'injection-unclosed',
    ];
    for (const [text, expected] of [
      [skill('!`cat $1`', ''), rule],
      [skill("!`awk '{print $1}' x`", ''), 'literal-dollar'],
      [skill('!`cat $3` $0'), 'literal-dollar'],
      [skill('!`cat $ARGUMENTS[3]` $0'), 'argument-index'],
      [skill('!`cat $coin` $0 $1'), 'placeholder-undeclared'],
      [skill('```markdown\n!`cat $0`\n```\n'), 'injection-in-code'],
      [skill('!`cat $0\n\nand `see` it'), 'injection-unclosed'],
    ] as const)
      expect(
        rulesOf(text).filter((id) => shared.includes(id)),
        text,
      ).toEqual([expected]);
  });
});
