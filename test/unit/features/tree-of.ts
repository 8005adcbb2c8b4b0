import { loadCatalog } from '../../../server/src/catalog/load-catalog.ts';
import { loadRepository } from '../../../server/src/catalog/repository.ts';
import type { RuntimeId } from '../../../server/src/document/runtime-id.ts';
import type { ShownSession } from '../../../server/src/features/shown-skills/shown-session.ts';
import { treeChildren } from '../../../server/src/jobs/skills/tree/skills-tree.ts';
import type { FileSystem } from '../../../server/src/platform/file-system.ts';
import type { TreeNode, TreeParams } from '../../../server/src/protocol.ts';
import { type MemoryFiles, memoryFileSystem } from '../memory-file-system.ts';

export const home = '/home/me';
export const project = `${home}/app`;

/** What a test says of its sessions. */
export interface TreeOptions {
  /** The folders that are open, each a session; {@link project} alone if it says nothing. */
  readonly folders?: readonly string[];
  /** The repositories that they are in; each its own if it says nothing. */
  readonly repositories?: readonly string[];
  readonly runtime?: RuntimeId;
  readonly addedFolders?: readonly string[];
  readonly pluginFolders?: readonly string[];
  /** The user has not said that the folders are trusted. */
  readonly isRestricted?: boolean;
}

/** Sessions over files in memory, with the tree as a test looks at it. */
export interface TestTree {
  readonly sessions: readonly ShownSession[];
  readonly files: FileSystem;
  /** The lines below one, or the roots. */
  children(parent?: TreeNode, view?: Partial<TreeParams>): Promise<TreeNode[]>;
  /** The line that labels lead to, each below the one before. */
  find(...labels: readonly string[]): Promise<TreeNode>;
  /** The whole tree, two spaces a level: label, and the description behind a bar. */
  draw(view?: Partial<TreeParams>): Promise<string>;
}

/** Loads the sessions. Claude Code's own skills are switched off. */
export async function treeOf(content: MemoryFiles, options: TreeOptions = {}): Promise<TestTree> {
  const {
    folders = [project],
    runtime = 'claude-code',
    addedFolders = [],
    pluginFolders = [],
    isRestricted = false,
  } = options;
  const repositories = (options.repositories ?? folders).map((folder) => [`${folder}/.git/HEAD`, ''] as const);
  const files = memoryFileSystem({ [`${home}/.claude.json`]: '{}', ...Object.fromEntries(repositories), ...content });
  const variables: Readonly<Record<string, string>> = { CLAUDE_CODE_DISABLE_BUNDLED_SKILLS: '1' };
  const sessions = await Promise.all(
    folders.map(async (folder): Promise<ShownSession> => {
      const session = {
        folder,
        runtime,
        environment: { home, managed: '/etc/claude-code', variable: (name: string) => variables[name] },
        files,
        addedFolders,
        pluginFolders,
        touchedFiles: [],
        settingSources: ['user', 'project', 'local'] as const,
        model: undefined,
        isRestricted,
      };
      const loaded = await loadCatalog(session);
      const { catalog, sources } = loaded;
      const repository = await loadRepository(loaded, session);
      const info = { uri: `file://${folder}`, name: folder.slice(folder.lastIndexOf('/') + 1) };
      return { info, session, catalog, sources, repository };
    }),
  );
  const children: TestTree['children'] = (parent, view = {}) =>
    treeChildren(
      sessions,
      { grouping: 'tier', hideEmpty: false, ...view, ...(parent && { parent: parent.id }) },
      files,
    );
  const drawBelow = async (parent: TreeNode | undefined, view: Partial<TreeParams>, level: string): Promise<string> => {
    let text = '';
    for (const node of await children(parent, view)) {
      text += `${level}${node.label}${node.description ? ` | ${node.description}` : ''}\n`;
      if (node.children !== 'none') text += await drawBelow(node, view, `${level}  `);
    }
    return text;
  };
  return {
    sessions,
    files,
    children,
    async find(...labels) {
      let node: TreeNode | undefined;
      for (const label of labels) {
        const found: TreeNode | undefined = (await children(node)).find((it) => it.label === label);
        if (!found) throw new Error(`There is no ${label} in\n${await drawBelow(undefined, {}, '')}`);
        node = found;
      }
      if (!node) throw new Error('No label was given');
      return node;
    },
    draw: (view = {}) => drawBelow(undefined, view, ''),
  };
}

/** A skill's text. */
export function described(description: string, ...fields: readonly string[]): string {
  return ['---', `description: ${description}`, ...fields, '---', 'Body', ''].join('\n');
}

/** A text without the spaces that a test indents it with, and with a line end. */
export function lines(text: string): string {
  const rows = text.split('\n').filter((row, index, all) => row.trim() !== '' || (index > 0 && index < all.length - 1));
  const indentation = Math.min(...rows.filter((row) => row.trim()).map((row) => row.search(/\S/)));
  return `${rows.map((row) => row.slice(indentation)).join('\n')}\n`;
}
