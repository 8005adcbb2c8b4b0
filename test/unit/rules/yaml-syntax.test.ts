import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../every-test.ts';
import { check, expectFindings, expectFix } from './expect-findings.ts';

const rule = 'yaml-syntax';

/** Frontmatter around some lines. */
function file(...lines: string[]): string {
  return ['---', ...lines, '---', '', 'Sow in May.', ''].join('\n');
}

describe('what is at fault', () => {
  test('a quote that is never closed', () => {
    const [finding] = expectFindings(rule, file('name: beans', 'description: «"»豆 🌱 in May', 'model: opus'));
    expect(finding?.severity).toBe('error');
    expectFindings(rule, file("description: «'»tis May"));
    expectFix(rule, file('description: "in May'), file('description: "in May"'));
    expectFix(rule, file("description: 'in May  "), file("description: 'in May'  "));
  });

  test('text after a closing quote', () => {
    expectFindings(rule, file('description: "Beans" «and more»'));
    expectFix(rule, file('description: "Beans" and more'), file(`description: '"Beans" and more'`));
    expectFindings(rule, file(`argument-hint: "[a] for [b]" «or "[a]"»`));
    expectFix(rule, file(`argument-hint: "[a] for [b]" or "[a]"`), file(`argument-hint: '"[a] for [b]" or "[a]"'`));
    expectFindings(rule, file("description: 'Don'«t sow'»"));
    expectFix(rule, file("description: 'Don't sow'"), file("description: 'Don''t sow'"));
    expectFix(rule, file('description: "say "sow" now"'), file('description: "say \\"sow\\" now"'));
  });

  test('an escape that YAML does not know', () => {
    expectFindings(rule, file(`description: "The bean«\\'»s bed"`));
    expectFix(rule, file(`description: "The bean\\'s bed\\'s"`), file(`description: "The bean's bed's"`));
    expectFindings(rule, file('description: "C:«\\g»arden\\beds"'));
    expectFix(rule, file('description: "\\d+ \\sow \\n"'), file('description: "\\\\d+ \\\\sow \\n"'));
  });

  test('a text that goes on in the first column', () => {
    expectFindings(rule, file('description: Grows beans and', '«peas in May»', 'model: opus'));
    expectFindings(rule, file('description: 育てる', '', '«豆を蒔く。»'));
    expectFindings(rule, file('description:', '«Grows beans»'));
    expectFindings(rule, file('description: |', '«Grows beans»', 'and peas'));
    expectFindings(rule, file('description: Grows', '«- beans»', '- peas'));
    expectFix(
      rule,
      file('description: Grows beans and', 'Peas: in May', 'or later', 'model: opus'),
      file('description: |', '  Grows beans and', '  Peas: in May', '  or later', 'model: opus'),
    );
    expectFix(
      rule,
      file('description: |', '', 'Sow: now', 'or never'),
      file('description: |', '', '  Sow: now', '  or never'),
    );
  });

  test('a dialogue in the first column is one finding', () => {
    const dialogue = [
      'description: Use this to sow. Examples:',
      '',
      '«<example>»',
      'Context: It is May',
      'user: "Sow"',
      'assistant: "I sow: beans"',
      '</example>',
      '<example>',
      'Context: It is June',
      'user: "Sow"',
      '</example>',
      'model: opus',
    ];
    expectFindings(rule, file('name: beans', ...dialogue));
    expectFindings(
      rule,
      file('name: beans', 'description: Use this', '«Context: It is May»', 'user: "Sow"', '</example>', 'model: opus'),
    );
  });

  test('a missing closing line, below a field that cannot have such text', () => {
    const fields = ['description: Grows beans', 'model: opus'];
    const body = ['Sow in May.', '', '- Water', ''];
    const [finding] = expectFindings(rule, file(...fields, '«Sow in May.»', ...body.slice(1)));
    expect(finding!.message).toContain('No `---` line ends the frontmatter before this line');
    expectFix(rule, file(...fields, ...body), file(...fields, '---', ...body));
    expectFix(rule, file(...fields, '', ...body), file(...fields, '---', '', ...body));
    expectFix(rule, file('version: 1', '', ...body), file('version: 1', '---', '', ...body));
    // A field below shows that the frontmatter goes on.
    const [stray] = expectFindings(rule, file('model: opus', '«Sow in May.»', 'description: Grows beans'));
    expect(stray).toMatchObject({ fixes: [], message: expect.stringContaining('not `key: value`') });
  });

  test('a list that begins on the line of its key', () => {
    expectFindings(rule, file('name: beans', 'allowed-tools: «Read»', '- Write', '- Bash(git log:*)'));
    expectFix(
      rule,
      file('allowed-tools: Read', '- Write', 'model: opus'),
      file('allowed-tools:', '- Read', '- Write', 'model: opus'),
    );
    expectFix(rule, file('allowed-tools: - Read - Bash(ls)'), file('allowed-tools:', '- Read', '- Bash(ls)'));
    expectFix(
      rule,
      file('allowed-tools: Read, Write', 'Bash(git log:*), Grep'),
      file('allowed-tools: Read, Write, Bash(git log:*), Grep'),
    );
    expectFix(rule, file('allowed-tools:', 'Read', 'Grep'), file('allowed-tools: Read, Grep'));
    expect(expectFindings(rule, file('paths: «- all files in src - not tests»'))[0]!.fixes).toEqual([]);
    expect(expectFindings(rule, file('allowed-tools: «Read, Grep»', '- Write'))[0]!.fixes).toEqual([]);
  });

  test('a colon where no repair reaches', () => {
    expectFindings(rule, file('description: Grows beans', '  when«:» in May'));
    expectFindings(rule, file('description: Grows«:»', '  beans'));
    expectFindings(rule, file('description: ends with a colon«:»'));
    expectFindings(rule, file('metadata:', '  豆 : x', '  note: a«:» b'));
    expectFindings(rule, file('hooks:', '  Stop:', '    - hooks:', '        - command: a«:» b'));
    expectFix(
      rule,
      file('description: Grows: beans', '  in May', '', '  and June'),
      file('description: >-', '  Grows: beans', '  in May', '', '  and June'),
    );
    expectFix(rule, file('metadata:', '  note: a: b'), file('metadata:', '  note: "a: b"'));
    expectFix(rule, file('description: ends with:'), file('description: "ends with:"'));
  });

  test('a field that does not exist', () => {
    expectFindings(rule, file('name: beans', 'description«:»"Grows beans"'));
    expectFix(rule, file('name: beans', 'description:Grows'), file('name: beans', 'description: Grows'));
    expectFindings(rule, file('name: beans', 'description«：»豆'));
    expectFix(rule, file('name: beans', 'description：豆'), file('name: beans', 'description: 豆'));
    expectFindings(rule, file('name: beans', '«description» Grows beans'));
    expectFix(rule, file('name: beans', 'model opus'), file('name: beans', 'model: opus'));
    expectFix(rule, file('name = beans', 'model: opus'), file('name: beans', 'model: opus'));
    expectFindings(rule, file('name: beans', 'description: Grows beans of any', '«name you like»'));
  });

  test('indentation', () => {
    expectFindings(rule, file('name: beans', '«  »description: Grows'));
    expectFix(rule, file('name: beans', '  description: Grows'), file('name: beans', 'description: Grows'));
    expectFindings(rule, file('« »name: beans', ' model: opus', 'description: Grows'));
    expectFix(
      rule,
      file(' name: beans', ' model: opus', 'description: x'),
      file('name: beans', 'model: opus', 'description: x'),
    );
    expectFindings(rule, file('description: |', '    Grows', '  «beans»', 'model: opus'));
    expectFix(rule, file('description: |', '    Grows', '  beans'), file('description: |', '    Grows', '    beans'));
  });

  test('tabs where the repair does not help', () => {
    expectFindings(rule, file('metadata:', '    a: 1', '«\t»b: 2'));
    expectFix(rule, file('metadata:', '    a: 1', '\tb: 2'), file('metadata:', '    a: 1', '    b: 2'));
    expectFix(rule, file('metadata:', '\ta: 1'), file('metadata:', '  a: 1'), { runtime: 'claude-code@2.1.7' });
  });

  test('something else than fields', () => {
    expectFindings(rule, file('«- »name: beans', '- model: opus'));
    expectFix(rule, file('- name: beans', '  model: opus'), file('name: beans', 'model: opus'));
    const [text] = expectFindings(rule, file('', '«A rule above a text.»', '', 'More.'));
    expect(text?.message).toContain('omits it from the body');
    expectFindings(rule, file('«**Name:** beans»'));
    expectFindings(rule, file('name: be«\0»ans'));
  });

  test('a value that cannot start so', () => {
    expectFindings(rule, file('description: «-» beans'));
    expectFindings(rule, file('description: | «Grows»', '  beans'));
    expectFix(rule, file('description: | Grows', '   beans'), file('description: |', '   Grows', '   beans'));
    expectFindings(rule, file('tools: [a,', '  b] «c»'));
    expectFindings(rule, file('tools: «[»a,', '  b'));
    expectFindings(rule, file('tools: [', '«a,»', ']'));
  });

  test('what the parser says where nothing better is known', () => {
    const [finding] = expectFindings(rule, file('metadata:', '  a: 1', '« »b: 2'));
    expect(finding?.message).toContain('This is not valid YAML (');
  });
});

