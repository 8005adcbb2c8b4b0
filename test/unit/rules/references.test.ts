import { describe, expect, test } from 'vitest';
import { expectInSession, inSession } from './check-in-session.ts';
import { expectFindings } from './expect-findings.ts';

const folder = '/project/.claude/skills/demo';
const path = `${folder}/SKILL.md`;
const skill = (body: string) => `---\ndescription: Packs boxes. Use when something moves.\n---\n\n${body}\n`;
const bundle = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

describe('link-nested', () => {
  const around = bundle({
    'refs/a.md':
      'See [b](b.md), [c](refs/c.md#x), [out](../../other/SKILL.md), [web](https://example.com/d.md) and `d.md`.',
    'refs/b.md': 'B, and [d](d.md)',
    'refs/c.md': 'C',
    'refs/d.md': 'D',
  });

  test('is silent for an index', async () => {
    const index = { ...around, ...bundle({ 'refs/README.md': '[b](b.md)', 'refs/index.md': '[b](b.md)' }) };
    await expectInSession('link-nested', path, skill('[r](refs/README.md) [i](refs/index.md)'), index);
  });

  test('is reported where the reference is named, each file once', async () => {
    const [finding] = await expectInSession('link-nested', path, skill('[a](«refs/a.md») and [a](refs/a.md)'), around);
    expect(finding!.message).toContain('`refs/b.md` and `refs/c.md`');
    await expectInSession('link-nested', path, skill('Read `«refs/a.md»`.'), around);
    const crlf = skill('[a](«refs/a.md»)').replaceAll('\n', '\r\n');
    await expectInSession('link-nested', path, crlf, around);
    const again = { ...around, ...bundle({ 'refs/e.md': '[b](b.md)' }) };
    await expectInSession('link-nested', path, skill('[a](«refs/a.md») [e](refs/e.md)'), again);
  });

  test.for([
    '[a](refs/a.md) [b](refs/b.md) [c](refs/c.md) [d](refs/d.md)',
    '[a](refs/a.md)\n\n```\nrefs/\n├── b.md\n├── c.md\n└── d.md\n```',
    '[c](refs/c.md)',
    '[a](refs/a.md), and the others in `refs/`',
    '[a](refs/a.md), and refs/*.md',
    'Only mentioned: refs/a.md',
    '```\n[a](refs/a.md)\n```',
  ])('is silent for %s', async (body) => {
    await expectInSession('link-nested', path, skill(body), around);
  });

  test('reads no file outside, none that is huge, and no circle', async () => {
    const others = bundle({ 'a.md': `[b](b.md)${' '.repeat(600 * 1024)}`, 'b.md': '[c](c.md)', 'c.md': '[c](c.md)' });
    await expectInSession('link-nested', path, skill('[a](a.md) [c](c.md)'), others);
  });
});

