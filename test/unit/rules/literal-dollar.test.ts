import { describe, expect, test } from 'vitest';
import { check, expectFindings, expectFix } from './expect-findings.ts';

const skill = (body: string, fields = '') =>
  `---\nname: demo\ndescription: Counts words. Use on Mondays.\n${fields}---\n${body}`;

describe('literal-dollar', () => {
  test('marks low positions of a skill that announces no arguments, in one hint', () => {
    const text = skill(
      "Costs «$0».15.\n\nOr $2,500.\n\n```sh\nawk '{print $1}' log\n```\n$20.00, $100 and $200K stay, ${1} too.\n",
    );
    const [hint] = expectFindings('literal-dollar', text);
    expect(hint).toMatchObject({
      severity: 'hint',
      message: expect.stringContaining('The same applies to 2 more places'),
    });
    const related = hint!.related!.map(({ range }) => text.replace(/[«»]/g, '').slice(range.start, range.end));
    expect(related).toEqual(['$2', '$1']);
  });

  test('is silent about samples of output and of conversations, unless arguments are used', () => {
    const output = '```\nCosts $0.15, $1.20\n```\n';
    const talk = "```\nYou: Count.\n\nwc | awk '{print $1}'\n```\n";
    for (const sample of [output, talk]) {
      expectFindings('literal-dollar', skill(sample));
      expectFindings(
        'literal-dollar',
        skill(`${sample.replace(/\$(?=[01])/, '«$').replace(/(«\$\d)/, '$1»')}$ARGUMENTS\n`),
      );
    }
    expectFindings('literal-dollar', skill("```\nwc | awk '{print «$1»}'\n```\n"));
    expectFindings('literal-dollar', skill('Costs «$0».15\n'));
  });

  test('is silent where the fields that announce arguments are lost or misspelled', () => {
    expectFindings('literal-dollar', '---\n"description: D\n---\nCompare $0 and $1.\n');
    const misspelled =
      '---\ndescription: Compares. Use on Mondays.\nargumentHint: "[a] [b]"\n---\nCompare $0 and $1.\n';
    expectFindings('literal-dollar', misspelled);
    expectFindings('field-unknown', misspelled.replace('argumentHint', '«argumentHint»'));
  });

  test('marks positions beyond the announced ones as warnings', () => {
    const findings = expectFindings(
      'literal-dollar',
      skill('Look at $0 and $1, pay «$2»,500\nor «$5».\n', 'argument-hint: "[file] [format]"\n'),
    );
    expect(findings.map(({ severity }) => severity)).toEqual(['warning', 'warning']);
    expectFindings('literal-dollar', skill('Look at $file, «$1».\n', 'arguments: file\n'));
  });

  test('mentions positions counted from 1 once each', () => {
    expectFindings('literal-dollar', skill('Merge «$1», then delete $1 and $0.\n', 'argument-hint: "[branch]"\n'));
  });

  test.for([
    ['argument-hint: "[base] [head]"\n', 'Compares $0 and $1.'],
    ['arguments: base head\n', 'Compares $base and $head.'],
    ['argument-hint: "[file...]"\n', 'Reads $ARGUMENTS.'],
  ])('marks what can only be an amount or a field among the arguments of %s', ([fields, body]) => {
    for (const text of ['At «$1».50.', "\n```sh\nperl -ne 'if (/(x)/) { print «$1» }'\n```"]) {
      const [finding] = expectFindings('literal-dollar', skill(`${body} ${text}\n`, fields));
      expect(finding!.severity).toBe('warning');
      expect(finding!.message).toContain('which is declared');
      expect(finding!.fixes?.[0]?.safe).toBe(true);
    }
  });

  test('takes other positions among the arguments as placeholders', () => {
    const fields = 'argument-hint: "[base] [head]"\n';
    expectFindings('literal-dollar', skill('Compare $0, then $1. Save as $0.md or a/$1/month.\n', fields));
    expectFindings(
      'literal-dollar',
      skill("```sh\necho \"{$0}\" '$1' | awk '{print NF}' $1 > $0/month\n```\n", fields),
    );
  });

  test('takes an open-ended hint at its word', () => {
    expectFindings('literal-dollar', skill('See $7.\n', 'argument-hint: "[files...]"\n'));
    expectFindings('literal-dollar', skill('Costs $20.00 or $10,500.\n', 'arguments: a b\n'));
    expectFindings('literal-dollar', skill('See $0, «$1».\n', 'argument-hint: [file]\n'));
  });

  test('ignores escaped ones and what is not a placeholder', () => {
    expectFindings('literal-dollar', skill('\\$1, $1st, $1_x, $HOME, ${0}, $$\n'));
    // Two backslashes escape nothing.
    const [finding] = expectFindings('literal-dollar', skill('\\\\«$1».5\n'));
    expect(finding?.fixes).toEqual([]);
  });

  test('accepts a bare position in prose next to `$ARGUMENTS`, and in commands', () => {
    expectFindings('literal-dollar', skill('Do $ARGUMENTS with $1.\n'));
    expectFindings('literal-dollar', skill('Fix issue $0.\n'), { path: '/project/.claude/commands/fix.md' });
    expectFindings('literal-dollar', skill("Do $ARGUMENTS: `awk '{print «$1»}'`.\n"));
  });

  test('says it once per line where arguments are announced, and once per file with more than three lines', () => {
    const announcing = (body: string) => skill(body, 'argument-hint: "[file]"\n');
    const [line] = expectFindings('literal-dollar', announcing('Costs «$0».15 to $1.20, or $2,500.\n'));
    expect(line!.message).toContain('The same applies to 2 more places');
    expect(line!.related).toHaveLength(2);
    expectFix(
      'literal-dollar',
      skill('Costs $0.15 to $1.20, or $2,500.\n'),
      skill('Costs \\$0.15 to \\$1.20, or \\$2,500.\n'),
    );
    expectFindings('literal-dollar', announcing('«$0».1\n«$0».2\n«$0».3\n'));
    const [file] = expectFindings('literal-dollar', announcing('«$0».1\n$0.2\n$0.3\n$0.4\n'));
    expect(file!.fixes).toMatchObject([{ title: 'Escape `$0` in all 4 places', safe: true }]);
  });

  test('escapes in one step what is certainly text, in another the rest', () => {
    const [mixed] = expectFindings('literal-dollar', skill('Greet «$0» for $0.15.\n'));
    expect(mixed!.fixes).toMatchObject([
      { title: 'Escape `$0`', safe: true },
      { title: 'Escape `$0` in both places', safe: false },
    ]);
  });

  test.each(['$0.13', '$1,000', '$1.5M', '$2/month'])('never calls %s an argument', (price) => {
    const { findings } = check(skill(`It costs ${price}.\n`));
    const { message } = findings.find(({ rule }) => rule === 'literal-dollar')!;
    expect(message).toMatch(/Write `\\\$\d` to keep it as text$/);
  });

  test.each(['#!/bin/sh\necho $1', 'f() {\n  local one="$1"\n}', 'case "$1" in\n  a) shift ;;\nesac', 'run "$@" $1'])(
    'never calls the parameters of a script arguments: %j',
    (code) => {
      const { findings } = check(skill(`\`\`\`sh\n${code}\n\`\`\`\n`));
      const { message } = findings.find(({ rule }) => rule === 'literal-dollar')!;
      expect(message).toBe(
        'Claude Code replaces `$1` with the second argument, if there is one. Write `\\$1` to keep it as text',
      );
    },
  );

  test('offers to declare what may be an argument, unless a block shows how a command is written', () => {
    const messageOf = (language: string) =>
      check(skill(`\`\`\`${language}\ngit checkout $0\n\`\`\`\n`)).findings.find(
        ({ rule }) => rule === 'literal-dollar',
      )!.message;
    expect(messageOf('sh')).toContain('or declare the argument');
    expect(messageOf('markdown')).not.toContain('or declare the argument');
  });

  test('advises to count all positions from 0 if several are counted from 1', () => {
    const messages = (body: string, hint: string) =>
      check(skill(`${body}\n`, `argument-hint: "${hint}"\n`)).findings.flatMap(({ rule, message }) =>
        rule === 'literal-dollar' ? message : [],
      );
    const all = 'count all of them from `$0`';
    expect(messages('Compare $1 and $2.', '[base]')[0]).toContain(all);
    expect(messages('Compare $2.', '[base] [head]')).toEqual([expect.stringContaining(all)]);
    expect(messages('Compare $0, $1 and $2.', '[base] [head]')).toEqual([
      expect.stringContaining('write `$1` for the last one'),
    ]);
  });

  test('says only where to start if exactly the declared arguments are counted from 1', () => {
    const [one] = expectFindings('literal-dollar', skill('Merge «$1», push $1.\n', 'argument-hint: "[branch]"\n'));
    expect(one!.message).toBe(
      'Positions start at 0, so `$1` is the second argument, and stays as text if only the declared one is typed. Count from `$0`',
    );
    expect(one!.fixes!.map(({ title }) => title)).toEqual([
      'Change to `$0` in both places',
      'Escape `$1` in both places',
    ]);
    const [two] = expectFindings('literal-dollar', skill('Compare $1, «$2».\n', 'argument-hint: "[base] [head]"\n'));
    expect(two!.message).toBe(
      'Positions start at 0, so `$2` is the third argument, and stays as text if only the 2 declared ones are typed. Count from `$0`',
    );
    expect(two!.fixes!.map(({ title }) => title)).toEqual(['Count all 2 positions from 0', 'Escape `$2`']);
    // An amount is no position, whatever it begins with.
    const [amount] = expectFindings(
      'literal-dollar',
      skill('Merge «$1».\n\nIt costs «$0».50.\n', 'argument-hint: "[branch]"\n'),
    ).filter(({ message }) => message.startsWith('Positions'));
    expect(amount).toBeDefined();
  });

  test('counts and escapes what more words would change, which alone is no finding', () => {
    const prices = '$3.00 in, then «$1».20, $4.44 and $10.00.\n';
    const [hint] = expectFindings('literal-dollar', skill(prices));
    expect(hint!.message).toContain('The same applies to 2 more places');
    expect(hint!.related!.map(({ message }) => message)).toEqual([
      'Claude Code also replaces `$3` here',
      'Claude Code also replaces `$4` here',
    ]);
    const fix = expectFix(
      'literal-dollar',
      skill(prices.replace(/[«»]/g, '')),
      skill('\\$3.00 in, then \\$1.20, \\$4.44 and $10.00.\n'),
    );
    expect(fix.safe).toBe(true);
    expectFindings('literal-dollar', skill('$3.00 in, $4.44 out.\n'));
    expectFindings('literal-dollar', skill('Weigh $ARGUMENTS: $3.5M.\n'));
  });

  test('counts the parameters of scripts next to `$ARGUMENTS` only with a finding', () => {
    const script = '```sh\nprune() {\n  local branch=$1\n}\n```\n';
    expectFindings('literal-dollar', skill(`Prune $ARGUMENTS, as in $1.\n\n${script}`));
    const [hint] = expectFindings(
      'literal-dollar',
      skill(`Prune $ARGUMENTS: \`awk '{print «$2»}'\`, $1.\n\n${script}`),
    );
    expect(hint!.fixes).toMatchObject([
      { title: 'Escape `$2`', safe: true },
      { title: 'Escape the dollar signs in both places', safe: false },
    ]);
  });

  test('is silent about a guide among commands', () => {
    const guide = '# Modelling Guide\n\nBuild: $2.3M, buy: «$1».8M.\n';
    const at = (text: string, name: string) =>
      expectFindings('literal-dollar', text, { path: `/project/.claude/commands/${name}` });
    const silent = guide.replace(/[«»]/g, '');
    at(silent, 'modelling.md');
    at(silent.replaceAll('\n', '\r\n'), 'MODELLING_EXAMPLES.md');
    at(skill(silent), 'MODELLING_EXAMPLES.md');
    const reported = guide.replace('$2', '«$2»').replace('«$1»', '$1');
    at(skill(reported), 'modelling.md');
    at(`${reported}\nFor $ARGUMENTS.\n`, 'MODELLING.md');
    at(reported.replace('Modelling Guide', 'Create Modelling Guide'), 'modelling.md');
    at(reported.replace('Modelling Guide', 'Modelling Guide Generator'), 'modelling.md');
    expectFindings('literal-dollar', skill(reported));
  });

  test('keeps to UTF-16 units and CRLF', () => {
    expectFindings('literal-dollar', skill('名前 🎯 costs «$1».50\n').replaceAll('\n', '\r\n'));
  });

  test('knows that the first releases replace no positions', () => {
    expectFindings('literal-dollar', skill("awk '{print $1}'\n"), { runtime: 'claude-code@2.1.7' });
  });

  test('escapes safely only where text is certainly meant', () => {
    expect(expectFix('literal-dollar', skill('Costs $0.15.\n'), skill('Costs \\$0.15.\n')).safe).toBe(true);
    expect(expectFix('literal-dollar', skill('Greet $0.\n'), skill('Greet \\$0.\n')).safe).toBe(false);
  });
});
