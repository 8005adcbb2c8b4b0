import { describe, expect, test } from 'vitest';
import type { CompletionItem, TextEdit } from 'vscode-languageserver-types';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { readMcpServers } from '../../../server/src/catalog/facts/mcp-servers.ts';
import type { CatalogLocation } from '../../../server/src/catalog/file/catalog-location.ts';
import { readUserMcpServers } from '../../../server/src/catalog/settings/mcp-tools.ts';
import { resolveModel } from '../../../server/src/dialect/models.ts';
import { skillTemplates } from '../../../server/src/dialect/skill-templates.ts';
import { completion } from '../../../server/src/features/completion/completion.ts';
import type { CompletionQuestion } from '../../../server/src/features/completion/completion-question.ts';
import { projectGlobs } from '../../../server/src/features/completion/frontmatter/project-globs.ts';
import { neededFromDisk } from '../../../server/src/features/completion/needed-from-disk.ts';
import { skillText } from '../../../server/src/jobs/skills/templates/render-template.ts';
import { memoryFileSystem } from '../memory-file-system.ts';
import { applyEdits, type OpenOptions, openText } from './open-text.ts';
import { project, sessionOf } from './session-of.ts';

type Asked = OpenOptions & { readonly question?: CompletionQuestion; readonly snippets?: boolean };

function complete(marked: string, options: Asked = {}): CompletionItem[] {
  const { open, offset } = openText(marked, options);
  const items = completion(open, offset, { fillsSnippets: options.snippets ?? true }, options.question);
  return items.toSorted((a, b) => (a.sortText! < b.sortText! ? -1 : 1));
}

function labels(marked: string, options?: Asked): string[] {
  return complete(marked, options).map(({ label }) => label);
}

/** The text after one of the proposals is accepted. */
function accepted(marked: string, label: string, options?: Asked): string {
  const item = complete(marked, options).find((it) => it.label === label);
  if (!item) throw new Error(`${label} is not proposed`);
  return applyEdits(marked.replace('$0', ''), [item.textEdit as TextEdit]);
}