describe('what it says', () => {
  test('which fields and which guards are lost', () => {
    const [finding] = expectFindings(
      rule,
      file(
        'name: beans',
        'description: «"»x',
        'disable-model-invocation: true # never',
        "user-invocable: 'no'",
        'x: y',
      ),
    );
    expect(finding?.message).toContain('`name`, `description`, `disable-model-invocation` and `user-invocable`');
    expect(finding?.message).not.toContain('`x`');
    expect(finding?.message).toContain('the model may invoke the skill on its own');
    expect(finding?.message).toContain('users may invoke the skill');
  });

  test('fields that are indented without a parent', () => {
    const lost = (...lines: string[]) => /is lost: (.*?)\./.exec(check(file(...lines)).findings[0]!.message)?.[1];
    expect(lost(' name: beans', 'description: x')).toBe('`name` and `description`');
    expect(lost('name: beans', '  description: x')).toBe('`name` and `description`');
    expect(lost('name: beans', '  description: x', '  model: opus')).toBe('`name`, `description` and `model`');
    expect(lost('- name: beans', '- description: x')).toBe('`name` and `description`');
    expect(lost('description: "x', 'metadata:', '  name: beans', '  model: opus')).toBe('`description` and `metadata`');
    expect(lost('description: |', '  name: beans', "model: 'opus")).toBe('`description` and `model`');
    expect(lost('hooks:', '- name: beans', 'model: "opus')).toBe('`hooks` and `model`');
    expect(lost('name: "beans', '  description: x')).toBe('`name`');
  });

  test('no guard where none was set', () => {
    const [finding] = expectFindings(
      rule,
      file('description: «"»x', 'disable-model-invocation: false', 'user-invocable: true'),
    );
    expect(finding?.message).not.toContain('may invoke');
  });

  test('that an agent is not loaded, and a command by its name', () => {
    const text = file('description: «"»x', 'disable-model-invocation: true');
    const [agent] = expectFindings(rule, text, { path: '/p/.claude/agents/x.md' });
    expect(agent?.message).toContain('the agent is not loaded');
    const [inPlugin] = expectFindings(rule, text, { path: '/p/agents/x.md', file: { pluginRoot: '/p' } });
    expect(inPlugin?.message).toContain('the agent is named like its file, may use every tool');
    const [command] = expectFindings(rule, text, { path: '/p/.claude/commands/x.md' });
    expect(command?.message).toContain('the model may invoke the command');
  });

  test('every line with a fault of its own', () => {
    const findings = expectFindings(
      rule,
      file('name: «"»beans', 'description: ok', "when_to_use: «'»x", 'model: opus'),
    );
    expect(findings[0]?.message).toContain('every field is lost');
    expect(findings[1]?.message).toContain('which on its own would also lose every field');
  });

  test('leaves lines that the repair would fix to the milder rule', () => {
    expectFindings(rule, file('description: «"»x', 'argument-hint: [a] [b]'));
    expectFindings('yaml-lenient', file('description: "x', 'argument-hint: [a] «[b]»'));
  });

  test('that a block prevents the repair', () => {
    const [finding] = expectFindings(rule, file('argument-hint: [a] «[b]»', 'description: |', '  Grows'));
    expect(finding?.message).toContain('the repair breaks the lines of `description`');
    expect(finding?.fixes?.[0]?.safe).toBe(false);
    expectFix(
      rule,
      file('argument-hint: [a] [b]', 'description: |', '  x'),
      file('argument-hint: "[a] [b]"', 'description: |', '  x'),
    );
  });

  test('that the line endings prevent the repair', () => {
    const crlf = (text: string) => text.replaceAll('\n', '\r\n');
    const [finding] = expectFindings(
      rule,
      crlf(file('name: 豆', 'description: Sow«:» now', 'argument-hint: [a] «[b]»')),
    );
    expect(finding?.message).toContain('if it did not end in CRLF');
    expect(finding?.message).toContain('LF line endings');
    expectFix(rule, crlf(file('description: Sow: now')), crlf(file('description: "Sow: now"')));
    const [other] = expectFindings(rule, crlf(file('description: «"»Sow')));
    expect(other?.message).not.toContain('CRLF');
    expectFix(rule, crlf(file('description: a', 'b')), crlf(file('description: |', '  a', '  b')));
  });

  test('that a line break got lost before a field', () => {
    const [finding] = expectFindings(rule, file('description: 豆を蒔く。license«:» MIT').replaceAll('\n', '\r\n'));
    expect(finding?.message).toContain('Put `license` on its own line');
    expectFix(
      rule,
      file('description: Sows.license: MIT').replaceAll('\n', '\r\n'),
      file('description: Sows.', 'license: MIT').replaceAll('\n', '\r\n'),
    );
  });

  test('at most a hint in a template', () => {
    const [finding] = expectFindings(rule, file('name: «"»x'), { file: { insideSkill: true } });
    expect(finding?.severity).toBe('hint');
  });
});

