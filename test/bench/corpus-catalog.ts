import { existsSync, readFileSync, statSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Catalog } from '../../server/src/catalog/catalog.ts';
import { loadCatalog } from '../../server/src/catalog/load-catalog.ts';
import { ALL_SETTING_SOURCES } from '../../server/src/catalog/session.ts';
import { memoisingFileSystem } from '../../server/src/platform/file-systems/memoising-file-system.ts';
import { nodeFileSystem } from '../../server/src/platform/node/node-file-system.ts';

/** A repository of the corpus as a session: its folder, with every plugin in it loaded. */
export interface CorpusRepository {
  readonly folder: string;
  readonly catalog: Catalog;
  /** The SKILL.md files that stand where the client looks. */
  readonly expected: readonly string[];
}

/** Loads every repository of the corpus. */
export async function loadRepositories(corpus: string): Promise<readonly CorpusRepository[]> {
  // The files of the corpus go by their real paths, too.
  const root = await realpath(corpus);
  const entries = await readdir(root, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(root, name));
  return Promise.all(folders.map(loadRepository));
}

/** What a repository's catalog lacks or complains of. */
export function catalogFaults({ catalog, expected }: CorpusRepository): string[] {
  const loaded = new Map(catalog.skills().map((skill) => [skill.path, skill]));
  return [
    ...catalog
      .errors()
      .filter((error) => !isLinkAsText(error.path))
      .map(({ path: file, message }) => `${file}: ${message}`),
    ...expected.filter((file) => !loaded.has(file)).map((file) => `${file} is not in the catalog`),
    ...expected.flatMap((file) => {
      const skill = loaded.get(file);
      return skill?.status === 'invalid' || skill?.status === 'misplaced' ? [`${file}: ${skill.reason}`] : [];
    }),
  ];
}

/** Where links were not kept, as in a copy made without them, a file with the link's target stands in its place. */
function isLinkAsText(file: string): boolean {
  const stats = statSync(file);
  return stats.isFile() && stats.size < 200 && existsSync(path.resolve(path.dirname(file), readFileSync(file, 'utf8')));
}

async function loadRepository(folder: string): Promise<CorpusRepository> {
  const files = await readdir(folder, { recursive: true });
  const plugins = files
    .filter((file) => file.endsWith('.claude-plugin/plugin.json'))
    .map((file) => path.dirname(path.dirname(path.join(folder, file))));
  const { catalog } = await loadCatalog({
    folder,
    runtime: 'claude-code',
    environment: { home: path.join(folder, 'no-home'), managed: undefined, variable: () => undefined },
    files: memoisingFileSystem(nodeFileSystem),
    addedFolders: [],
    pluginFolders: plugins,
    settingSources: ALL_SETTING_SOURCES,
    model: undefined,
    touchedFiles: [],
  });
  const roots = [...plugins.map((plugin) => `${plugin}/skills`), `${folder}/.claude/skills`];
  const expected = files
    .filter((file) => path.basename(file) === 'SKILL.md')
    .map((file) => path.join(folder, file))
    .filter((file) => roots.includes(path.dirname(path.dirname(file))));
  return { folder, catalog, expected };
}