describe('fields', () => {
  test('come in the order in which a file should have them, without those it has', () => {
    expect(labels('---\n$0\n---\n').slice(0, 3)).toEqual(['name', 'description', 'when_to_use']);
    expect(labels('---\nname: demo\n$0\nmodel: opus\n---\n').slice(0, 2)).toEqual(['description', 'when_to_use']);
    expect(labels('---\nname: demo\n$0\nmodel: opus\n---\n')).not.toContain('model');
  });

  test.each([
    ['an empty block', '---\n$0\n---\n'],
    ['an empty block with CRLF', '---\r\n$0\r\n---\r\n'],
    ['a block that is not closed yet', '---\n$0'],
    ['a block that is not closed yet, with text behind', '---\nname: x\n$0\n\n# Title\n'],
    ['broken YAML', '---\nname: "x\ndescription: [a\n$0\n---\n'],
    ['behind a block scalar', '---\ndescription: |\n  text\n$0\n---\n'],
    ['behind a BOM', '\uFEFF---\n$0\n---\n'],
  ])('are proposed in %s', (_name, text) => {
    expect(labels(text)).toContain('license');
  });

  test.each([
    ['inside of a block scalar', '---\ndescription: |\n  text\n  $0\n---\n'],
    ['in a text over several lines', '---\ndescription: text\n  mo$0\n---\n'],
    ['in a comment', '---\n# $0\n---\n'],
    ['in free text', '---\ndescription: $0\n---\n'],
    ['below a map of the author', '---\nmetadata:\n  $0\n---\n'],
    ['in the body', '---\nname: x\n---\n$0\n'],
    ['in the body, at the start of a word', '---\nname: x\n---\n\nna$0\n'],
    ['on the closing marker', '---\nname: x\n$0---\n'],
  ])('are not proposed %s', (_name, text) => {
    expect(complete(text)).toEqual([]);
  });

  test('are inserted with stops for what belongs into them', () => {
    expect(accepted('---\n$0\n---\n', 'name')).toBe('---\nname: ${1:demo}\n---\n');
    expect(accepted('---\nus$0\n---\n', 'user-invocable')).toBe('---\nuser-invocable: ${1|false,true|}\n---\n');
    expect(accepted('---\nus$0\n---\n', 'user-invocable', { snippets: false })).toBe('---\nuser-invocable: \n---\n');
  });

  test('take the place of the whole key', () => {
    expect(accepted('---\r\nname: x\r\nmo$0ddel: opus\r\n---\r\n', 'model')).toBe(
      '---\r\nname: x\r\nmodel: opus\r\n---\r\n',
    );
    expect(accepted('---\nname: x\nmo$0de\n---\n', 'model')).toBe('---\nname: x\nmodel: ${1:inherit}\n---\n');
  });

  test('that do nothing here come last', () => {
    expect(labels('---\n$0\n---\n').slice(-2).sort()).toEqual(['agent', 'background']);
    expect(labels('---\ncontext: fork\n$0\n---\n').indexOf('agent')).toBeLessThan(12);
    const agent = complete('---\n$0\n---\n', { targets: ['agentskills'] }).find(({ label }) => label === 'model');
    expect(agent?.detail).toBe('not supported by Agent Skills specification');
  });

  test('say what is written after the colon', () => {
    const details = Object.fromEntries(complete('---\n$0\n---\n').map(({ label, detail }) => [label, detail]));
    expect(details).toMatchObject({
      description: 'text',
      'disable-model-invocation': 'true or false',
      effort: 'low, medium, high …',
      'allowed-tools': 'permission rules',
    });
  });

  test('are those of the kind of file and of the release', () => {
    expect(labels('---\n$0\n---\n', { path: '/project/.claude/agents/a.md' })).toContain('permissionMode');
    expect(labels('---\n$0\n---\n', { path: '/project/.claude/commands/a.md' })).not.toContain('name');
    expect(labels('---\n$0\n---\n', { runtime: 'claude-code@2.1.7' })).not.toContain('effort');
  });

  test('explain themselves', () => {
    const [name] = complete('---\n$0\n---\n');
    expect(name?.documentation).toMatchObject({ kind: 'markdown', value: expect.stringContaining('](https://') });
  });
});

describe('a whole block', () => {
  test('is proposed in an empty file', () => {
    expect(accepted('$0', '---')).toBe(
      '---\nname: ${1:demo}\ndescription: ${2:What it does}. Use when ${3:the user asks for it}.\n---\n\n$0',
    );
    expect(accepted('--$0', '---', { snippets: false })).toBe('---\nname: \ndescription: \n---\n');
    expect(accepted('$0\n# Title\n', '---', { snippets: false })).toBe('---\nname: \ndescription: \n---\n\n# Title\n');
  });

  test('of a skill can also be one of the templates, with the body', () => {
    expect(labels('$0')).toEqual(['---', ...skillTemplates.map(({ label }) => label)]);
    expect(accepted('--$0', 'Steps to follow')).toMatch(
      /^---\nname: demo\ndescription: "\$\{1:Demo: [^}]+\}"\n---\n\n# Demo\n/,
    );
    expect(accepted('$0\r\n', 'An action that asks first', { snippets: false })).toBe(
      `${skillText(skillTemplates[4]!, 'demo')}\r\n`,
    );
    expect(labels('$0', { path: '/project/.claude/commands/a.md' })).toEqual(['---']);
    expect(labels('$0\n# Title\n')).toEqual(['---']);
  });

  test('has the fields of the kind of file', () => {
    expect(accepted('$0', '---', { path: '/project/.claude/commands/a.md' })).not.toContain('name:');
    expect(accepted('$0', '---', { path: '/project/.claude/agents/a.md' })).toContain('name: ${1:agent-name}');
  });

  test('is not proposed elsewhere', () => {
    expect(complete('text$0')).toEqual([]);
    expect(complete('# Title\n$0')).toEqual([]);
    expect(complete('---$0\nname: x\n---\n')).toEqual([]);
    expect(complete('---$0\nname: x\n')).toEqual([]);
  });
});

