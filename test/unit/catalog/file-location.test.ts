import { describe, expect, test } from 'vitest';
import { locationOfPath } from '../../../server/src/catalog/file/file-location.ts';
import { readFileContext } from '../../../server/src/catalog/file/read-file-context.ts';
import type { FileSystem } from '../../../server/src/platform/file-system.ts';

/** Files by absolute path; folders are derived from their paths. */
function filesOf(contents: Readonly<Record<string, string>>): FileSystem {
  const paths = Object.keys(contents);
  const isFolder = (path: string) => paths.some((it) => it.startsWith(`${path}/`));
  return {
    readFile: async (path) => (path in contents ? new TextEncoder().encode(contents[path]) : undefined),
    readFolder: async (path) => {
      if (!isFolder(path)) return undefined;
      const names = paths
        .filter((it) => it.startsWith(`${path}/`))
        .map((it) => it.slice(path.length + 1).split('/')[0]!);
      return [...new Set(names)].map(
        (name) => ({ name, type: isFolder(`${path}/${name}`) ? 'folder' : 'file' }) as const,
      );
    },
    whyUnreadable: async () => undefined,
    sizeOf: async () => undefined,
    typeOf: async (path) => (path in contents ? 'file' : isFolder(path) ? 'folder' : undefined),
    realPath: async (path) => (path in contents || isFolder(path) ? path : undefined),
    isExecutable: async () => undefined,
    identityOf: async (path) => (path in contents || isFolder(path) ? path : undefined),
  };
}

describe('the kind and place of a file', () => {
  test.for([
    ['/p/.claude/settings.json', undefined, 'settings claude'],
    ['/p/.claude/settings.local.json', undefined, 'settings claude'],
    ['/p/.claude/settings.old.json', undefined, undefined],
    ['/p/.claude/sub/settings.json', undefined, undefined],
    ['/p/.vscode/settings.json', undefined, undefined],
    ['/p/settings.json', undefined, undefined],
    ['/etc/claude-code/managed-settings.json', undefined, 'settings claude'],
    ['/etc/claude-code/managed-settings.d/10-skills.json', undefined, 'settings claude'],
    ['/p/.claude-plugin/plugin.json', '/p', 'plugin plugin'],
    ['/p/plugin.json', '/p', undefined],
    ['/p/.claude-plugin/marketplace.json', '/p', 'marketplace plugin'],
    ['/p/hooks/hooks.json', '/p', 'hooks plugin'],
    ['/p/.mcp.json', undefined, 'mcp-servers claude'],
    ['/p/.lsp.json', '/p', 'lsp-servers plugin'],
    ['/p/skills/loose.md', '/p', 'skill plugin loose-file'],
    ['/p/skills/CLAUDE.md', '/p', undefined],
    ['/p/.claude/skills/index.md', undefined, undefined],
    ['/p/skills/SKILL.md', '/p', 'skill plugin'],
    ['/p/skills/a/guide.md', '/p', undefined],
    ['/p/.claude/skills/a/SKILL.md', undefined, 'skill claude'],
    ['/p/.claude/skills/a/skill.md', undefined, 'skill claude'],
    ['/p/.claude/skills/a.md', undefined, 'skill claude loose-file'],
    ['/p/.claude/skills/a/guide.md', undefined, 'skill claude other-name'],
    ['/p/.claude/skills/a/README.md', undefined, 'skill claude other-name'],
    ['/p/.claude/skills/README.md', undefined, undefined],
    ['/p/.claude/skills/a/b/README.md', undefined, undefined],
    ['/p/skills/a/README.md', '/p', undefined],
    ['/p/.claude/skill/a/SKILL.md', undefined, 'skill claude other-folder'],
    ['/p/.claude/skill/SKILL.md', undefined, 'skill claude'],
    ['/p/.claude/command/sub/x.md', undefined, 'command claude other-folder'],
    ['/p/.claude/agent/x.md', undefined, 'agent claude other-folder'],
    ['/p/skill/a/SKILL.md', '/p', 'skill plugin'],
    ['/p/.claude/skills/a/references/guide.md', undefined, undefined],
    ['/p/.claude/skills/SKILL.md', undefined, 'skill claude skills-root'],
    ['/p/.claude/skills/a/b/SKILL.md', undefined, 'skill claude too-deep'],
    ['/p/.claude/commands/a.md', undefined, 'command claude'],
    ['/p/.claude/commands/k/SKILL.md', undefined, 'command claude'],
    ['/p/.claude/commands/README.md', undefined, undefined],
    ['/p/.claude/agents/a.md', undefined, 'agent claude'],
    ['/p/.claude/agents/a.agent.md', undefined, undefined],
    ['/p/skills/a/SKILL.md', undefined, 'skill unknown'],
    ['/p/.agents/skills/a/SKILL.md', undefined, 'skill other-product'],
    ['/p/agents/a.md', undefined, undefined],
    ['/p/agents/a.md', '/p', 'agent plugin'],
    ['/p/commands/sub/a.md', '/p', 'command plugin'],
    ['/p/skills/group/a/SKILL.md', '/p', 'skill plugin too-deep'],
    ['/p/.claude/plugins/x/agents/a.md', '/p/.claude/plugins/x', 'agent plugin'],
    ['/p/.claude/skills/a/SKILL.md', '/p', 'skill claude'],
    ['/p/README.md', undefined, undefined],
  ] as const)('%s', ([path, pluginRoot, expected]) => {
    const found = locationOfPath(path, pluginRoot);
    const shown = found && [found.kind, found.place, found.misplaced?.reason].filter(Boolean).join(' ');
    expect(shown).toBe(expected);
  });
});

