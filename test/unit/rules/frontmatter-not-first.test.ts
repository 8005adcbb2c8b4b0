import { describe, expect, test } from 'vitest';
import { fixAll } from '../../../server/src/features/fixes/fix-all.ts';
import { check, expectFindings, expectFix } from './expect-findings.ts';

const rule = 'frontmatter-not-first';
const block = '---\nname: beans\ndescription: Grows beans.\n---\n\nSow in May.\n';

describe(rule, () => {
  test('marks the text before the frontmatter', () => {
    const [finding] = expectFindings(rule, `«<!-- From the 豆 team 🌱 -->»\n\n${block}`);
    expect(finding?.severity).toBe('error');
    expectFindings(rule, `«# Beans»\n\n${block}`);
    expectFindings(rule, `«<!--»\nA long\n\nlicence\n-->\n${block}`);
    expectFindings(rule, `«\n\n»${block}`);
    expectFindings(rule, `\n\n  «#!/usr/bin/env claude»\n${block}`);
    expectFindings(rule, `« »${block}`);
    expectFindings(rule, `\uFEFF«\n»${block}`);
    expectFindings(rule, `\uFEFF«\uFEFF»${block}`);
    expectFindings(rule, `« \u200B \n\n»${block}`);
    expectFindings(rule, `\u200B«豆»\n${block}`);
    expectFindings(rule, `«<!-- x -->»\r\n${block.replaceAll('\n', '\r\n')}`);
  });

  test('moves it below the frontmatter', () => {
    const fix = expectFix(
      rule,
      `<!-- x -->\n\n${block}`,
      '---\nname: beans\ndescription: Grows beans.\n---\n\n<!-- x -->\n\nSow in May.\n',
    );
    expect(fix.safe).toBe(true);
    expectFix(rule, `\n \n${block}`, block);
    expectFix(rule, `  ${block}`, block);
    expectFix(rule, `\uFEFF\n${block}`, `\uFEFF${block}`);
    expectFix(rule, '# T\r\n---\r\ndescription: a\r\n---\r\nB', '---\r\ndescription: a\r\n---\r\n\r\n# T\r\nB');
  });

  test('removes invisible characters and names one', () => {
    for (const unseen of ['\u200B', '\u2060', '\u00AD', '\0', '\uFEFF\u200B']) {
      const [finding] = expectFindings(rule, unseen.replace(/[^\uFEFF]/, '«$&»') + block);
      expect(finding?.message).toMatch(/^An invisible character \(U\+[\dA-F]{4}\) precedes/);
      expect(expectFix(rule, unseen + block, unseen.replace(/[^\uFEFF]/, '') + block).safe).toBe(true);
      const found = check(unseen + block).findings.map((it) => it.rule);
      expect(found).not.toContain('frontmatter-missing');
    }
    const [white] = expectFindings(rule, `« »${block}`);
    expect(white?.message).toContain('Remove the whitespace');
    expectFix(rule, `\u200B<!-- x -->\n---\nname: a\n---\nB`, '---\nname: a\n---\n\n<!-- x -->\nB');
    expectFindings(rule, '\u200B---\n\nA rule on top.\n\n---\n');
  });

  test('finds a fence around the file', () => {
    const [finding] = expectFindings(rule, `«\`\`\`markdown»\n${block}\`\`\`\n`);
    expect(finding?.message).toContain('A code fence');
    const fix = expectFix(rule, `\`\`\`markdown\n${block}\`\`\`\n`, block);
    expect(fix.safe).toBe(false);
    expectFix(rule, `\`\`\`\n${block}More.\n`, `${block}More.\n`);
  });

  test('finds another sign in place of the marker', () => {
    expectFindings(rule, '«----»\nname: beans\n----\nSow.\n');
    expectFix(rule, '+++\nname: beans\n+++\nSow.\n', '---\nname: beans\n---\nSow.\n');
    expectFix(rule, '—\nname: beans\n—\nSow.\n', '---\nname: beans\n---\nSow.\n');
    expectFix(rule, '--- # beans\nname: beans\n---\nSow.\n', '---\nname: beans\n---\nSow.\n');
    expectFix(rule, '```yaml\nname: beans\n```\nSow.\n', '---\nname: beans\n---\nSow.\n');
    const [toml] = expectFindings(rule, '«+++»\nname = "beans"\n+++\nSow.\n');
    expect(toml?.fixes).toEqual([]);
  });

  test('finds fields without any marker', () => {
    expectFindings(rule, '«name: beans»\ndescription: Grows beans.\n---\nSow.\n');
    expectFix(rule, 'name: beans\n---\nSow.\n', '---\nname: beans\n---\nSow.\n');
    expectFix(
      rule,
      'name: beans\ndescription: Grows\n  beans.\n\n# Sow\n',
      '---\nname: beans\ndescription: Grows\n  beans.\n---\n\n# Sow\n',
    );
    expectFix(rule, 'name: beans\ndescription: x', '---\nname: beans\ndescription: x\n---\n');
  });

  test('is found in commands too, by their own fields', () => {
    const path = '/p/.claude/commands/x.md';
    expectFindings(rule, '«<!-- x -->»\n---\nallowed-tools: Read\n---\nDo.\n', { path });
    expectFindings(rule, '«# x»\n---\ndescription: Does.\n---\nDo.\n', { path });
    expectFindings(rule, '# x\n---\nmodel: opus\n---\nDo.\n', { path });
    expectFindings(rule, '---\nallowed-tools: Read\n---\nDo.\n', { path });
  });

  test('is silent where frontmatter is not certainly meant', () => {
    expectFindings(rule, block);
    expectFindings(rule, `\uFEFF${block}`);
    expectFindings(rule, '# Title\n\n---\n\nText.\n\n---\n\nMore.\n');
    expectFindings(rule, `Write a file like this:\n\n${block}`);
    expectFindings(rule, `# Title\n\n\`\`\`markdown\n${block}\`\`\`\n`);
    expectFindings(rule, `~~~\ncode\n~~~\n${block}`);
    expectFindings(rule, `${'A line of prose.\n\n'.repeat(6)}${block}`);
    expectFindings(rule, `# Title\n\n---\n\n${block}`);
    expectFindings(rule, '# Title\n---\nNote: this\nTip: that\n---\n');
    expectFindings(rule, '# Title\n---\ndescription: never closed\n\nText\n');
    expectFindings(rule, 'name: beans\n\n# Title\n');
    expectFindings(rule, 'Name: beans\nDescription: grows\n');
    expectFindings(rule, `«<!-- x -->»\n${block}`, { path: '/p/.claude/agents/x.md' });
    expectFindings(rule, '');
  });

  test('says that an agent is not loaded, and that one of a plugin is, without its fields', () => {
    const text = `«<!-- x -->»\n${block}`;
    const [own] = expectFindings(rule, text, { path: '/p/.claude/agents/x.md' });
    expect(own?.message).toContain('Claude Code finds no fields: the agent is not loaded');
    const [inPlugin] = expectFindings(rule, text, { path: '/p/agents/x.md', file: { pluginRoot: '/p' } });
    expect(inPlugin?.message).toContain('finds no fields: the agent is named like its file');
  });

  test('is the only finding about the frontmatter', () => {
    for (const text of [`<!-- x -->\n${block}`, `\`\`\`\n${block}\`\`\``, 'name: a\ndescription: b\n---\n']) {
      const found = check(text).findings.map((finding) => finding.rule);
      expect(found.filter((it) => /^(frontmatter|yaml|description|name)-/.test(it))).toEqual([rule]);
    }
  });

  test('a template inside a skill gets a hint', () => {
    const [finding] = expectFindings(rule, `«<!-- x -->»\n${block}`, { file: { insideSkill: true } });
    expect(finding?.severity).toBe('hint');
  });
});

