import {
  type DidChangeWatchedFilesRegistrationOptions,
  type FileSystemWatcher,
  WatchKind,
} from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import type { SkillSource } from '../../catalog/catalog-skill.ts';
import { configFolder, type Session } from '../../catalog/session.ts';
import { lastPart } from '../../platform/paths.ts';

/** A folder that an editor should watch. */
export interface WatchedFolder {
  readonly path: string;
  /** Everything below it; otherwise only its direct entries. */
  readonly deep: boolean;
}

/**
 * The files that a session depends on, wherever they are. Folders above the project are watched only if something is in them, and
 * never as a whole: they may be the whole disk, and in the user's own folder the transcripts change all the time.
 */
export async function foldersToWatch(
  session: Session,
  sources: readonly SkillSource[],
): Promise<readonly WatchedFolder[]> {
  const { environment, files } = session;
  const user = configFolder(session);
  const folders: WatchedFolder[] = [];
  if (user) {
    folders.push({ path: user, deep: false }, { path: `${user}/plugins`, deep: false });
    for (const name of ['skills', 'commands', 'agents']) folders.push({ path: `${user}/${name}`, deep: true });
  }
  if (environment.managed) {
    folders.push({ path: environment.managed, deep: false }, { path: `${environment.managed}/.claude`, deep: true });
  }
  const plugins = new Set(sources.filter(({ tier }) => tier === 'plugin').map(({ owner }) => owner));
  for (const plugin of plugins) folders.push({ path: `${plugin}/.claude-plugin`, deep: false });
  const types = await Promise.all(sources.map(({ folder }) => files.typeOf(folder)));
  sources.forEach(({ folder }, index) => {
    if (types[index] === 'folder') folders.push({ path: folder, deep: true });
  });
  return folders;
}

/**
 * Whether a file is one that only what the plugin directory says of a plugin depends on, unless it is in a skill: every
 * folder may have a README, and their changes must not make everything be checked again.
 */
export function isOnlyOfDirectory(path: string): boolean {
  const name = lastPart(path);
  return (
    /^(?:readme(?:\..*)?|(?:licen[sc]e|copying).*|(?:icon|logo)\.(?:png|svg))$/i.test(name) &&
    !/\/(?:skills|commands|agents|evals|\.claude)\//.test(path)
  );
}

/**
 * The files on which findings and catalogs depend.
 *
 * @param outside folders that are in no workspace folder, for clients that can watch those
 */
export function watchedFiles(outside: readonly WatchedFolder[]): DidChangeWatchedFilesRegistrationOptions {
  const comeAndGo = WatchKind.Create | WatchKind.Delete;
  const inside: FileSystemWatcher[] = [
    { globPattern: '**/agents/**/*.md' },
    { globPattern: '**/.claude', kind: comeAndGo },
    { globPattern: '**/.claude/**' },
    { globPattern: '**/SKILL.md' },
    { globPattern: '**/commands/**/*.md' },
    // Offers of a repository; deleting or moving a folder reports only the folder.
    { globPattern: '**/{skills,commands,plugins}', kind: comeAndGo },
    { globPattern: '**/{commands,plugins}/*', kind: comeAndGo },
    // The files of skills, and the text of those that skills name.
    { globPattern: '**/skills/**', kind: comeAndGo },
    { globPattern: '**/skills/**/*.md' },
    { globPattern: '**/{.claude-plugin/*,hooks/hooks,.mcp,.lsp}.json' },
    // Files that the plugin directory looks for in a plugin.
    { globPattern: '**/{README,readme,Readme,README.*,readme.md,Readme.md}' },
    { globPattern: '**/{LICENSE,LICENCE,COPYING}*', kind: comeAndGo },
    { globPattern: '**/{icon,logo}.{png,svg}' },
    // The files of a case depend on each other.
    { globPattern: '**/evals/**' },
    { globPattern: '**/{prompt.md,case.yaml,aggregate-result.json,graders/*.md}' },
    { globPattern: '**/.gitignore' },
    // A configuration can extend another one, which is noticed if its name says what it is.
    { globPattern: '**/{*skillwright*,package}.json' },
  ];
  const others = outside.map(
    ({ path, deep }): FileSystemWatcher => ({
      globPattern: { baseUri: URI.file(path).toString(), pattern: deep ? '**' : '*' },
    }),
  );
  return { watchers: [...inside, ...others] };
}