describe('what the author wrote for text', () => {
  test('list entries that start with a star', () => {
    const text = file('paths:', '  - «**/*.ts»', '  - src/x.ts', '  - "*.js"', '  - *.md # docs');
    const [finding] = expectFindings('yaml-syntax', text);
    expect(finding?.message).toContain('as a reference to an anchor');
    const fix = expectFix(
      'yaml-syntax',
      text.replaceAll(/[«»]/g, ''),
      file('paths:', '  - "**/*.ts"', '  - src/x.ts', '  - "*.js"', '  - "*.md" # docs'),
    );
    expect(fix.safe).toBe(false);
    expectFindings('yaml-syntax', text.replaceAll('\n', '\r\n'));
    expectFix('yaml-syntax', file('tools:', '- *', '- a'), file('tools:', '- "*"', '- a'));
    expectFindings('yaml-syntax', file('x: &b a', 'paths:', '  - *b', '  - «*.md»'));
    expectFix('yaml-syntax', file('paths:', '  - @豆/x'), file('paths:', '  - "@豆/x"'));
  });

  test('a list over several lines that is not closed', () => {
    const text = file('allowed-tools: «[»Read,', '  Grep', 'model: opus');
    expectFindings('yaml-syntax', text);
    expectFix('yaml-syntax', text.replaceAll(/[«»]/g, ''), file('allowed-tools: [Read,', '  Grep]', 'model: opus'));
  });

  test('a comment in the middle of a text', () => {
    const text = file('description: Sows 豆', '  «# not peas»', '  in May', 'model: opus');
    const [finding] = expectFindings('yaml-syntax', text);
    expect(finding?.message).toContain('YAML ends an unquoted string at a comment');
    const plain = text.replaceAll(/[«»]/g, '');
    expectFix('yaml-syntax', plain, file('description: Sows 豆', '  in May', 'model: opus'));
    expect(finding?.fixes?.map(({ title }) => title)).toEqual([
      'Remove the comment',
      'Write the description as a block scalar',
    ]);
    expectFindings('yaml-syntax', text.replaceAll('\n', '\r\n'));
    expectFindings('yaml-syntax', file('description: Sows bed «# 5»', '  in May'));
    expectFix(
      'yaml-syntax',
      file('description: Sows bed # 5', '  in May'),
      file('description: >-', '  Sows bed # 5', '  in May'),
    );
    expectFindings('yaml-syntax', file('description: Sows', '  in May', '  # not peas', 'model: opus'));
  });
});