describe('a markdown file in a folder of skills', () => {
  test('is a skill under another name only if there is no SKILL.md next to it', async () => {
    const files = filesOf({
      '/p/.claude/skills/a/SKILL.md': 'A',
      '/p/.claude/skills/a/guide.md': 'A',
      '/p/.claude/skills/b/instructions.md': 'B',
      '/p/.claude/skills/c/index.md': 'C',
      '/p/.claude/skills/c/d/SKILL.md': 'D',
    });
    const reasonOf = async (path: string) => (await readFileContext(path, files, undefined))?.misplaced?.reason;
    expect(await reasonOf('/p/.claude/skills/a/guide.md')).toBeUndefined();
    expect(await reasonOf('/p/.claude/skills/b/instructions.md')).toBe('other-name');
    expect(await reasonOf('/p/.claude/skills/c/index.md')).toBeUndefined();
  });
});

describe('what a file belongs to', () => {
  const marketplace = JSON.stringify({
    plugins: [{ name: 'x', source: './plugins/x' }, { source: { url: 'y' } }, null],
  });

  test('is a plugin with a manifest, or one that a marketplace above lists', async () => {
    const files = filesOf({
      '/m/.claude-plugin/marketplace.json': marketplace,
      '/m/plugins/x/agents/a.md': 'A',
      '/m/plugins/y/agents/a.md': 'A',
      '/n/.claude-plugin/plugin.json': '{}',
      '/n/agents/a.md': 'A',
    });
    const rootOf = async (path: string) => (await readFileContext(path, files, undefined))?.pluginRoot;
    expect(await rootOf('/m/plugins/x/agents/a.md')).toBe('/m/plugins/x');
    expect(await rootOf('/m/plugins/y/agents/a.md')).toBeUndefined();
    expect(await rootOf('/n/agents/a.md')).toBe('/n');
  });

  test('is nothing where the marketplace cannot be read', async () => {
    for (const broken of ['', '[]', 'null', '{"plugins": 5}', '{']) {
      const files = filesOf({ '/m/.claude-plugin/marketplace.json': broken, '/m/plugins/x/agents/a.md': 'A' });
      expect(await readFileContext('/m/plugins/x/agents/a.md', files, undefined)).toBeUndefined();
    }
  });
});