describe('reference-without-toc', () => {
  const sections = ['Boxes', 'Lids', 'Hinges', 'Labels', 'Tape'];
  const long = `# Parts\n\n${sections.map((name) => `## ${name}\n${'Text.\n'.repeat(30)}`).join('\n')}`;
  const check = (marked: string, files: Readonly<Record<string, string>>) =>
    expectInSession('reference-without-toc', path, skill(marked), bundle(files));

  test('is reported once for a skill', async () => {
    const [finding] = await check('[a](«refs/a.md») `refs/b.md`', { 'refs/a.md': long, 'refs/b.md': long });
    expect(finding!.message).toContain('`refs/b.md`');
    await check('[s](refs/s.md) [a](«refs/a.md»)', { 'refs/a.md': long, 'refs/s.md': '# Short' });
  });

  test('is a hint up to 300 lines, and names the longer reference', async () => {
    const longer = long.replaceAll('Text.\n', 'Text.\nMore.\n');
    const [short] = await check('[a](«refs/a.md»)', { 'refs/a.md': long });
    expect(short!.severity).toBe('hint');
    const [found] = await check('[a](refs/a.md) [b](«refs/b.md»)', { 'refs/a.md': long, 'refs/b.md': longer });
    expect(found).toMatchObject({
      severity: 'information',
      // Of the other one alone it would be a hint.
      message: expect.stringMatching(/`refs\/b\.md` \(\d+ lines\) at its top$/),
    });
  });

  test('is silent up to 300 lines where all topics are in the first hundred, or are numbered steps', async () => {
    const early = `# Parts\n\n${sections.map((name) => `## ${name}\nText.\n`).join('\n')}${'More.\n'.repeat(120)}`;
    await check('[a](refs/a.md)', { 'refs/a.md': early });
    await check('[a](«refs/a.md»)', { 'refs/a.md': early + 'More.\n'.repeat(200) });
    const numbered = sections.reduce(
      (text, name, index) => text.replace(`## ${name}`, `## ${index + 1}. ${name}`),
      long,
    );
    await check('[a](refs/a.md)', { 'refs/a.md': numbered });
    await check('[a](«refs/a.md»)', { 'refs/a.md': numbered.replaceAll('Text.\n', 'Text.\nMore.\n') });
    await check('[a](refs/a.md): boxes vs. lids, tape', { 'refs/a.md': long });
  });

  test('needs a few words that say what is in it, or two topics from 300 lines on that are not all short', async () => {
    const shortLines = long.replaceAll('Text.\n', 'Text.\nMore.\n');
    await check('[a](refs/a.md) - how to pack', { 'refs/a.md': shortLines });
    await check('### 5) Pack\n\nUse `refs/a.md`.', { 'refs/a.md': shortLines });
    await check('### Pack\n\nUse `«refs/a.md»`.', { 'refs/a.md': shortLines });
    const longer = { 'refs/a.md': shortLines.replaceAll('More.', `More of the same${' boxes'.repeat(20)}.`) };
    await check('### 5) Pack\n\nUse `«refs/a.md»`.', longer);
    await check('[a](«refs/a.md») - how to pack', longer);
    await check('[a](refs/a.md) - boxes and lids', longer);
    await check('[a](refs/a.md) - how to pack', { 'refs/a.md': long });
    await check('See [a](«refs/a.md») for more detailed information', { 'refs/a.md': long });
  });

  test('is silent if the text says in which case to read it', async () => {
    const longer = { 'refs/a.md': long.replaceAll('Text.\n', 'Text.\nMore.\n') };
    for (const before of [
      'For wine glasses, read ',
      '- **When it breaks**: ',
      'Pack it. If it is heavy, then see ',
      'Requires a ladder. See ',
      '### Glass\nTrigger when:\n- it breaks\n- it is thin\n\n**Reference:** ',
    ])
      await check(`${before}\`refs/a.md\``, longer);
    for (const before of [
      'For details, ask. Read ',
      'See ',
      'For: ',
      'Read this for wine and ',
      '### Glass\n- it breaks\n\n**Reference:** ',
    ])
      await check(`${before}\`«refs/a.md»\``, longer);
  });

  test.for([
    '[a](refs/a.md) - boxes, lids and tape',
    '`refs/a.md` covers boxes and lids.',
    '- **Parts**: `refs/a.md`\n  - Boxes, lids',
    '| Parts | `refs/a.md` | Boxes and lids |',
    'See [a](refs/a.md)\nfor boxes and lids.',
    'First see [a](refs/a.md).\n\n- `refs/a.md`: boxes, lids',
  ])('is silent if the text says what is in it: %j', async (body) => {
    await check(body, { 'refs/a.md': long });
    await check(body.replaceAll('\n', '\r\n'), { 'refs/a.md': long });
    await check(body, { 'refs/a.md': long.replaceAll('Text.\n', 'Text.\nMore.\n') });
  });

  test('is silent if the skill links to its sections', async () => {
    const links = (anchors: readonly string[]) => anchors.map((it) => `[${it}](refs/a.md#${it})`).join('\n\n');
    const longer = long.replaceAll('Text.\n', 'Text.\nMore.\n');
    await check(links(['boxes', 'lids', 'tape']), { 'refs/a.md': longer });
    await expect(check(links(['boxes', 'lids']), { 'refs/a.md': longer })).rejects.toThrow();
  });

  test.for([
    '[a](refs/a.md) for parts\n\n- `a.md`: boxes, lids',
    'See a.md for boxes and lids, [here](refs/a.md).',
    'See [a](refs/a.md)\n\nCovers:\n- Boxes\n- Lids, of all sizes',
    'See [a](refs/a.md) for:\n- Boxes\n- Lids, of all sizes',
    '- **Vue** → [v](refs/a.md)\n- **React** → [r](refs/r.md)\n- **Svelte** → [s](refs/s.md)',
    '**By language:**\n\n- Vue: `refs/a.md`\n- React: `refs/r.md`\n- Svelte: `refs/s.md`',
    'Consult the appropriate reference:\n\n1. Vue: `refs/a.md`\n2. React: `refs/r.md`\n3. Svelte: `refs/s.md`',
    '- Vue: `refs/a.md`\n- React: `refs/r.md`\n- Svelte: `refs/s.md`\n\nOf these,\nread the one that matches.',
    '- If it is Vue, read `refs/a.md`\n- For React, `refs/r.md`\n- **When** it is Svelte: `refs/s.md`',
    '| File | Guide |\n|---|---|\n| `.vue` | `refs/a.md` |\n| `.tsx` | `refs/r.md` |\n| `.svelte` | `refs/s.md` |',
  ])('is silent if the text leads to it otherwise: %j', async (body) => {
    await check(body, { 'refs/a.md': long });
    await check(body.replaceAll('\n', '\r\n'), { 'refs/a.md': long });
  });

  test.for([
    // Without a case, too few to choose from, and names that two files have or that are a part of another.
    '- Vue: `«refs/a.md»`\n- React: `refs/r.md`\n- Svelte: `refs/s.md`',
    '- **Vue** → [v](«refs/a.md»)\n- **React** → [r](refs/r.md)\n- Svelte',
    '| File | Description |\n|---|---|\n| `«refs/a.md»` | Vue |\n| `refs/r.md` | React |\n| `refs/s.md` | Svelte |',
    'Read the one that matches.\n\n- `«refs/a.md»`\n- Others',
    '[a](«refs/a.md»)\n\n- `data.md`, `a.md.txt`, `x/a.md`: boxes and lids',
    'See [a](«refs/a.md»)\n\nCovers:\n- Boxes',
  ])('is reported where it does not: %j', async (body) => {
    await check(body, { 'refs/a.md': long });
  });

  test('takes the name of a file for it only if no other one has that', async () => {
    const body = '[a](«refs/a.md») [b](more/a.md)\n\n- `a.md`: boxes, lids';
    await check(body, { 'refs/a.md': `${long}\nEnd.`, 'more/a.md': long });
  });

  test('names the others that are alike', async () => {
    const body = (names: string) =>
      names
        .split('')
        .map((name) => `[x](${name === 'a' ? '«refs/a.md»' : `refs/${name}.md`})`)
        .join(' ');
    const files = (names: string) =>
      Object.fromEntries(names.split('').map((name) => [`refs/${name}.md`, name === 'a' ? `${long}\nEnd.` : long]));
    const [few] = await check(body('abcd'), files('abcd'));
    expect(few!.message).toContain('and those of `refs/b.md`, `refs/c.md` and `refs/d.md`');
    const [many] = await check(body('abcdef'), files('abcdef'));
    expect(many!.message).toContain('and those of `refs/b.md`, `refs/c.md` and 3 more');
  });

  test.for([
    '[a](«refs/a.md») for parts',
    'Before lids, boxes and tape, see [a](«refs/a.md»).',
    '- [a](«refs/a.md»)\n- Boxes, lids and tape',
    'See [a](«refs/a.md»), [b](refs/b.md) and [c](refs/c.md).',
    '| Parts | `«refs/a.md»` |',
  ])('is reported for one that does not: %j', async (body) => {
    await check(body, { 'refs/a.md': long });
  });

  test.for([
    ['a list of links', long.replace('# Parts\n', '# Parts\n\n- [B](#boxes)\n- [L](#lids)\n- [H](#hinges)\n')],
    ['names of sections', long.replace('# Parts\n', '# Parts\n\n1. **Boxes** for books\n2. Lids\n3. Tape\n')],
    [
      'a table',
      long.replace('# Parts\n', '# Parts\n\n| Part | For |\n|---|---|\n| Boxes | a |\n| Lids | b |\n| Tape | c |\n'),
    ],
    ['a heading', long.replace('# Parts\n', '# Parts\n\n## Table of Contents\n\nAll about parts.\n')],
    ['a mark', long.replace('# Parts\n', '# Parts\n\n[TOC]\n')],
    ['steps', `# Parts\n\n${[1, 2, 3, 4].map((at) => `## Step ${at}: pack\n${'Text.\n'.repeat(35)}`).join('\n')}`],
    ['few headings', `# Parts\n${'Text.\n'.repeat(150)}## Lids\n## Boxes\n## Tape\n`],
    ['headings in code', `# Parts\n\n\`\`\`sh\n${'# Text\n'.repeat(150)}\`\`\`\n`],
    ['100 lines', long.split('\n').slice(0, 100).join('\n')],
  ])('is silent for a reference with %s', async ([, text]) => {
    await check('[a](refs/a.md)', { 'refs/a.md': text! });
  });

  test.for([
    'assets/a.md',
    'templates/a.md',
    'report-template.md',
    'agents/grader.md',
    'README.md',
    'inner/SKILL.md',
    'release-checklist.md',
    'refs/Prompt-snippets.md',
    'refs/DELIVERABLES.md',
  ])('is silent for %s', async (name) => {
    await check(`[a](${name})`, { [name]: long });
  });
});

describe('file-unreferenced', () => {
  const check = (body: string, files: Readonly<Record<string, string>>) => {
    const marked = skill(body);
    return expectInSession('file-unreferenced', path, marked, bundle(files));
  };
  const finds = async (body: string, files: Readonly<Record<string, string>>, names: string) => {
    const text = skill(body).replace('---\n', '«---»\n');
    const [finding] = await expectInSession('file-unreferenced', path, text, bundle(files));
    expect(finding!.severity).toBe('hint');
    expect(finding!.message).toContain(`mentions ${names}, so`);
  };

  test('is one hint for a skill', async () => {
    await finds('Do it.', { 'refs/lids.md': 'L' }, '`refs/lids.md`');
    await finds('See [a](refs/a.md).', { 'refs/a.md': 'A', 'refs/lids.md': 'a' }, '`refs/lids.md`');
    await finds('Do it.', { 'a-b.md': 'A', 'c.py': 'c' }, '`a-b.md` and `c.py`');
    const many = Object.fromEntries(['lids', 'tape', 'hinges', 'labels', 'foam'].map((name) => [`${name}.md`, name]));
    await finds('Do it.', many, '`lids.md`, `tape.md`, `hinges.md` and 2 other files');
    // Files that only name each other.
    await finds('Do it.', { 'lids.md': 'See tape.md.', 'tape.md': 'See lids.md.' }, '`lids.md` and `tape.md`');
  });

  test.for([
    ['by a link', '[l](refs/lids.md)', {}],
    ['by its name', 'Read lids.md.', {}],
    ['without an extension', 'Read the reference `lids`.', {}],
    ['in another spelling', 'Use Lids.', {}],
    ['by its folder', 'Everything is in `refs/`.', {}],
    ['by a pattern', 'Read refs/*.md or refs/{topic}.md', {}],
    ['by the name of its folder', 'Read all files of the "refs" folder.', {}],
    ['by a file that is named', '[a](a.md)', { 'a.md': '[b](b.md)', 'b.md': 'And `lids.md`' }],
    ['by a script', 'Run `a.py`.', { 'a.py': 'open("lids.md")' }],
    ['by the parts of its path', 'Run `a.py`.', { 'a.py': 'Path("refs") / name' }],
    ['by a script that lists folders', 'Run `a.py`.', { 'a.py': 'for it in here.glob("**/x"): print(it)' }],
    ['by a script that cannot be read', 'Run `a.py`.', { 'a.py': '' }],
    ['by a long text', '[a](a.md)', { 'a.md': ' '.repeat(300 * 1024) }],
    ['by a plugin', 'Do it.', { '.claude-plugin/plugin.json': '{}' }],
    ['by a package', 'Do it.', { 'package.json': '{}' }],
    ['by a skill inside', 'Do it.', { 'refs/SKILL.md': 'S' }],
    [
      'by nobody among hundreds',
      'Do it.',
      Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}.md`, 'F'])),
    ],
  ] as const)('is silent for a file that is named %s', async ([, body, files]) => {
    await check(body, { 'refs/lids.md': 'L', ...files });
  });

  test.for([
    'README.md',
    'LICENSE.txt',
    '.gitignore',
    'requirements.txt',
    'tests/lids.py',
    'lids.test.ts',
    'test_lids.py',
    'evals/evals.json',
    'lids.png',
    'agents/openai.yaml',
    '__init__.py',
  ])('is silent for %s', async (name) => {
    await check('Do it.', { [name]: 'text' });
  });

  test('knows the text that is not saved yet', async () => {
    const saved = skill('Do it.');
    const options = await inSession(path, { ...bundle({ 'refs/lids.md': 'L' }), [path]: saved });
    expectFindings('file-unreferenced', skill('Read refs/lids.md.'), options);
  });
});