describe('where it is silent', () => {
  test('readable frontmatter', () => {
    expectFindings(rule, file('name: beans', 'description: "a: b"'));
    expectFindings(rule, file('description: Sow: now'));
    expectFindings(rule, file());
    expectFindings(rule, file('# nothing yet'));
    expectFindings(rule, file('description: "two', '  lines: of text"'));
    expectFindings(rule, file('tools: [', '  a,', ']'));
    expectFindings(rule, file('name: {{NAME}}'));
    expectFindings(rule, file('base: &b x', 'name: *b'));
    expectFindings(rule, 'No frontmatter: "here\n');
    expectFindings(rule, '');
  });

  test('a quoted text over lines that look like fields is not at fault', () => {
    expectFindings(rule, file('description: "two', ' Lines: of text"', 'when_to_use: «"»x'));
  });

  test('an anchor elsewhere is not at fault', () => {
    expectFindings(rule, file('base: &b x', 'name: *b', 'when_to_use: «"»x'));
  });

  test('repeated keys, also if the release rejects them', () => {
    const runtime = 'claude-code@2.1.7';
    expectFindings(rule, file('name: a', 'name: b'), { runtime });
    for (const lines of [
      ['metadata:', '  a: 1', '  a: 2'],
      ['name: x', 'hooks:', '  Stop:', '    - a: 1', '      a: 2'],
    ]) {
      const found = check(file(...lines), { runtime }).findings.map((finding) => finding.rule);
      expect(found.filter((it) => it.startsWith('yaml-'))).toEqual(['yaml-duplicate-key']);
    }
  });

  test('early releases cannot read what the latest repairs', () => {
    expectFindings(rule, file('description: Sow«:» now'), { runtime: 'claude-code@2.1.7' });
    expectFindings(rule, file('argument-hint: [a] [b]'), { runtime: 'claude-code@2.1.7' });
  });
});

