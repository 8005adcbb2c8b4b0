import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixAll } from '../../../server/src/features/fixes/fix-all.ts';
import { runs } from '../../every-test.ts';
import { check, expectFindings, expectFix } from './expect-findings.ts';

const rule = 'yaml-lenient';

/** Frontmatter around some lines. */
function file(...lines: string[]): string {
  return ['---', ...lines, '---', '', 'Sow in May.', ''].join('\n');
}

describe('what is marked', () => {
  test('the colon, however far to the right', () => {
    const [finding] = expectFindings(rule, file('name: beans', `description: ${'豆 🌱 '.repeat(200)}now«:» sow`));
    expect(finding?.severity).toBe('warning');
    expect(finding?.message).toContain('CRLF');
    expectFindings(rule, file('argument-hint: <file> [kind«:» a|b]'));
    expectFindings(rule, file('description: http://a.b :«:» no'));
  });

  test('the text after a list', () => {
    expectFindings(rule, file('argument-hint: [a] «[b] ... (optional)»'));
    expectFindings(rule, file('argument-hint: {a: 1} «b»'));
    expectFindings(rule, file('argument-hint: [don\'t, "]"] «x»'));
    expectFindings(rule, file('argument-hint: «[»a'));
  });

  test('a first sign that means something to YAML', () => {
    expectFindings(rule, file('paths: «**/*.ts»,**/*.js'));
    expectFindings(rule, file('tools: «*»'));
    expectFindings(rule, file('description: «@»Observable を使用'));
    expectFindings(rule, file('description: «`»sow` beans'));
    expectFindings(rule, file('description: > «Sows beans»'));
    expectFindings(rule, file('description: «&» beans'));
    expectFindings(rule, file('description: "Sow" «[now]»'));
  });

  test('tabs as indentation', () => {
    const [finding] = expectFindings(rule, file('metadata:', '«\t»a: 1', '\tb: 2'));
    expect(finding?.message).not.toContain('CRLF');
    expect(expectFix(rule, file('metadata:', '\ta: 1', '\tb: 2'), file('metadata:', '  a: 1', '  b: 2')).safe).toBe(
      true,
    );
    expectFindings(rule, file('metadata:', '«\t»a: 1').replaceAll('\n', '\r\n'));
  });

  test('each faulty line, and no line that the repair only touches', () => {
    expectFindings(
      rule,
      file(
        'description: Sow«:» now',
        'argument-hint: [a] «[b]»',
        'allowed-tools: [Read, Grep]',
        'model: "a"',
        'x: {a: b}',
      ),
    );
  });

  test('behind a byte order mark, in commands and agents', () => {
    expectFindings(rule, `\uFEFF${file('argument-hint: [a] «[b]»')}`);
    expectFindings(rule, file('argument-hint: [a] «[b]»'), { path: '/p/.claude/commands/x.md' });
    expectFindings(rule, file('name: x', 'description: Sow«:» now'), { path: '/p/.claude/agents/x.md' });
  });

  test('names those who cannot read it, by the cause', () => {
    const messageOf = (line: string, runtime: 'claude-code' | 'claude-code@2.1.7' = 'claude-code') =>
      check(file(line), { runtime }).findings.find((it) => it.rule === rule)?.message;
    const all = 'other tools, older releases and the same file with CRLF line endings lose every field';
    const others = 'but other tools and the same file with CRLF line endings lose every field';
    expect(messageOf('description: Sow: now')).toContain(all);
    expect(messageOf('metadata:\n\ta: 1')).toContain('but other tools and older releases lose every field');
    for (const line of ['argument-hint: [a] [b]', 'description: @x', 'tools: *', 'description: `Sow`[1]: now']) {
      expect(messageOf(line)).toContain(others);
      expect(messageOf(line, 'claude-code@2.1.7')).toContain(others);
    }
  });

  test('tells which other values the repair changes', () => {
    const text = file(
      'description: Sow: now',
      'user-invocable: true # yes',
      'metadata: {a: b}',
      'model: "[x]"',
      'x: R&D',
    );
    const [finding] = check(text).findings.filter((it) => it.rule === rule);
    expect(finding?.related?.map(({ range }) => text.slice(range.start, range.end))).toEqual(['true # yes', '{a: b}']);
    expect(finding?.related?.[0]?.message).toContain('`user-invocable` is the string `true # yes`');
  });
});

