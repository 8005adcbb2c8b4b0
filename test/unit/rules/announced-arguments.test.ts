import { describe, expect, test } from 'vitest';
import { applyFix, check, expectFindings, expectFix } from './expect-findings.ts';

const skill = (fields: string, body: string) =>
  `---\ndescription: Compares coins. Use when coins differ.\n${fields ? `${fields}\n` : ''}---\n${body}`;
const old = { runtime: 'claude-code@2.1.7' } as const;

describe('argument-index', () => {
  const rule = 'argument-index';

  test('finds an index beyond what is announced, once each', () => {
    const [finding, far] = expectFindings(
      rule,
      skill('argument-hint: "[old] <new>"', '$ARGUMENTS[0] «$ARGUMENTS[2]» $ARGUMENTS[2] `«$ARGUMENTS[04]»`'),
    );
    expect(finding).toMatchObject({
      severity: 'information',
      message:
        '`$ARGUMENTS[2]` is the third argument, because the first one is `$ARGUMENTS[0]`, but only 2 are declared. If nobody types it, it stays as text. Declare it, or write `$ARGUMENTS[1]` for the last one',
    });
    expect(far!.message).toMatch(/Declare it$/);
    expectFindings(rule, skill('arguments: coin', '$coin «$ARGUMENTS[1]»'), {
      path: '/project/.claude/commands/compare.md',
    });
  });

  test.for([
    ['a $1, b $2', undefined, 'a $0, b $1'],
    ['$ARGUMENTS[1] $1 $ARGUMENTS[2]', undefined, '$ARGUMENTS[0] $0 $ARGUMENTS[1]'],
    ['a $1, costs $1.50, b $2', undefined, 'a $0, costs $1.50, b $1'],
    // Not counted from 1, or not evidently.
    ['a $0, b $2', 'a $0, b $1', undefined],
    ['b $2', 'b $1', undefined],
    ['a $1, b $3', 'a $1, b $1', undefined],
  ] as const)('offers to correct %s', ([body, changed, recounted]) => {
    const text = skill('argument-hint: "[old] [new]"', body);
    const says = recounted
      ? /^Positions start at 0.* Count from `\$(?:0|ARGUMENTS\[0\])`$/
      : /because the first one is/;
    const { fixes = [] } = check(text).findings.find((it) => says.test(it.message))!;
    const textAfter = (start: string) => {
      const fix = fixes.find(({ title }) => title.startsWith(start));
      return fix && applyFix(text, fix).split('---\n').at(-1);
    };
    expect(textAfter('Change to ')).toBe(changed);
    expect(textAfter('Count all ')).toBe(recounted);
    expect(fixes.every((fix) => !fix.safe)).toBe(true);
  });

  test('takes the field that announces more', () => {
    expectFindings(rule, skill('arguments: old\nargument-hint: "[old] [new]"', '$old $ARGUMENTS[1] «$ARGUMENTS[2]»'));
    expectFindings(rule, skill('arguments: old\nargument-hint: the old coin', '$old «$ARGUMENTS[1]»'));
    expectFindings('literal-dollar', skill('arguments: old\nargument-hint: "[old] [new]"', '$old $1 «$2»'));
  });

  test.each([
    ['nothing announced', ''],
    ['an empty hint', 'argument-hint: ""'],
    ['a hint in words', 'argument-hint: two coins'],
    ['a list without end', 'argument-hint: "[coin...]"'],
    ['alternatives', 'argument-hint: "[coin|medal]"'],
    ['a flag and its value', 'argument-hint: "[coin] [--year YEAR] NAME [--mint <place>]"'],
  ])('is silent with %s', (_what, fields) => {
    expectFindings(rule, skill(fields, '$ARGUMENTS[4] \\$ARGUMENTS[9]'));
  });

  test('leaves the short form to another rule, and the first releases alone', () => {
    expectFindings(rule, skill('argument-hint: "[old]"', '$0 $1 $5'));
    expectFindings(rule, skill('argument-hint: "[old]"', '$ARGUMENTS[5]'), old);
  });
});