describe('values', () => {
  test.each([
    ['effort', ['low', 'medium', 'high', 'xhigh', 'max']],
    ['user-invocable', ['true', 'false']],
    ['context', ['fork']],
    ['shell', ['bash', 'powershell']],
  ])('of %s', (field, expected) => {
    expect(labels(`---\n${field}: $0\n---\n`)).toEqual(expected);
    expect(labels(`---\r\n${field}: x$0\r\n---\r\n`)).toEqual(expected);
    expect(labels(`---\n${field}: "$0"\n---\n`)).toEqual(expected);
  });

  test('of models and agents', () => {
    const models = labels('---\nmodel: $0\n---\n');
    expect(models).toEqual(expect.arrayContaining(['opus', 'sonnet', 'haiku', 'inherit']));
    expect(models.filter((it) => it.startsWith('claude-'))).toEqual([
      ...new Set(models.filter((it) => it.startsWith('claude-'))),
    ]);
    expect(models).toContain(resolveModel('opus'));
    const agents = labels('---\nagent: $0\n---\n', { file: { agentNames: new Set(['mine']) } });
    expect(agents).toEqual(expect.arrayContaining(['Explore', 'mine']));
  });

  test('replace what is there, and nothing more', () => {
    expect(accepted('---\neffort: hi$0xx # why\n---\n', 'high')).toBe('---\neffort: high # why\n---\n');
    expect(accepted('---\neffort: "hi$0"\n---\n', 'high')).toBe('---\neffort: "high"\n---\n');
    expect(accepted('---\neffort:$0\n---\n', 'high')).toBe('---\neffort: high\n---\n');
    expect(accepted('---\r\neffort: $0\r\n---\r\n', 'high')).toBe('---\r\neffort: high\r\n---\r\n');
  });

  test('are not proposed for text', () => {
    for (const field of ['description', 'license', 'nonsense'])
      expect(complete(`---\n${field}: $0\n---\n`)).toEqual([]);
  });
});

describe('what other fields say', () => {
  test('is proposed as a name and for arguments', () => {
    expect(labels('---\nname: $0\n---\n')).toEqual(['demo']);
    expect(labels('---\nname: $0\n---\n', { path: '/project/.claude/agents/checker.md' })).toEqual(['checker']);
    expect(complete('---\nname: $0\n---\n', { path: '/project/.claude/skills/My Skill/SKILL.md' })).toEqual([]);
    expect(accepted('---\narguments: [range, focus]\nargument-hint: $0\n---\n', '[range] [focus]')).toContain(
      'argument-hint: "[range] [focus]"\n',
    );
    expect(accepted('---\narguments: [range]\nargument-hint: "$0"\n---\n', '[range]')).toContain('hint: "[range]"\n');
    expect(accepted('---\nargument-hint: "[a file] [mode]"\narguments: $0\n---\n', '[a_file, mode]')).toContain(
      'arguments: [a_file, mode]\n',
    );
    expect(complete('---\nargument-hint: $0\n---\n')).toEqual([]);
    expect(complete('---\narguments: $0\n---\n')).toEqual([]);
  });
});

describe('globs', () => {
  const globs = ['**/*.ts', 'src/**', 'src/**/*.ts'];
  const paths = '---\npaths:\n  - $0\n---\n';

  test('are those of the project, quoted where YAML needs it', () => {
    expect(labels(paths, { question: { globs } })).toEqual(globs);
    expect(accepted(paths, '**/*.ts', { question: { globs } })).toContain('  - "**/*.ts"\n');
    expect(accepted(paths, 'src/**', { question: { globs } })).toContain('  - src/**\n');
    expect(accepted('---\npaths: a, $0\n---\n', '**/*.ts', { question: { globs } })).toContain('paths: a, **/*.ts\n');
    expect(accepted('---\npaths: [a, $0]\n---\n', '**/*.ts', { question: { globs } })).toContain('[a, "**/*.ts"]\n');
    expect(accepted('---\npaths: "a, sr$0x"\n---\n', 'src/**', { question: { globs } })).toContain('"a, src/**"\n');
    expect(complete(paths)).toEqual([]);
  });

  test('come from the folders of the project', async () => {
    const files = memoryFileSystem({
      '/p/a.ts': '',
      '/p/docs/e.md': '',
      '/p/src/b.ts': '',
      '/p/src/c.ts': '',
      '/p/src/d.css': '',
      '/p/odd, name/x.ts': '',
      '/p/node_modules/y.js': '',
      '/p/.git/z.py': '',
    });
    expect(await projectGlobs('/p', files)).toEqual([
      ...['**/*.ts', '**/*.md', '**/*.css'],
      ...['docs/**', 'docs/**/*.md', 'src/**', 'src/**/*.ts', 'src/**/*.css'],
    ]);
    expect(await projectGlobs('/nowhere', files)).toEqual([]);
  });
});