describe('what is found in a file whose frontmatter is read as body', () => {
  const rulesOf = (text: string) => check(text).findings.map(({ rule }) => rule);
  const fields = 'name: demo\ndescription: Costs $0.15. Use on Mondays.\nargument-hint: "[coin]"\n';

  test('is only the frontmatter', () => {
    expect(rulesOf(`# Title\n\n---\n${fields}---\nTake $0 or $1 for $0.20.\n`)).toEqual(['frontmatter-not-first']);
    expect(rulesOf(`---\n${fields}\n# Title\n\nTake $0 or $1.\n`)).toEqual(['frontmatter-unclosed']);
    expect(rulesOf(`---\nname: a --- b\n${fields}---\nTake $1 for $0.20.\n`)).toEqual(['frontmatter-cut']);
  });

  test('leaves out everything but the encoding', () => {
    expect(rulesOf(`\uFEFF# Title\n\n---\n${fields}---\nTake $0.\n`)).toEqual([
      'file-encoding',
      'frontmatter-not-first',
    ]);
  });

  test('is fixed without a change of the fields', () => {
    const text = `# Title\n\n---\n${fields}---\nTake $0.\n`;
    expect(fixAll(text, (it) => check(it).findings).text).toBe(`---\n${fields}---\n\n# Title\nTake $0.\n`);
  });
});