const telling = ['yaml-syntax', 'yaml-duplicate-key', 'frontmatter-cut', 'frontmatter-unclosed', 'description-lost'];

test('any lines: a loss is told, and no place is outside the file', () => {
  const key = fc.constantFrom(
    'name',
    'description',
    'when_to_use',
    'allowed-tools',
    'x',
    'Context',
    'user',
    '"q"',
    ' name',
    '- name',
    '\tx',
  );
  const value = fc.constantFrom(
    'a',
    'a: b',
    '"a',
    "'a'b'",
    '"a" b',
    '[a] [b]',
    '[a',
    '|',
    '>-',
    '*x',
    '&x',
    '@x',
    '- a',
    '',
    'a # b',
    'a:',
    '豆 🌱: x',
    '"\\d"',
    '{a} b',
    '--- b',
    '# a',
    '!x',
    '`a`',
  );
  const line = fc.oneof(
    fc.tuple(key, fc.constantFrom(': ', ':', ' : ', '：', ' '), value).map((parts) => parts.join('')),
    fc.constantFrom(
      '',
      'prose',
      '  indented',
      '  a: b: c',
      '- item',
      '# comment',
      ']',
      '...',
      '-----',
      '\ta: b',
      '</example>',
      '\0',
    ),
  );
  const text = fc.tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), fc.constantFrom('', '\uFEFF'));
  fc.assert(
    fc.property(text, ([lines, eol, bom]) => {
      const source = bom + ['---', ...lines, '---', '# Title', ''].join(eol);
      const { document, findings } = check(source);
      const found = findings.map((finding) => finding.rule);
      if (document.frontmatter.reading === 'lost') expect(found.some((it) => telling.includes(it))).toBe(true);
      for (const { range, fixes } of findings) {
        for (const place of [range, ...(fixes ?? []).flatMap(({ edits }) => edits.map((edit) => edit.range))]) {
          expect(0 <= place.start && place.start <= place.end && place.end <= source.length).toBe(true);
        }
      }
    }),
    { numRuns: runs(500) },
  );
});