describe('MCP tools', () => {
  const catalog = {
    settings: {
      permissions: [{ rule: 'mcp__github__get_*' }, { rule: 'mcp__db' }, { rule: 'Bash(x *)' }],
      files: [{ values: { enabledMcpjsonServers: ['my server', 7] } }],
    },
    skills: () => [],
    agents: () => [{ name: 'office:checker' }],
  } as unknown as Catalog;
  const question = { catalog, mcpServers: ['jira.cloud'] };

  test('are those that the settings name, and the servers of the project', () => {
    const all = ['mcp__jira_cloud', 'mcp__github__get_*', 'mcp__db', 'mcp__my_server'];
    expect(labels('---\nallowed-tools: $0\n---\n', { question }).filter((it) => it.startsWith('mcp'))).toEqual(all);
    expect(labels('---\nallowed-tools: mcp__db, $0\n---\n', { question })).not.toContain('mcp__db');
    expect(accepted('---\nallowed-tools: Read, mcp$0\n---\n', 'mcp__github__get_*', { question })).toBe(
      '---\nallowed-tools: Read, mcp__github__get_*\n---\n',
    );
    const matcher = '---\nhooks:\n  PreToolUse:\n    - matcher: $0\n---\n';
    expect(labels(matcher, { question })).toEqual(expect.arrayContaining(all));
    expect(labels('---\nmcpServers:\n  - $0\n---\n', { question, path: '/project/.claude/agents/a.md' })).toEqual([
      'jira.cloud',
    ]);
  });

  test('of servers come from .mcp.json', async () => {
    const files = memoryFileSystem({
      '/p/.mcp.json': '{"mcpServers":{"a":{},"b":{}}}',
      '/plugin/.mcp.json': '{"c":{}}',
      '/bad/.mcp.json': '{',
    });
    expect(await readMcpServers(['/p', '/plugin', '/bad', '/none'], files)).toEqual(['a', 'b', 'c']);
  });

  test('servers of the user are proposed, for every project and for this one', async () => {
    const ofUser = sessionOf({
      '/home/me/.claude.json': JSON.stringify({
        mcpServers: { everywhere: {} },
        projects: { [project]: { mcpServers: { here: {} } }, '/other': { mcpServers: { there: {} } } },
      }),
    });
    expect(await readUserMcpServers(ofUser)).toEqual(['everywhere', 'here']);
    const broken = sessionOf({ '/home/me/.claude.json': '{"mcpServers": [1], "projects": 2}' });
    expect(await readUserMcpServers(broken)).toEqual([]);
  });

  test('paths of a rule are globs of the project', () => {
    const globs = ['src/**', '**/*.md'];
    expect(labels('---\nallowed-tools: Read($0)\n---\n', { question: { globs } })).toEqual(globs);
    expect(labels('---\nallowed-tools: Skill($0)\n---\n', { question: { globs } })).toEqual([]);
  });

  test('agents of plugins are proposed, too', () => {
    expect(labels('---\nagent: $0\n---\n', { question })).toContain('office:checker');
    expect(labels('---\nallowed-tools: Agent($0)\n---\n', { question })).toEqual(
      expect.arrayContaining(['Explore', 'office:checker']),
    );
  });
});

