import { describe, expect, test } from 'vitest';
import { expectInSession } from './check-in-session.ts';

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

  test.for([
    ['a list of links', long.replace('# Parts\n', '# Parts\n\n- [B](#boxes)\n- [L](#lids)\n- [H](#hinges)\n')],
    ['names of sections', long.replace('# Parts\n', '# Parts\n\n1. **Boxes** for books\n2. Lids\n3. Tape\n')],
    [
      'a table',
      long.replace('# Parts\n', '# Parts\n\n| Part | For |\n|---|---|\n| Boxes | a |\n| Lids | b |\n| Tape | c |\n'),
    ],
    ['a heading', long.replace('# Parts\n', '# Parts\n\n## Table of Contents\n\nAll about parts.\n')],
    ['a mark', long.replace('# Parts\n', '# Parts\n\n[TOC]\n')],
    ['few headings', `# Parts\n${'Text.\n'.repeat(150)}`],
    ['headings in code', `# Parts\n\n\`\`\`sh\n${'# Text\n'.repeat(150)}\`\`\`\n`],
    ['125 lines', long.split('\n').slice(0, 125).join('\n')],
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
  ])('is silent for %s', async (name) => {
    await check(`[a](${name})`, { [name]: long });
  });
});
