import { describe, expect, test } from 'vitest';
import { check, expectFindings, expectFix } from './expect-findings.ts';

const skill = (fields: string, body = 'Compare them.') =>
  `---\ndescription: Compares coins. Use when coins differ.\n${fields}\n---\n${body}\n`;
const command = { path: '/project/.claude/commands/compare.md' } as const;

describe('argument-hint-list', () => {
  test('finds brackets without quotes and quotes them', () => {
    const [finding] = expectFindings('argument-hint-list', skill('argument-hint: «[coin]»'));
    expect(finding).toMatchObject({
      severity: 'information',
      message:
        'YAML reads this as a list: Claude Code shows the hint without its brackets, and newer releases of Copilot CLI do not load the file. Quote it',
    });
    const shown = (value: string) => expectFindings('argument-hint-list', skill(`argument-hint: «${value}»`))[0]!;
    expect(shown("[ coin or 'all' ]").message).toContain('without its brackets');
    expect(shown('[old coin, new coin]')).toMatchObject({
      severity: 'information',
      message:
        'YAML reads this as a list: Claude Code shows it as `old coin,new coin`, and newer releases of Copilot CLI do not load the file. Quote it',
    });
    expect(shown('[ ]').severity).toBe('information');
    expect(shown('[optional: date]')).toMatchObject({ severity: 'warning' });
    expect(shown('[optional: date]').message).toContain(
      'a list of a mapping: Claude Code shows it as `[object Object]`, and',
    );
    expect(shown('[]').message).toContain('Claude Code shows no hint, and');
    expectFindings('argument-hint-list', skill('argument-hint: «[old coin, new coin]»'), command);
    const fix = expectFix('argument-hint-list', skill('argument-hint: [coin 🪙]'), skill('argument-hint: "[coin 🪙]"'));
    expect(fix.safe).toBe(true);
    expectFix('argument-hint-list', skill('argument-hint: ["a"]'), skill(`argument-hint: '["a"]'`));
    expectFix(
      'argument-hint-list',
      skill('argument-hint: [optional: date]'),
      skill('argument-hint: "[optional: date]"'),
    );
    expectFix(
      'argument-hint-list',
      `\uFEFF${skill('argument-hint: [coin] # x\nmodel: opus').replaceAll('\n', '\r\n')}`,
      `\uFEFF${skill('argument-hint: "[coin]" # x\nmodel: opus').replaceAll('\n', '\r\n')}`,
    );
  });

  test('says which other product expects a string', () => {
    const [finding] = expectFindings('argument-hint-list', skill('argument-hint: «[coin]»'), { targets: ['vscode'] });
    expect(finding).toMatchObject({
      severity: 'information',
      message:
        'YAML reads this as a list: Claude Code shows the hint without its brackets, VS Code Copilot expects a string, and newer releases of Copilot CLI do not load the file. Quote it',
    });
    const [unread] = expectFindings('argument-hint-list', skill('argument-hint: «[coin]»'), { targets: ['codex'] });
    expect(unread?.message).not.toContain('expects');
  });

  test('has no fix for several lines', () => {
    expect(expectFindings('argument-hint-list', skill('argument-hint: «[a,\n  b]»'))[0]!.fixes).toEqual([]);
    expect(expectFindings('argument-hint-list', skill('argument-hint:\n  «- a\n  - b»'))[0]!.message).toContain(
      'Write it as a string',
    );
  });

  test('is silent for text and nothing', () => {
    for (const value of ['"[coin]"', "'[coin]'", 'coin', '', '<a> [b]', '[a] [b]', '5', '|\n  [a]']) {
      expectFindings('argument-hint-list', skill(`argument-hint: ${value}`));
    }
    expectFindings('argument-hint-list', skill('argument-hint: [coin]'), { file: { insideSkill: true } });
  });
});