describe('tools', () => {
  test.each([
    ['a string', 'allowed-tools: $0'],
    ['a string after a comma', 'allowed-tools: Read, $0'],
    ['a string after a space', 'allowed-tools: Read $0'],
    ['a list in brackets', 'allowed-tools: [Read, $0]'],
    ['a list', 'allowed-tools:\n  - Read\n  - $0'],
    ['a list that is not indented', 'allowed-tools:\n- Read\n- $0'],
    ['a list in broken YAML', 'name: "x\nallowed-tools:\n  - $0'],
  ])('in %s', (_name, field) => {
    expect(labels(`---\n${field}\n---\n`)).toEqual(expect.arrayContaining(['Grep', 'Bash', 'Bash(…)']));
    expect(labels(`---\r\n${field.replaceAll('\n', '\r\n')}\r\n---\r\n`)).toContain('Grep');
  });

  test('replace the name at the cursor', () => {
    expect(accepted('---\nallowed-tools: Read, Gr$0xx, Bash(ls *)\n---\n', 'Grep')).toBe(
      '---\nallowed-tools: Read, Grep, Bash(ls *)\n---\n',
    );
    expect(accepted('---\nallowed-tools: Read,$0\n---\n', 'Grep')).toBe('---\nallowed-tools: Read, Grep\n---\n');
    expect(accepted('---\nallowed-tools: [Read, $0]\n---\n', 'Grep')).toBe('---\nallowed-tools: [Read, Grep]\n---\n');
    expect(accepted('---\nallowed-tools: Ba$0(ls *)\n---\n', 'Bash')).toBe('---\nallowed-tools: Bash(ls *)\n---\n');
    expect(accepted('---\nallowed-tools:\n  - Gr$0\n---\n', 'Grep')).toBe('---\nallowed-tools:\n  - Grep\n---\n');
    expect(accepted('---\nallowed-tools: $0\n---\n', 'Bash(…)')).toBe(
      '---\nallowed-tools: Bash(${1:git log *})\n---\n',
    );
  });

  test('leave out what is already there and what has no effect', () => {
    expect(labels('---\nallowed-tools: Read, $0\n---\n')).not.toContain('Read');
    expect(labels('---\nallowed-tools:\n  - Read\n  - $0\n---\n')).not.toContain('Read');
    expect(labels('---\nallowed-tools: $0\n---\n')).not.toContain('AskUserQuestion');
    expect(labels('---\ndisallowed-tools: $0\n---\n')).toContain('AskUserQuestion');
  });

  test('are not proposed inside of parentheses', () => {
    expect(complete('---\nallowed-tools: Bash(git $0)\n---\n')).toEqual([]);
    expect(complete('---\nallowed-tools: Bash($0\n---\n')).toEqual([]);
    expect(complete('---\nallowed-tools: Skill($0)\n---\n')).toEqual([]);
  });

  test('begin with those that skills name most', () => {
    const [first, ...others] = complete('---\ndisallowed-tools: $0\n---\n').sort((a, b) =>
      a.sortText! < b.sortText! ? -1 : 1,
    );
    expect(first!.label).toBe('Read');
    const rank = (name: string) => others.findIndex(({ label }) => label === name);
    expect(rank('Write')).toBeLessThan(rank('AskUserQuestion'));
    expect(rank('Grep')).toBeLessThan(rank('CronCreate'));
  });

  test('propose skills for an agent, in each form of the list', () => {
    const skillNames = ['review', 'office:pdf', 'notes', 'odd name'].map((name) => ({ name, notPreloaded: undefined }));
    const names = [...skillNames, { name: 'hidden', notPreloaded: 'off' }];
    const agent = {
      path: '/project/.claude/agents/a.md',
      file: { inCatalog: { names } as unknown as CatalogLocation },
    };
    const offered = ['notes', 'office:pdf', 'review'];
    for (const field of ['skills: $0', 'skills:$0', 'skills: [$0]', 'skills: "$0"', 'skills: re$0', 'skills: [$0']) {
      expect(labels(`---\n${field}\n---\n`, agent), field).toEqual(offered);
    }
    expect(labels('---\nskills:\n  - $0\n---\n', agent)).toEqual(expect.arrayContaining(offered));
    expect(labels('---\nskills: notes, $0\n---\n', agent)).toEqual(['office:pdf', 'review']);
    expect(labels('---\nskills: notes $0 review\n---\n', agent)).toEqual(['office:pdf']);
    expect(labels('---\nskills: [notes, "$0"]\n---\n', agent)).toEqual(['office:pdf', 'review']);
    expect(accepted('---\nskills: notes,$0\n---\n', 'review', agent)).toBe('---\nskills: notes, review\n---\n');
    expect(accepted('---\nskills: notes, re$0v, x\n---\n', 'office:pdf', agent)).toBe(
      '---\nskills: notes, office:pdf, x\n---\n',
    );
    expect(accepted('---\nskills: [ "re$0" ]\n---\n', 'review', agent)).toBe('---\nskills: [ "review" ]\n---\n');
  });

  test('propose skills inside of the parentheses of Skill', () => {
    const name = (name: string, loaded = true) => ({ name, loaded });
    const names = [name('review'), name('office:pdf'), name('gone', false), name('odd name')];
    const file = { file: { inCatalog: { names } as unknown as CatalogLocation } };
    expect(labels('---\nallowed-tools: Skill($0)\n---\n', file)).toEqual(['office:pdf', 'review']);
    expect(accepted('---\nallowed-tools: Read, Skill(re$0v), Grep\n---\n', 'review', file)).toBe(
      '---\nallowed-tools: Read, Skill(review), Grep\n---\n',
    );
    expect(labels('---\nallowed-tools: Skill($0\n---\n', file)).toContain('review');
    expect(complete('---\nallowed-tools: Bash($0)\n---\n', file)).toEqual([]);
  });
});