describe('the fix', () => {
  test('quotes the value, with the quotes that need fewer escapes', () => {
    expect(expectFix(rule, file('argument-hint: [a] [b]'), file('argument-hint: "[a] [b]"')).safe).toBe(true);
    expectFix(rule, file('description: say: "x" \\n'), file(`description: 'say: "x" \\n'`));
    expectFix(rule, file(`description: it's: "x"`), file(`description: 'it''s: "x"'`));
    expectFix(rule, file(`description: it's 'a': "x"`), file(`description: "it's 'a': \\"x\\""`));
  });

  test('keeps what Claude Code reads, including comments and whitespace', () => {
    expectFix(rule, file('description:  a: b # c  '), file('description:  "a: b # c  "'));
    expectFix(rule, file('argument-hint: [a] [b] # x'), file('argument-hint: "[a] [b] # x"'));
  });

  test('keeps a list a list, which wants a look', () => {
    for (const [before, after] of [
      ['paths: [**/*.ts, *.md]', 'paths: ["**/*.ts", "*.md"]'],
      ['paths: [src/*, "a b", **/*.{ts,js}] # all', 'paths: [src/*, "a b", "**/*.{ts,js}"] # all'],
      ['tools: [*]', 'tools: ["*"]'],
      ['allowed-tools: [Read, Grep', 'allowed-tools: [Read, Grep]'],
      ['allowed-tools: [Bash(豆 *, 🌱), *', 'allowed-tools: ["Bash(豆 *, 🌱)", "*"]'],
      ["paths: ['*.md', src/[ab].ts,", `paths: ['*.md', "src/[ab].ts",]`],
    ]) {
      const fix = expectFix(rule, file(before!), file(after!));
      expect(fix.safe).toBe(false);
      expect(fixAll(file(before!), (it) => check(it).findings, rule).text).toBe(file(before!));
      expect(check(file(after!)).document.frontmatter.reading).toBe('read');
      expectFix('yaml-syntax', file(before!).replaceAll('\n', '\r\n'), file(after!).replaceAll('\n', '\r\n'));
    }
    const [finding] = expectFindings(rule, file('paths: [«**/*.ts», *.md]'));
    expect(finding?.message).toContain('reads the whole line as one string, including the brackets');
    expectFindings('paths-glob', file('paths: [**/*.ts, *.md]'));
    expect(expectFindings(rule, file('allowed-tools: «[»Read, "Grep'))[0]?.fixes).toEqual([]);
    expect(expectFindings(rule, file('allowed-tools: «[»Read # Grep'))[0]?.fixes).toEqual([]);
  });

  test('says in words what is wrong inside a list', () => {
    const messageOf = (text: string) => expectFindings(rule, file(text))[0]?.message;
    expect(messageOf('argument-hint: ["a" «or "b"»]')).toMatch(/^After the closing `"` of an entry only a comma/);
    expectFix(rule, file('argument-hint: ["a" or "b"]'), file(`argument-hint: '["a" or "b"]'`));
    expect(messageOf('argument-hint: «[a: b: c]»')).toMatch(/^YAML cannot read the text between the `\[` and/);
    expect(messageOf('argument-hint: [a, «*»]')).toContain('reference to an anchor');
    expectFix(rule, file('argument-hint: [a, *]'), file('argument-hint: "[a, *]"'));
  });

  test('is not safe where a line break seems to be lost', () => {
    const text = file('x-note: Sows.license: MIT');
    const [finding] = check(text).findings.filter((it) => it.rule === rule);
    expect(finding?.fixes?.map(({ safe }) => safe)).toEqual([false, false]);
    expectFix(rule, text, file('x-note: Sows.', 'license: MIT'));
  });

  test('any value: fixed, it is plain YAML with the very same text', () => {
    const sign = fc.constantFrom(...'ab :#"\'\\[]{}*&!|>%@`,-?豆🌱\t');
    const value = fc.array(sign, { minLength: 1, maxLength: 12 }).map((signs) => signs.join(''));
    fc.assert(
      fc.property(value, fc.constantFrom('', '\uFEFF'), (written, bom) => {
        const text = bom + file(`x: ${written}`);
        const before = check(text);
        if (before.document.frontmatter.reading !== 'repaired') return;
        const fixed = fixAll(text, (it) => check(it).findings, rule).text;
        const after = check(fixed).document.frontmatter;
        expect(after.reading).toBe('read');
        expect(textOf(after.fields)).toEqual(textOf(before.document.frontmatter.fields));
      }),
      { numRuns: runs(500) },
    );
  });
});

function textOf(fields: ReturnType<typeof check>['document']['frontmatter']['fields']): unknown {
  const value = fields.get('x')?.value;
  return value?.kind === 'scalar' ? value.value : undefined;
}

describe('where it is silent', () => {
  test('plain YAML', () => {
    expectFindings(rule, file('name: a', 'argument-hint: "[a] [b]"', "description: 'a: b'"));
    expectFindings(rule, file('argument-hint: [a]', 'description: a:b', 'x: "a" # c'));
    expectFindings(rule, file('name: {{NAME}}'));
    expectFindings(rule, 'a: b: c\n');
    expectFindings(rule, '');
  });

  test('where the loss is what matters', () => {
    expectFindings(rule, file('argument-hint: [a] [b]').replaceAll('\n', '\r\n'));
    expectFindings(rule, file('argument-hint: [a] [b]', 'description: |', '  x'));
    expectFindings(rule, file('description: a --- b: c', 'argument-hint: [a] [b]'));
  });

  test('where another finding tells of the same line', () => {
    expectFindings(rule, file('description: Sows beans.license: MIT'));
    expectFindings(rule, file('description: Sows beans.category: garden'));
    expectFindings(rule, file('description: Sows beans.license«:» MIT'), { levels: { 'description-lost': 'off' } });
    // The other colon remains when the field has a line of its own.
    expectFindings(rule, file('description: Sows beans«:» now.license: MIT'));
    expectFindings(rule, file('argument-hint: [a] [b]'), { file: { insideSkill: true } });
  });
});

test('the same file with CRLF has its findings on the same lines', () => {
  const files = [
    file('description: Sow: now', 'argument-hint: [a] [b]', 'model: opus'),
    file('name: x', 'description: "a', 'paths: **/*.ts'),
    file('metadata:', '\ta: 1', 'tools: *'),
    file('description: a', 'b', 'model: opus'),
  ];
  const linesOf = (text: string) => {
    const { document, findings } = check(text);
    return findings.filter((it) => it.rule.startsWith('yaml-')).map(({ range }) => document.lines.lineAt(range.start));
  };
  for (const text of files) {
    expect(linesOf(text).length).toBeGreaterThan(0);
    expect(linesOf(text.replaceAll('\n', '\r\n'))).toEqual(linesOf(text));
    expect(linesOf(`\uFEFF${text}`)).toEqual(linesOf(text));
  }
});