describe('arguments-names', () => {
  test('finds the dollar sign', () => {
    const [finding] = expectFindings('arguments-names', skill('arguments: «$OLD» «$NEW»'), command);
    expect(finding).toMatchObject({
      severity: 'warning',
      message: 'The name includes the dollar sign, so `$OLD` in the body is not replaced. Write `OLD`',
    });
    expect(expectFix('arguments-names', skill('arguments: $OLD $NEW'), skill('arguments: OLD $NEW')).safe).toBe(false);
    const [only] = expectFindings('arguments-names', skill('arguments: «$OPTIONS»'), command);
    expect(only!.message).toBe(
      'The name includes the dollar sign, so `$OPTIONS` in the body is not replaced. Write `OPTIONS` here if it is one word, or `$ARGUMENTS` in the body for all that is typed',
    );
    expectFix('arguments-names', skill('arguments: ["$OLD"]'), skill('arguments: ["OLD"]'));
    expectFindings('arguments-names', skill('arguments:\n  - old\n  - «$new»').replaceAll('\n', '\r\n'));
  });

  test('finds commas', () => {
    const [finding] = expectFindings('arguments-names', skill('arguments: «old,» new'));
    expect(finding!.message).toBe(
      'Only spaces separate names, so this one is `old,`, including the comma. Remove the comma',
    );
    expectFix('arguments-names', skill('arguments: old, new'), skill('arguments: old new'));
    expectFindings('arguments-names', skill('arguments: «old,new»'));
    expect(expectFindings('arguments-names', skill('arguments: [«"old,new"»]'))[0]!.message).toContain(
      'one entry per name',
    );
  });

  test('finds names beyond the limits', () => {
    const long = 'n'.repeat(65);
    const [finding] = expectFindings('arguments-names', skill(`arguments: «${long}» new`, `Use $${long} and $new.`));
    expect(finding!.message).toBe(
      `Claude Code does not replace names of more than 64 characters, so \`$${long}\` stays as text. Choose a shorter name`,
    );
    const many = Array.from({ length: 64 }, (_, index) => `v${index}`).join(' ');
    const [first] = expectFindings('arguments-names', skill(`arguments: ${many} «new»`, 'Use $v0 and $new.'));
    expect(first!.message).toBe(
      'Claude Code replaces only the first 64 names, so `$new` stays as text. Write its position instead',
    );
    expectFindings('arguments-names', skill(`arguments: ${many}`, 'Use $v0 and $v63.'));
    expectFindings('placeholder-undeclared', skill(`arguments: a ${long}`, `Use $a and $${long}.`));
  });

  test('finds names that are dropped, doubled or taken', () => {
    expectFindings('arguments-names', skill('arguments: [«""», «"  "», new]'));
    expectFindings('arguments-names', skill('arguments: [«"1"», new]'));
    expectFindings('arguments-names', skill('arguments: "«1» new"'));
    expectFindings('arguments-names', skill('arguments: coin 硬貨 «coin»'));
    expectFindings('arguments-names', skill('arguments: [new, «ARGUMENTS»]'));
    expectFindings('arguments-names', skill('arguments: [«" new "»]'));
    expect(expectFindings('arguments-names', skill('arguments: [a, «a»]'))[0]!.message).toBe(
      '`a` is declared twice, but `$a` only refers to the first position. Rename the second one',
    );
  });

  test('finds brackets, unless the body uses them', () => {
    expectFindings('arguments-names', skill('arguments: «<old>» «[new]»'));
    expectFix('arguments-names', skill('arguments: <old> new'), skill('arguments: old new'));
    expectFindings('arguments-names', skill('arguments: "{old} «{new}»"', 'Compare ${old}.'));
  });

  test('changes nothing that it cannot place', () => {
    const [finding] = expectFindings('arguments-names', skill('arguments: «|\n  $old\n  new»'));
    expect(finding!.fixes).toEqual([]);
  });

  test('is silent for what works', () => {
    for (const value of [
      'old new',
      '[old, new]',
      'mode # a note',
      '[my-file, a.b, two words, 名前]',
      '["a b"]',
      '',
      '[]',
      '|\n  old\n  new',
      '--flag -f',
      'old|new',
    ]) {
      expectFindings('arguments-names', skill(`arguments: ${value}`));
    }
    expectFindings('arguments-names', skill('arguments: $OLD'), { runtime: 'claude-code@2.1.7' });
    expectFindings('arguments-names', skill('arguments: $OLD'), { file: { insideSkill: true } });
    expectFindings('arguments-names', skill('arguments: {{ARGUMENTS}}'));
  });

  test('leaves entries that are no text to another rule', () => {
    expectFindings('arguments-names', skill('arguments: [1, { name: a }]'));
    expect(check(skill('arguments: [1]')).findings.map(({ rule }) => rule)).toContain('field-type');
  });
});