describe('what is in the parentheses of a tool', () => {
  const body =
    '\n!`git diff --stat | wc -l`\n\n```bash\n$ gh pr view 3\n./x.sh\n```\n\nSee https://Docs.example.com/a.\n';

  test('is what the body runs and links to', () => {
    expect(labels(`---\nallowed-tools: Bash($0)\n---\n${body}`)).toEqual([
      'git diff *',
      'wc *',
      'gh pr view *',
      './x.sh *',
    ]);
    expect(accepted(`---\nallowed-tools: Bash(gi$0), Read\n---\n${body}`, 'git diff *')).toContain(
      'Bash(git diff *), Read\n',
    );
    expect(labels(`---\nallowed-tools: WebFetch($0)\n---\n${body}`)).toEqual(['domain:docs.example.com']);
    expect(complete(`---\nallowed-tools: Read($0)\n---\n${body}`)).toEqual([]);
    expect(complete(`---\nallowed-tools: Nothing($0)\n---\n${body}`)).toEqual([]);
  });

  test('is offered where it has an effect', () => {
    expect(labels('---\nallowed-tools: $0\n---\n')).toEqual(
      expect.arrayContaining(['Read', 'Read(…)', 'WebFetch(…)', 'Skill(…)', 'Agent(…)']),
    );
    expect(labels('---\ndisallowed-tools: $0\n---\n')).not.toContain('Read(…)');
    expect(accepted('---\nallowed-tools: $0\n---\n', 'WebFetch(…)')).toContain('WebFetch(${1:domain:example.com})');
  });
});