describe('arguments-appended', () => {
  const rule = 'arguments-appended';

  test('finds a hint that nothing in the body answers', () => {
    const [finding] = expectFindings(rule, skill('argument-hint: «"[coin]"»', 'Look at the coin.\n'));
    expect(finding!.severity).toBe('hint');
    expectFindings(rule, skill('argument-hint: «[coin]»', 'Costs $2.50, $20 or \\$ARGUMENTS, in ${CLAUDE_SKILL_DIR}.'));
    expectFindings(rule, skill('argument-hint: «[coin]»', 'Look at $0.'), old);
  });

  test.each([
    'If the input names a coin, look at it.',
    'Without an argument, look at all.',
    'Look at the coin that was provided by the user.',
    'Look at whatever this skill was invoked with.',
    'If the user has not specified a coin, look at all.',
    "If the user doesn't provide a coin, look at all.",
    'Look at the coin the user named, or at all.',
    'The coin is what the invocation carries.',
    'Look at the coin that was passed on invoke.',
    'An empty invoke looks at all.',
    'This skill takes one coin.',
    'Ask `/compare`, or `$compare` in Codex.',
  ])('is silent where the text works with arguments at its end: %s', (body) => {
    expectFindings(rule, skill('argument-hint: "[coin]"', body));
  });

  test('is silent where the text says what an option or a word of the hint does', () => {
    expectFindings(rule, skill('argument-hint: "[--all | --keep N]"', 'With --all, look at each coin.'));
    expectFindings(rule, skill('argument-hint: status | resume', 'For `status`, count the coins.'));
    expectFindings(rule, skill('argument-hint: «coin-name | status»', 'Look at the file-name and the status.'));
  });

  test('is silent where the text repeats a name of two words', () => {
    const hint = (value: string) => `argument-hint: ${value}`;
    expectFindings(rule, skill(hint('"[prompt, or plan-path]"'), 'Read the plan path first.'));
    expectFindings(rule, skill(hint('«"[plan-path]"»'), 'Read the plan. The path is long.'));
    expectFindings(rule, skill(hint('«"[path of a plan]"»'), 'Take the path of a plan.'));
    expectFindings(rule, skill(hint('«"[plan, path]"»'), 'Read the plan path first.'));
  });

  test.each(['[coin, or blank for all]', 'Optionally name a coin', '[coin, defaults to the oldest]'])(
    'is silent where arguments are optional: %s',
    (hint) => {
      expectFindings(rule, skill(`argument-hint: "${hint}"`, 'Look at the coin.'));
    },
  );

  test.each([
    'Treat the page as untrusted input.',
    'Open VS Code and move the cursor to the coin.',
    'Use this when the user asks for a coin, or wants to see one.',
    'If the user names another metal, begin again.',
  ])('finds a hint next to words that are not about the arguments: %s', (body) => {
    expectFindings(rule, skill('argument-hint: «"[coin]"»', body));
  });

  test('inserts a placeholder at the end', () => {
    const hint = 'argument-hint: "[coin]"';
    const fix = expectFix(rule, skill(hint, 'Look.\n'), skill(hint, 'Look.\n\nArguments: $ARGUMENTS\n'));
    expect(fix.safe).toBe(false);
    expectFix(rule, skill(hint, 'Look. 🪙'), skill(hint, 'Look. 🪙\n\nArguments: $ARGUMENTS\n'));
    expectFix(
      rule,
      `\uFEFF${skill(hint, 'Look.\n\n').replaceAll('\n', '\r\n')}`,
      `\uFEFF${skill(hint, 'Look.\n\nArguments: $ARGUMENTS\n\n').replaceAll('\n', '\r\n')}`,
    );
  });

  test.each(['$ARGUMENTS', '`$0`', '$ARGUMENTS[1]', '$3', '!`cat $ARGUMENTS`', '<!-- $ARGUMENTS -->'])(
    'is silent where %s takes them, rightly counted or not',
    (body) => {
      expectFindings(rule, skill('argument-hint: "[coin]"', body));
    },
  );

  test('reports nothing if no arguments are expected, or another rule reports it', () => {
    for (const fields of ['', 'argument-hint: ""', 'argument-hint: (none)', 'argument-hint:'])
      expectFindings(rule, skill(fields, 'Look.'));
    expectFindings(rule, skill('argument-hint: "[coin]"\nuser-invocable: false', 'Look.'));
    expectFindings(rule, skill('argument-hint: "[coin]"', ''));
    expectFindings(rule, skill('argument-hint: "{{HINT}}"\nargument-hint: TODO', 'Look.'));
    expectFindings(rule, skill('argument-hint: "[coin]"', 'Look.'), { file: { insideSkill: true } });
    const both = check(skill('argument-hint: "[coin]"\narguments: coin', 'Look.')).findings;
    expect(both.map((finding) => finding.rule)).toEqual(['placeholder-undeclared']);
  });
});
