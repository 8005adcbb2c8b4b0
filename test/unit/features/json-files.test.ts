import { describe, expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { CompletionItem, MarkupContent, TextEdit } from 'vscode-languageserver-types';
import { codeActions } from '../../../server/src/features/actions/code-actions.ts';
import { completion } from '../../../server/src/features/completion/completion.ts';
import { hover } from '../../../server/src/features/hover/hover.ts';
import { documentSymbols } from '../../../server/src/features/structure/document-symbols.ts';
import { foldingRanges } from '../../../server/src/features/structure/folding-ranges.ts';
import { inSession, skill } from '../rules/check-in-session.ts';
import { openText, plainEditor } from './open-text.ts';

const settings = '/project/.claude/settings.json';
const manifest = '/project/office/.claude-plugin/plugin.json';
const text = skill('Plans beds. Use when the user asks what to sow.');
const around = {
  '/project/.claude/skills/plan-bed/SKILL.md': text,
  '/project/.claude/skills/weed/SKILL.md': text.replace('---', '---\nname: weeding'),
  '/project/.claude/skills/mow/SKILL.md': text.replace('---', '---\ndisable-model-invocation: true'),
  '/project/office/skills/pdf/SKILL.md': text,
  '/project/office/more/xlsx/SKILL.md': text,
  '/project/office/commands/print.md': 'Print.\n',
};
const manifestFile = { [manifest]: { name: 'office' } };
const pluginFolders = ['/project/office'];

async function open(path: string, marked: string) {
  const options = await inSession(path, { ...manifestFile, ...around, [path]: marked }, { pluginFolders });
  return openText(marked, { ...options, languageId: 'json' });
}

async function complete(path: string, marked: string) {
  const { open: file, offset } = await open(path, marked);
  const items = completion(file, offset, { fillsSnippets: false });
  const apply = (item: CompletionItem) =>
    TextDocument.applyEdits(TextDocument.create('a:b', 'json', 1, file.document.text), [item.textEdit as TextEdit]);
  return { items, labels: items.map(({ label }) => label), apply };
}

async function hoverText(path: string, marked: string): Promise<string | undefined> {
  const { open: file, offset } = await open(path, marked);
  return (hover(file, offset)?.contents as MarkupContent | undefined)?.value;
}

describe('completion in settings', () => {
  test('offers the keys that concern skills, with a value to begin with', async () => {
    const { items, labels, apply } = await complete(settings, '{\n  $0\n}\n');
    expect(labels).toEqual([
      'skillOverrides',
      'skillListingMaxDescChars',
      'skillListingBudgetFraction',
      'syncClaudeAiSkills',
      'disableDirectMcpSkills',
      'availableModels',
      'disableSkillShellExecution',
      'permissions',
    ]);
    expect(apply(items[0]!)).toBe('{\n  "skillOverrides": {}\n}\n');
    expect(apply(items[2]!)).toBe('{\n  "skillListingBudgetFraction": 0.02\n}\n');
  });

  test('completes what is begun, keeps a value that is there and sets a comma where one is needed', async () => {
    const begun = await complete(settings, '{ "skillO$0" }');
    expect(begun.apply(begun.items[0]!)).toBe('{ "skillOverrides": {} }');
    expect(begun.items[0]!.filterText).toBe('"skillOverrides"');
    const valued = await complete(settings, '{ "sk$0": {} }');
    expect(valued.apply(valued.items[0]!)).toBe('{ "skillOverrides": {} }');
    const first = await complete(settings, '{ $0"model": "opus" }');
    expect(first.apply(first.items[0]!)).toBe('{ "skillOverrides": {},"model": "opus" }');
    const before = await complete(settings, '{\n  "$0"\n  "model": "opus"\n}');
    expect(before.apply(before.items[0]!)).toBe('{\n  "skillOverrides": {},\n  "model": "opus"\n}');
  });

  test('offers no key twice', async () => {
    const { labels } = await complete(settings, '{ "skillOverrides": {}, $0 }');
    expect(labels).not.toContain('skillOverrides');
  });

  test('offers skills to override, but not those of plugins', async () => {
    const { labels, items, apply } = await complete(settings, '{ "skillOverrides": { "weed": "off", "$0" } }');
    expect(labels).toContain('plan-bed');
    expect(labels).toContain('dataviz');
    expect(labels).not.toContain('weed');
    expect(labels).not.toContain('office:pdf');
    const item = items.find(({ label }) => label === 'plan-bed')!;
    expect(apply(item)).toBe('{ "skillOverrides": { "weed": "off", "plan-bed": "" } }');
  });

  test('offers the words for an override', async () => {
    const { labels, items, apply } = await complete(settings, '{ "skillOverrides": { "weed": "o$0" } }');
    expect(labels).toEqual(['on', 'name-only', 'user-invocable-only', 'off']);
    expect(apply(items[3]!)).toBe('{ "skillOverrides": { "weed": "off" } }');
    const empty = await complete(settings, '{ "skillOverrides": { "weed": $0 } }');
    expect(empty.apply(empty.items[3]!)).toBe('{ "skillOverrides": { "weed": "off" } }');
  });

  test('offers rules about skills, and about all skills of a plugin', async () => {
    const { labels, items, apply } = await complete(settings, '{ "permissions": { "deny": ["Bash(rm *)", "$0"] } }');
    expect(labels).toEqual(expect.arrayContaining(['Skill(weed)', 'Skill(office:pdf)', 'Skill(office:*)']));
    const item = items.find(({ label }) => label === 'Skill(office:*)')!;
    expect(apply(item)).toBe('{ "permissions": { "deny": ["Bash(rm *)", "Skill(office:*)"] } }');
    expect((await complete(settings, '{ "permissions": { $0 } }')).labels).toEqual(['allow', 'deny', 'ask']);
    expect((await complete(settings, '{ "permissions": { "defaultMode": "$0" } }')).labels).toEqual([]);
  });

  test('offers true and false without quotes', async () => {
    const { items, apply } = await complete(settings, '{ "disableSkillShellExecution": $0 }');
    expect(apply(items[0]!)).toBe('{ "disableSkillShellExecution": true }');
  });

  test.for(['', '$0', '{ "model": "$0" }', '{ "env": { "$0" } }', '[$0]', '{ "skillListingMaxDescChars": $0 }'])(
    'has nothing to say at %j',
    async (marked) => {
      expect((await complete(settings, marked)).labels).toEqual([]);
    },
  );
});

describe('completion in a manifest', () => {
  test('offers keys, folders of skills, and files of commands', async () => {
    expect((await complete(manifest, '{ $0 }')).labels).toContain('skills');
    const skills = await complete(manifest, '{ "skills": ["./m$0"] }');
    expect(skills.labels).toEqual(expect.arrayContaining(['./more', './more/xlsx']));
    const item = skills.items.find(({ label }) => label === './more')!;
    expect(skills.apply(item)).toBe('{ "skills": ["./more"] }');
    const commands = await complete(manifest, '{ "commands": "$0" }');
    expect(commands.labels).toContain('./commands/print.md');
    expect((await complete(manifest, '{ "name": "$0" }')).labels).toEqual([]);
  });
});

describe('hover', () => {
  test('explains a key, its words and its default', async () => {
    const about = await hoverText(settings, '{ "skill$0Overrides": {} }');
    expect(about).toContain('`on` · `name-only` · `user-invocable-only` · `off`');
    expect(about).toContain('Since 2.1.129');
    expect(await hoverText(manifest, '{ "sk$0ills": "./more" }')).toContain('Skill folders in addition');
  });

  test('explains the values that concern skills', async () => {
    expect(await hoverText(settings, '{ "skillOverrides": { "weed": "o$0ff" } }')).toContain('Neither the model');
    expect(await hoverText(settings, '{ "skillOverrides": { "we$0ed": "off" } }')).toContain(
      '`.claude/skills/weed/SKILL.md`',
    );
    expect(await hoverText(settings, '{ "skillOverrides": { "data$0viz": "off" } }')).toContain(
      'bundled with Claude Code',
    );
    expect(await hoverText(settings, '{ "permissions": { "deny": ["Skill(of$0fice:*)"] } }')).toBe(
      'Matches `office:print` and `office:pdf`.',
    );
    expect(await hoverText(settings, '{ "disableSkillShellExecution": t$0rue }')).toContain('No command');
  });

  test('shows nothing next to a finding, for other keys or for broken files', async () => {
    expect(await hoverText(settings, '{ "permissions": { "deny": ["Skill(we$0ed*)"] } }')).toBeUndefined();
    expect(await hoverText(settings, '{ "mo$0del": "opus" }')).toBeUndefined();
    expect(await hoverText(settings, '{ "permissions": { "deny": ["Bash(r$0m)"] } }')).toBeUndefined();
    expect(await hoverText(settings, '$0')).toBeUndefined();
    expect(await hoverText(settings, '{ $0')).toBeUndefined();
  });
});

test('an agent’s skills complete and explain themselves', async () => {
  const path = '/project/.claude/agents/gardener.md';
  const agent = (skills: string) => `---\nname: gardener\ndescription: Grows.\nskills:\n  - ${skills}\n---\nGrow.\n`;
  const { labels } = await complete(path, agent('$0'));
  expect(labels).toEqual(expect.arrayContaining(['plan-bed', 'weed', 'office:pdf']));
  expect(labels).not.toContain('mow');
  expect(await hoverText(path, agent('we$0ed'))).toContain('`.claude/skills/weed/SKILL.md`');
  expect(await hoverText(path, agent('noth$0ing'))).toBeUndefined();
});

describe('a JSON file', () => {
  test('has no outline and no folds from Skillwright', async () => {
    const { open: file } = await open(settings, '{\n  "env": {\n    "A": "# x"\n  }\n}\n');
    expect(documentSymbols(file.document, true)).toEqual([]);
    expect(foldingRanges(file.document, true)).toEqual([]);
  });

  test('gets fixes, but no comments to suppress findings with', async () => {
    const { open: file } = await open(settings, '{ "skillListingMaxDescChars": "800" }');
    const range = { start: 0, end: file.document.text.length };
    const actions = await codeActions(file, { range, only: undefined }, plainEditor);
    expect(actions.map(({ title }) => title)).toEqual(['Write `800`']);
    const all = await codeActions(file, { range, only: ['source.fixAll.skillwright'] }, plainEditor);
    expect(all).toHaveLength(1);
  });

  test('gets no findings about frontmatter', async () => {
    for (const content of ['', '{}', '---\nname: [\n', '# Title\n\n$ARGUMENTS `!x`\n']) {
      const { open: file } = await open(manifest, content);
      const rules = file.findings.map(({ rule }) => rule);
      expect(rules.filter((rule) => rule !== 'plugin-manifest')).toEqual([]);
    }
  });
});

test.for([
  '{ "skillOverrides": { "weed": "off", "": [] }, "permissions": { "deny": ["Skill(weed)", 5, null] } }',
  '{ "skills": ["./more", { "a": [[1]] }, "../x"], "commands": { "a": { "source": "./b" } }, "__proto__": {} }',
  '{ \'a\': /* b */ [1,, 2,], // c\n "\\u12": "\\',
])('no beginning of a file and no place in it is too much (%#)', async (content) => {
  for (const path of [settings, manifest]) {
    for (let end = 0; end <= content.length; end++) {
      const { open: file } = await open(path, content.slice(0, end));
      expect(() => file.findings.length).not.toThrow();
      expect(() => hover(file, end)).not.toThrow();
      expect(() => completion(file, end, { fillsSnippets: true })).not.toThrow();
    }
  }
});

describe('marketplaces, hooks and servers', () => {
  const market = '/project/.claude-plugin/marketplace.json';
  const hooks = '/project/office/hooks/hooks.json';
  const servers = '/project/.mcp.json';

  test('keys are offered where they belong', async () => {
    expect((await complete(market, '{ $0 }')).labels).toEqual(expect.arrayContaining(['name', 'owner', 'plugins']));
    const entry = await complete(market, '{ "plugins": [{ "name": "office", $0 }] }');
    expect(entry.labels).toEqual(expect.arrayContaining(['source', 'strict', 'category', 'skills', 'hooks']));
    expect(entry.labels).not.toContain('name');
    expect((await complete(hooks, '{ $0 }')).labels).toEqual(['hooks']);
    expect((await complete(hooks, '{ "hooks": { $0 } }')).labels).toEqual(
      expect.arrayContaining(['PreToolUse', 'Stop', 'PreSkillShellCommand']),
    );
    expect((await complete(hooks, '{ "hooks": { "Stop": [{ $0 }] } }')).labels).toEqual(['matcher', 'hooks']);
    const handler = '{ "hooks": { "Stop": [{ "hooks": [{ "type": "command", $0 }] }] } }';
    expect((await complete(hooks, handler)).labels).toEqual(expect.arrayContaining(['command', 'timeout', 'args']));
    expect((await complete(servers, '{ "mcpServers": { "a": { $0 } } }')).labels).toEqual(
      expect.arrayContaining(['type', 'url', 'command', 'args', 'env']),
    );
    expect((await complete('/project/office/.lsp.json', '{ "go": { $0 } }')).labels).toContain('extensionToLanguage');
  });

  test('values are offered: folders, kinds, tools', async () => {
    const source = await complete(market, '{ "plugins": [{ "source": $0 }] }');
    expect(source.labels).toContain('./office');
    expect((await complete(hooks, '{ "hooks": { "PreToolUse": [{ "matcher": $0 }] } }')).labels).toContain('Bash');
    const type = '{ "hooks": { "Stop": [{ "hooks": [{ "type": $0 }] }] } }';
    expect((await complete(hooks, type)).labels).toEqual(expect.arrayContaining(['command', 'prompt', 'http']));
    expect((await complete(servers, '{ "mcpServers": { "a": { "type": $0 } } }')).labels).toContain('http');
  });

  test('hovers describe keys at any depth', async () => {
    expect(await hoverText(market, '{ "plugins": [{ "str$0ict": false }] }')).toContain('whole manifest');
    expect(await hoverText(hooks, '{ "hooks": { "PreTool$0Use": [] } }')).toContain('A tool is about to run');
    expect(await hoverText(servers, '{ "mcpServers": { "a": { "ar$0gs": [] } } }')).toContain('one per item');
    expect(await hoverText(manifest, '{ "name": "a", "lspServers": { "go": { "com$0mand": "gopls" } } }')).toContain(
      'The program that is started',
    );
  });

  test.each([
    [market, '{ "plugins": [{ "headers$0Helper": "a" }] }', '2.1.238'],
    [manifest, '{ "name": "a", "default$0Enabled": false }', '2.1.154'],
    [servers, '{ "mcpServers": { "a": { "always$0Load": true } } }', '2.1.121'],
    [hooks, '{ "hooks": { "Post$0Compact": [] } }', '2.1.76'],
  ])('hovers say since when: %s', async (path, marked, since) => {
    expect(await hoverText(path, marked)).toContain(`Since ${since} · `);
  });
});