describe('the command of a hook', () => {
  const command = (written: string) =>
    `---\nname: x\nhooks:\n  Stop:\n    - hooks:\n        - command: ${written}\n---\n`;
  const entries = [
    { name: 'b.sh', type: 'file' as const },
    { name: 'lib', type: 'folder' as const },
  ];
  const file = { project: '/project', pluginRoot: '/project/plugin' };
  const folder = (written: string, options: Asked = { file }) => {
    const { open, offset } = openText(command(written), options);
    return neededFromDisk(open, offset)?.folder;
  };

  test('has variables for the project and the plugin', () => {
    expect(labels(command('bash "$$0"'), { file })).toEqual(['${CLAUDE_PROJECT_DIR}', '${CLAUDE_PLUGIN_ROOT}']);
    expect(labels(command('bash ${CLAUDE_PL$0'), { file })).toEqual(['${CLAUDE_PLUGIN_ROOT}']);
    expect(labels(command('$$0'), { path: '/project/.claude/agents/a.md' })).toEqual(['${CLAUDE_PROJECT_DIR}']);
    expect(labels(command('echo $HO$0'), { file })).toEqual([]);
    expect(accepted(command('"${CLAUDE_PRO$0JECT}/x"'), '${CLAUDE_PROJECT_DIR}', { file })).toContain(
      'command: "${CLAUDE_PROJECT_DIR}/x"',
    );
  });

  test('has files after them', () => {
    expect(folder('"$CLAUDE_PROJECT_DIR"/.claude/hooks/$0')).toBe('/project/.claude/hooks');
    expect(folder('bash ${CLAUDE_PLUGIN_ROOT}/scr$0')).toBe('/project/plugin');
    expect(folder('$CLAUDE_PLUGIN_ROOT/$0', { file: { project: '/project' } })).toBe('/project/.claude/skills/demo');
    for (const other of ['$CLAUDE_PLUGIN_ROOT/../$0', '$CLAUDE_SKILL_DIR/$0', '$HOME/$0', '/etc/$0'])
      expect(folder(other), other).toBeUndefined();
    const question = { entries };
    expect(labels(command('$CLAUDE_PROJECT_DIR/$0'), { file, question })).toEqual(['lib/', 'b.sh']);
    expect(accepted(command('"$CLAUDE_PROJECT_DIR/a$0.sh" x'), 'b.sh', { file, question })).toContain(
      'command: "$CLAUDE_PROJECT_DIR/b.sh" x',
    );
    expect(labels(command('ls ./$0'), { file, question })).toEqual([]);
  });

  test('runs for the calls of one rule', () => {
    const rule = (written: string) => command('x').replace('- command', `- if: ${written}\n          command`);
    expect(labels(rule('$0'))).toEqual(expect.arrayContaining(['Bash(…)', 'Bash', 'Read', 'Edit(…)']));
    expect(accepted(rule('"Ba$0"'), 'Read')).toContain('if: "Read"');
    expect(labels(rule('Bash(x) $0'))).toEqual([]);
    const globs = ['src/**', '**/*.ts'];
    expect(labels(rule('"Edit($0)"'), { question: { globs } })).toEqual(globs);
    expect(accepted(rule('Edit($0)'), '**/*.ts', { question: { globs } })).toContain('if: Edit(**/*.ts)');
    const needed = (written: string) => {
      const { open, offset } = openText(rule(written));
      return neededFromDisk(open, offset);
    };
    expect(needed('Edit($0)')).toMatchObject({ globs: true });
    expect(needed('Bash($0)')).toMatchObject({ globs: false });
  });
});

describe('hooks', () => {
  const at = (lines: string) => `---\nname: x\nhooks:\n${lines}\n---\n`;

  test('events', () => {
    expect(labels(at('  $0'))).toEqual(expect.arrayContaining(['PreToolUse', 'Stop']));
    expect(labels(at('  Stop:\n    - hooks: []\n  $0'))).not.toContain('Stop');
    expect(accepted(at('  Pre$0'), 'PreToolUse')).toContain('  PreToolUse:\n  - matcher: $1\n    hooks:\n');
    expect(labels(at('  Stop:\n    - hooks:\n        - type: command\n  Pre$0'))).toContain('PreToolUse');
  });

  test('keys of a group and of a handler', () => {
    expect(labels(at('  PreToolUse:\n    - $0'))).toEqual(['matcher', 'hooks']);
    expect(labels(at('  Stop:\n    - $0'))).toEqual(['hooks']);
    expect(labels(at('  PreToolUse:\n    - matcher: x\n      $0'))).toEqual(['hooks']);
    const handler = '  Stop:\n    - hooks:\n        - type: http\n          $0';
    expect(labels(at(handler))).toContain('url');
    expect(labels(at(handler))).not.toContain('command');
    expect(labels(at(handler))).not.toContain('type');
  });

  test('values', () => {
    expect(labels(at('  SessionStart:\n    - hooks:\n        - type: $0'))).toEqual(['command', 'mcp_tool']);
    expect(labels(at('  PreToolUse:\n    - matcher: Edit|$0'))).toContain('Write');
    expect(accepted(at('  PreToolUse:\n    - matcher: Edit|Wr$0'), 'Write')).toContain('matcher: Edit|Write\n');
    expect(labels(at('  Stop:\n    - hooks:\n        - type: command\n          shell: $0'))).toEqual([
      'bash',
      'powershell',
    ]);
    expect(complete(at('  Stop:\n    - hooks:\n        - type: command\n          command: $0'))).toEqual([]);
    expect(complete(at('  Stop:\n    - matcher: $0'))).toEqual([]);
    expect(labels(at('  SessionStart:\n    - matcher: startup|$0'))).toEqual([
      'startup',
      'resume',
      'clear',
      'compact',
      'fork',
    ]);
    expect(labels(at('  SubagentStop:\n    - matcher: $0'))).toContain('Explore');
  });
});

