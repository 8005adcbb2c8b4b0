import { describe, expect, test } from 'vitest';
import { check, expectFindings, expectFix } from './expect-findings.ts';

const skill = (body: string) => `---\ndescription: Packs boxes. Use when something moves.\n---\n\n${body}\n`;

describe('fence-unclosed', () => {
  test.for([
    // Never closed.
    'Pack.\n\n«```bash»\npack --all\n\nThen close.',
    '«~~~»\npack',
    '- Pack:\n\n  «```bash»\n  pack',
    '> «```»\n> pack',
    '```bash\npack\n```\n\n«```»\npack\n``',
    '«````»\npack\n```',
    // Nothing in it.
    '```bash\npack\n```\n\n«```»',
    // Closed with a language.
    '```bash\npack\n«```bash»\n\nThen close.',
    '```bash\npack\n«```bash»\n\nThen close.\n\n```bash\nclose\n```bash',
    '```python\npack()\n«```markdown»\n\nThen:\n\n```python\nclose()\n```',
    '```python\npack()\n«```text»\n\nThen close.',
    '```text\na\n«```markdown»\n\n```text\nb\n```markdown\n\nend',
    '1. Pack:\n\n   ```bash\n   pack\n   «```bash»\n\n2. Close.',
    // A line in it begins a block and does not end one.
    '«```markdown»\n# Boxes\n\n```bash\npack',
    // A list or a tag keeps it from being one.
    '- Pack:\n  ```bash\n  pack\n«# not indented»\n  ```\n  Then close.\n\n```bash\nclose\n```',
    '- Pack:\n  ```sql\n  pack\n«-- Author»\n-- Date\n  ```\n  Then close.\n\n```bash\nclose\n```',
    '- Pack:\n  ```sql\n  pack\n«---»\n  ```\n  Then close.\n\n```bash\nclose\n```',
    '- Pack:\n  ```sql\n  pack\n«- list»\n\n      code `of` another kind\n  ```\n  Then close.\n\n```bash\nclose\n```',
    `- Pack:\n  \`\`\`sql\n${'  pack\n'.repeat(60)}«-- Author»\n  \`\`\`\n  Then close.\n\n\`\`\`bash\nclose\n\`\`\``,
    '**Query:** «```sql»\nselect\n\n```\n\nThen close.',
    '**Query:**«```sql»\nselect\n\n```bash\n\nThen close.\n\n```sql\nselect\n```\n',
    '«<Good>»\n```markdown\nPack.\n\nClose.\n```\n</Good>\n\n```markdown\nEnd.\n```',
    // The next block closes it.
    '«```bash»\npack\n\nThen look:\n\n```json\n{}\n```\n\nClose.',
    '«```bash»\npack\n\n## Look\n```bash\nlook\n```\n\n```json\n{}\n```\n\nClose.\n\n```\nclose\n```',
    '«```»\nboxes\n\n```bash\npack\n```\n\nClose.',
    '- Pack\n- Move\n«```»\n\nThen look:\n\n```bash\nlook\n```\n\nClose.',
  ])('%j', (body) => {
    const marked = skill(body);
    const [found] = expectFindings('fence-unclosed', marked);
    expect(found!.severity).toBe('hint');
    expectFindings('fence-unclosed', marked.replaceAll('\n', '\r\n'));
    expectFindings('fence-unclosed', `\uFEFF${marked}`);
    expectFindings('fence-unclosed', marked, { path: '/p/.claude/agents/a.md' });
  });

  test('does not indent what is in a string of several lines', () => {
    const block = (code: string, language = 'js') =>
      skill(`- Pack:\n  \`\`\`${language}\n${code}\n  \`\`\`\n  Then close.\n\n\`\`\`bash\nclose\n\`\`\``);
    expectFindings('fence-unclosed', block('  const text = `a\n-- b\n`;'));
    for (const text of [block('  const text = `a`;\n«-- b»'), block('  echo `a\n«-- b»', 'sh')]) {
      expect(expectFindings('fence-unclosed', text)[0]!.message).toMatch(/open another one\. Indent it$/);
    }
  });

  test.for([
    '```bash\npack\n```\n\nThen close.',
    '````markdown\n```bash\npack\n```\n````',
    '~~~markdown\n```bash\npack\n```bash\n~~~',
    // An example of Markdown, which its own code block closes.
    '```markdown\n# Boxes\n\n```bash\npack\n```\n',
    '```bash\ncat <<A\n```js\nA\n```\n',
    '```markdown\n# Boxes\n\n```bash\npack\n```\n\nThen close.',
    '```bash\ncat <<A\n# Boxes\n\n````js\nA\n```\n',
    '```bash title="pack"\npack\n```',
    // A list or quotation ends it.
    '- Pack:\n\n  ```bash\n  pack\n\nThen close.',
    '> ```\n> pack\n\nThen close.',
    'Pack.\n\n    ```bash\n    pack',
    'Write ```` ```bash ```` at the beginning.',
    '`````\n````\n```\n`````',
    // Claude Code reads it as a command.
    '```!\ngit status',
  ])('nothing in %j', (body) => {
    expectFindings('fence-unclosed', skill(body));
  });

  test.for([
    // The example and its text between two blocks.
    ['«```»markdown\n# Boxes\n\n```bash\npack\n```\n\nThen close.\n```\n\nDone.', '````'],
    ['«```»\n```bash\npack\n```\n\n```json\n{}\n```\n```', '````'],
    ['```js\na\n```\n\n> «~~~»md\n> ~~~js\n> a\n> ~~~\n> b\n> ~~~', '~~~~'],
    ['«```»markdown\n````js\na\n````\n```bash\na\n```\nb\n```', '`````'],
  ])('a block in another one with the same marks: %j', ([body, longer]) => {
    const marked = skill(body!);
    const [found] = expectFindings('fence-unclosed', marked);
    expect(found!.message).toMatch(/^This code block holds another one with the same marks/);
    const marks = /«(.*?)»/.exec(body!)![1]!;
    const at = marked.lastIndexOf(marks);
    const fixed = `${marked.slice(0, at)}${longer}${marked.slice(at + marks.length)}`.replace(/«.*?»/, longer!);
    expect(expectFix('fence-unclosed', marked.replace(/[«»]/g, ''), fixed).safe).toBe(false);
    expectFindings('fence-unclosed', fixed);
  });

  test.for([
    // A language where it should end.
    [
      '```markdown\n# Boxes\n\n```bash\npack\n```\n\nThen close.\n```text\n\n## Then\n\nUnpack.',
      '````markdown\n# Boxes\n\n```bash\npack\n```\n\nThen close.\n````\n\n## Then\n\nUnpack.',
    ],
    // The block in it repeats its language.
    [
      '```markdown\n# Boxes\n\n```markdown\nPack.\n```\n\nThen close.\n\n```text\n\n## Then',
      '````markdown\n# Boxes\n\n```markdown\nPack.\n```\n\nThen close.\n\n````\n\n## Then',
    ],
    // A later end has one, too.
    [
      '```md\n```json\n{}\n```\n```text\n\n## Then\n\n```\npack\n```text\n\n## Close',
      '````md\n```json\n{}\n```\n````\n\n## Then\n\n```\npack\n```\n\n## Close',
    ],
    // The end of a block in it has one.
    [
      '```markdown\n```text\na\n```\n\n```markdown\nb\n```markdown\n\n### Then\n```\n\nDone.',
      '````markdown\n```text\na\n```\n\n```markdown\nb\n```markdown\n\n### Then\n````\n\nDone.',
    ],
    // The blocks in it have no language, and look like beginnings.
    [
      '```markdown\n# Boxes\n\n#### Sizes\n```\nsmall\n```\n\n- **Steps**:\n  ```\n  pack\n\n  move\n  ```\n\n```python\npack()\n```\n\nEnd.\n```\n\n## Then\n\nUnpack.',
      '````markdown\n# Boxes\n\n#### Sizes\n```\nsmall\n```\n\n- **Steps**:\n  ```\n  pack\n\n  move\n  ```\n\n```python\npack()\n```\n\nEnd.\n````\n\n## Then\n\nUnpack.',
    ],
  ])('the outer block is reported, not what it makes of later lines: %j', ([before, after]) => {
    const text = skill(before!);
    const [found] = check(text).findings.filter(({ rule }) => rule === 'fence-unclosed');
    expect(found!.message).toMatch(/^This code block holds another one with the same marks/);
    const crlf = (body: string) => skill(body).replaceAll('\n', '\r\n');
    expect(expectFix('fence-unclosed', text, skill(after!)).safe).toBe(false);
    expectFix('fence-unclosed', crlf(before!), crlf(after!));
    expectFindings('fence-unclosed', skill(after!));
  });

  test.for([
    // An end with a language, or a start: only that the rest is code is certain.
    '```bash\npack\n```\n\nThen close.\n\n«```text»\n\n## Then\n\nUnpack.',
    '«```text»\n\nThen unpack.',
    // The example in the first block may be what has no end.
    '```markdown\n```\npack\n```\n\n```js\na\n```\nb\n«```»\n\n## Then\n\nUnpack.',
    '```sh\n```js\na\n```\n- b\n«```»\n\nUnpack.',
    // The next block may belong in it.
    '«```text»\nboxes\n\n```bash\npack\n```\n\nClose.',
    '«```bash»\n\nboxes\n\n```sql\npack\n```\n\nClose.',
    '- a\n\n  ```sh\n  b\nc\n\nd\n\n```js\ne\n```\n\nf\n«```»\n\n```sh\ng\n```\n\nh',
  ])('no fix where the cause is uncertain: %j', (body) => {
    const [found] = expectFindings('fence-unclosed', skill(body));
    expect(found!.fixes ?? []).toEqual([]);
  });

  test('an end with a language is the cause, even if a later line of marks alone closes the block', () => {
    const body =
      '```text\na\n«```markdown»\n\n## Then\n\n```text\nb\n```markdown\n\n## Next\n\n```\nc\n```markdown\n\n## End';
    expectFindings('fence-unclosed', skill(body));
  });

  test.for([
    // What would be inside of it is not closed either.
    '```markdown\n# Boxes\n\n```bash\npack\n```\n\nThen:\n\n«```bash»\npack',
    // The first block is code that holds no others.
    '```bash\npack\n```js\n```\n\n«```»',
    // The longer marks around it hold it together.
    '````markdown\n```bash\npack\n```\n````\n\n«```js»\npack',
    // Marks alone that look like a beginning, but the block is not said to be an example, or they do not add up.
    '```\n# Boxes\n\n```\nsmall\n```\n\n```js\na\n```\n\nEnd.\n«```»\n\n## Then\n\nUnpack.',
    '```markdown\n# Boxes\n\n```\nsmall\n```\n\n```js\na\n```\n\n«```»\nUnpack.',
  ])('nothing about nested blocks in %j', (body) => {
    const [found] = expectFindings('fence-unclosed', skill(body));
    expect(found!.message).not.toContain('holds');
  });

  test('marks that end nothing can be removed, or closed', () => {
    const before = skill('- Pack\n- Move\n```\n\n## Then\n\nUnpack.');
    const found = expectFindings('fence-unclosed', before.replace('```', '«```»'));
    expect(found[0]!.message).toMatch(/^This looks like the end of a code block/);
    expect(found[0]!.fixes!.map(({ title, safe }) => [title, safe])).toEqual([
      ['Remove the line', false],
      ['Close the code block at the end', false],
    ]);
    const after = skill('- Pack\n- Move\n\n## Then\n\nUnpack.');
    expectFix('fence-unclosed', before, after);
    expectFindings('fence-unclosed', after);
    const crlf = (text: string) => text.replaceAll('\n', '\r\n');
    expectFix('fence-unclosed', crlf(before), crlf(after));
  });

  test.for([
    // A start of code, after its introduction or a blank line.
    'Run:\n```\npack --all',
    'Run it.\n\n```\n\npack --all',
    // It says what the block holds.
    'Run:\n```bash\n\npack --all',
    // The line belongs to a list or a quotation.
    '> Run:\n> ```\n>\n> pack',
  ])('only closing is offered for %j', (body) => {
    const text = skill(body);
    const [found] = check(text).findings.filter(({ rule }) => rule === 'fence-unclosed');
    expect(found!.fixes!.map(({ title }) => title)).toEqual(['Close the code block at the end']);
  });

  test('fixes that need review', () => {
    const before = skill('```bash\npack\n```bash\n\nThen close.');
    expect(expectFix('fence-unclosed', before, skill('```bash\npack\n```\n\nThen close.')).safe).toBe(false);
    expectFix('fence-unclosed', skill('> ~~~\n> pack'), skill('> ~~~\n> pack\n> ~~~'));
    expectFix('fence-unclosed', skill('- ```\n  pack'), skill('- ```\n  pack\n  ```'));
    const crlf = (text: string) => text.replaceAll('\n', '\r\n');
    expectFix('fence-unclosed', crlf(skill('```\npack')), crlf(skill('```\npack\n```')));
    expectFix('fence-unclosed', skill('Pack.\n\n```'), skill('Pack.\n\n'));
  });

  test.for([
    [
      '- Pack:\n  ```bash\n  pack\n# all\n\n more\n  ```\n\n```bash\nclose\n```',
      '- Pack:\n  ```bash\n  pack\n  # all\n\n  more\n  ```\n\n```bash\nclose\n```',
    ],
    ['<Good>\n```markdown\nPack.\n\nClose.\n```\n</Good>', '<Good>\n\n```markdown\nPack.\n\nClose.\n```\n</Good>'],
  ] as const)('what keeps %j from being a block is fixed after a look', ([before, after]) => {
    expect(expectFix('fence-unclosed', skill(before), skill(after)).safe).toBe(false);
    const forWindows = (body: string) => skill(body).replaceAll('\n', '\r\n');
    expectFix('fence-unclosed', forWindows(before), forWindows(after));
  });

  test.for(['<Good>\n```markdown\nPack.\n```\n</Good>', '<Good>\n\n```markdown\nPack.\n\nClose.\n```\n</Good>'])(
    'nothing in %j',
    (body) => {
      expectFindings('fence-unclosed', skill(body));
    },
  );
});
