import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf } from '../../platform/paths.ts';
import type { ShownSession } from './shown-session.ts';

/** The files of a plugin, a marketplace or a project that have findings, besides skills, commands and agents. */
const names = [
  '.claude-plugin/plugin.json',
  '.claude-plugin/marketplace.json',
  'hooks/hooks.json',
  '.mcp.json',
  '.lsp.json',
];

/** Whether a path is that of such a file, of its folder, or of the folder that has it. */
export function mayBePluginFile(path: string): boolean {
  return /\/(?:\.claude-plugin(?:\/[^/]*)?|hooks(?:\/hooks\.json)?|\.(?:mcp|lsp)\.json)$/.test(path);
}

/** The folders with such files: of sessions, and of the plugins and marketplaces that the tree shows. */
export function foldersOfPluginFiles(sessions: readonly ShownSession[]): readonly string[] {
  const folders = sessions.flatMap(({ session, sources, repository }) => {
    const loaded = sources.flatMap(({ plugin, owner }) => (plugin === undefined ? [] : owner));
    const offered = (repository?.plugins ?? []).flatMap(({ kind, root, listedIn }) => [
      ...(kind === 'plugin' ? [root] : []),
      ...(listedIn === undefined ? [] : [folderOf(folderOf(listedIn))]),
    ]);
    const refused = (repository?.errors ?? []).filter(({ path }) => path.endsWith('/marketplace.json'));
    return [session.folder ?? [], ...loaded, ...offered, ...refused.map(({ path }) => folderOf(folderOf(path)))].flat();
  });
  return [...new Set(folders)];
}

/** The files of a folder that exist. */
export async function pluginFilesIn(folder: string, files: FileSystem): Promise<readonly string[]> {
  const paths = names.map((name) => `${folder}/${name}`);
  const types = await Promise.all(paths.map((path) => files.typeOf(path)));
  return paths.filter((_, index) => types[index] === 'file');
}
