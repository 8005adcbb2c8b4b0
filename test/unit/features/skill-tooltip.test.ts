import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver-types';
import { treeTooltip } from '../../../server/src/jobs/skills/tree/skill-tooltip.ts';
import type { MemoryFiles } from '../memory-file-system.ts';
import { described, home, project, type TreeOptions, treeOf } from './tree-of.ts';

const skill = (name: string) => `${project}/.claude/skills/${name}/SKILL.md`;

async function tooltip(content: MemoryFiles, labels: readonly string[], options?: TreeOptions): Promise<string> {
  const tree = await treeOf(content, options);
  return treeTooltip(tree.sessions, (await tree.find(...labels)).id) ?? '';
}

/** What a reader sees, tags of HTML included. */
function rendered(markdown: string): string {
  return new MarkdownIt({ html: true, linkify: true }).render(markdown);
}

describe('the tooltip of a skill', () => {
  test('shows what the model sees, what that costs, who uses it and where it is', async () => {
    const text = await tooltip(
      {
        [skill('notes')]: described('Keeps notes', 'name: my-notes'),
        [`${project}/.claude/agents/writer.md`]: '---\nname: writer\ndescription: Writes\nskills: [notes]\n---\n',
      },
      ['Project', 'notes (my-notes)'],
    );
    expect(text).toBe(
      [
        '**notes** or my\\-notes',
        '```text\n- notes (my-notes): Keeps notes\n```',
        '31 of 30,000 columns · ≈ 8 tokens · body ≈ 2 tokens when invoked',
        'Used by agent writer',
        '`.claude/skills/notes/SKILL.md`',
      ].join('\n\n'),
    );
  });

  test('says why the model sees nothing', async () => {
    const files: MemoryFiles = {
      [skill('quiet')]: described('Waits', 'disable-model-invocation: true'),
      [skill('off')]: described('Was'),
      [skill('styles')]: described('Styles', 'paths: "*.css"'),
      [`${project}/.claude/settings.json`]: JSON.stringify({ skillOverrides: { off: 'off' } }),
      [`${home}/.claude/skills/release/SKILL.md`]: described('Mine'),
      [skill('release')]: described('Ours'),
    };
    expect(await tooltip(files, ['Project', 'quiet'])).toContain(
      'does not see it. `disable-model-invocation` hides it',
    );
    expect(await tooltip(files, ['Project', 'off'])).toContain('`skillOverrides` in the settings is `off`');
    expect(await tooltip(files, ['Project', 'styles'])).toContain('`*.css`');
    expect(await tooltip(files, ['Project', 'release'])).toContain('`release` is taken by');
    expect(await tooltip(files, ['User', 'release'])).toContain('Hides Project › release');
    expect(await tooltip(files, ['Project', 'quiet'])).toContain('\n\n≈ 2 tokens when invoked\n\n');
  });

  test('says what is cut off and what did not fit', async () => {
    const long = await tooltip({ [skill('long')]: described(`${'word '.repeat(400)}end`) }, ['Project', 'long']);
    expect(long).toContain('The model sees 1,535 of 2,003 characters, up to “…');
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [skill(`s${index}`), described('x'.repeat(1400))]),
    );
    expect(await tooltip(many, ['Project', 's9'])).toMatch(
      /- s9\n```\n\nName only\\. Its text needs 1,349 more columns than are left/,
    );
  });

  test('takes the text of skills for data', async () => {
    const evil = '[x](command:evil) <img src=x onerror=y> $(gear) **b** `c` https://example.com';
    const text = await tooltip(
      {
        [skill('evil')]: `---\ndescription: ${JSON.stringify(`${evil} \`\`\`\`\n# out`)}\nname: "a<b>c"\n---\n`,
        [`${project}/.claude/agents/e.md`]: `---\nname: ${JSON.stringify(evil)}\ndescription: e\nskills: evil\n---\n`,
      },
      ['Project', 'evil'],
    );
    expect(text).toContain('\\$\\(gear\\)');
    const html = rendered(text);
    expect(html).not.toMatch(/<(a|img|h1|em)\b/);
    expect(html).toContain('&lt;img src=x onerror=y&gt;');
    expect(html.match(/<pre>/g)).toHaveLength(1);
  });
});

describe('the tooltips of other lines', () => {
  const files: MemoryFiles = {
    [skill('notes')]: described('Keeps notes'),
    [`${project}/apps/web/.claude/skills/build/SKILL.md`]: described('Builds'),
    [`${project}/.claude/agents/writer.md`]: '---\nname: writer\ndescription: Writes\nskills: [notes]\n---\n',
    '/etc/claude-code/.claude/skills/guard/SKILL.md': described('Guards'),
    [`${home}/.claude/settings.json`]: '{',
  };

  test('say what the line cannot', async () => {
    expect(await tooltip(files, ['Project'])).toBe('**Project**\n\n`~/app/.claude/skills`');
    expect(await tooltip(files, ['Managed'])).toContain('Read-only');
    expect(await tooltip(files, ['apps/web (nested)'])).toContain('Loads when files there are read');
    expect(await tooltip(files, ['Project', 'notes', 'Used by agent writer'])).toContain(
      'The agent writer preloads `notes`',
    );
    expect(await tooltip(files, ['Not loaded', '~/.claude/settings.json'])).toContain('not valid JSON');
  });

  test('are none for what is gone', async () => {
    const tree = await treeOf({});
    expect(treeTooltip(tree.sessions, 'nonsense')).toBeUndefined();
    expect(treeTooltip(tree.sessions, '["skill","","x","","gone",""]')).toBeUndefined();
  });
});

describe('the findings in a tooltip', () => {
  const finding = (severity: DiagnosticSeverity, message: string): Diagnostic => ({
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
    severity,
    message,
  });

  async function withFindings(...findings: Diagnostic[]): Promise<string> {
    const tree = await treeOf({ [skill('notes')]: described('Keeps notes') });
    return treeTooltip(tree.sessions, (await tree.find('Project', 'notes')).id, findings) ?? '';
  }

  test('have their severity in words, the most severe first, and are few', async () => {
    const text = await withFindings(
      finding(DiagnosticSeverity.Hint, 'only in the editor'),
      finding(DiagnosticSeverity.Information, 'told'),
      ...['a', 'b', 'c', 'd'].map((name) => finding(DiagnosticSeverity.Warning, `\`${name}\` is wrong`)),
      finding(DiagnosticSeverity.Error, 'lost'),
    );
    expect(text).toContain(
      [
        '- **Error**: lost',
        '- **Warning**: `a` is wrong',
        '- **Warning**: `b` is wrong',
        '- **Warning**: `c` is wrong',
        '- and 2 more',
      ].join('\n'),
    );
    expect(text).not.toContain('only in the editor');
    // Above the text that the model sees, which may be long.
    expect(text.indexOf('**Error**')).toBeLessThan(text.indexOf('- notes: Keeps notes'));
  });

  test('show text of the skill only as text', async () => {
    const hostile = '[x](command:y) ![z](http://a.b/c.png) <b>bold</b> $(alert) **loud**\n\n# title `code`';
    const html = rendered(await withFindings(finding(DiagnosticSeverity.Warning, hostile)));
    expect(html).not.toMatch(/<(a|img|b|h1)[ >]/);
    expect(html).toContain('[x](command:y)');
  });

  test('are not mentioned if there are none', async () => {
    expect(await withFindings()).not.toMatch(/Error|Warning|more/);
  });
});