describe('the body', () => {
  const body = (text: string, fields = 'name: x') => `---\n${fields}\n---\n\n${text}\n`;

  test('has placeholders and variables behind a dollar', () => {
    expect(labels(body('See $$0'))).toEqual(
      expect.arrayContaining(['$ARGUMENTS', '$0', '$1', '$2', '${CLAUDE_SKILL_DIR}', '${CLAUDE_SESSION_ID}']),
    );
    expect(labels(body('See $$0'), { file: { pluginRoot: '/project' } })).toContain('${CLAUDE_PLUGIN_ROOT}');
    expect(labels(body('See $$0'))).not.toContain('${CLAUDE_PLUGIN_ROOT}');
    expect(labels(body('See ${CL$0'))).not.toContain('$ARGUMENTS');
    expect(labels(body('See $skill$0'))).toEqual(['${CLAUDE_SKILL_DIR}']);
  });

  test('knows the names of arguments', () => {
    const proposed = labels(body('See $$0', 'arguments: [issue]'));
    expect(proposed.slice(0, 3)).toEqual(['$ARGUMENTS', '$issue', '$0']);
    expect(proposed).not.toContain('$1');

    const many = Array.from({ length: 66 }, (_, index) => `name${index}`).join(', ');
    const counting = labels(body('See $$0', `arguments: [${'n'.repeat(65)}, ${many}]`)).filter((it) => /^\$n/.test(it));
    expect(counting).toHaveLength(64);
    expect(counting.at(-1)).toBe('$name63');
  });

  test('replaces what is there, the closing brace too', () => {
    const end = (marked: string, label: string) => accepted(body(marked), label).split('\n').at(-2);
    expect(end('See $AR$0xx!', '$ARGUMENTS')).toBe('See $ARGUMENTS!');
    expect(end('See ${$0}/a', '${CLAUDE_SKILL_DIR}')).toBe('See ${CLAUDE_SKILL_DIR}/a');
    expect(end('😀 ${CLAUDE$0', '${CLAUDE_SKILL_DIR}')).toBe('😀 ${CLAUDE_SKILL_DIR}');
  });

  test('is quiet elsewhere', () => {
    for (const text of ['See $0', '\\$$0', 'a $ $0', 'name: $0', '- $0', 'a, $0'])
      expect(complete(body(text))).toEqual([]);
    expect(complete(body('$$0'), { path: '/project/.claude/agents/a.md' })).toEqual([]);
    expect(labels(body('$$0'), { runtime: 'claude-code@2.1.7' })).toEqual(['$ARGUMENTS']);
  });
});

describe('a value in quotes', () => {
  test.each([
    ['effort: $0"x"', 'effort: high'],
    ['effort: "x"$0', 'effort: high'],
    ['effort: "$0x"', 'effort: "high"'],
    ['effort: "x$0"', 'effort: "high"'],
    ['effort: "$0', 'effort: "high'],
    ['effort: $0"x', 'effort: high'],
  ])('%s is replaced around the cursor, which editors require', (before, after) => {
    const [head, tail] = ['---\ndescription: D\n', '\n---\n'];
    expect(accepted(head + before + tail, 'high')).toBe(head + after + tail);
    const [item] = complete(head + before + tail);
    const { range } = item!.textEdit as TextEdit;
    const cursor = before.indexOf('$0');
    expect(range.start.character).toBeLessThanOrEqual(cursor);
    expect(range.end.character).toBeGreaterThanOrEqual(cursor);
  });
});
