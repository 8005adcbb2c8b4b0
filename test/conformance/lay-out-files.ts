import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SessionRecording } from './recorded-session.ts';
import { bytesOf, type FileContent } from './recordings.ts';

/** The folders that a recording's paths are relative to. */
export interface Places {
  readonly home: string;
  readonly project: string;
  /** The replacement for /etc/claude-code. */
  readonly managed: string;
}

const managedFolder = '/etc/claude-code/';

/** The real path of a path in a recording. */
export function resolveIn(places: Places, name: string): string {
  if (name === '~' || name.startsWith('~/')) return path.join(places.home, name.slice(2));
  return name.startsWith(managedFolder)
    ? path.join(places.managed, name.slice(managedFolder.length))
    : path.join(places.project, name);
}

/** Puts the real folders into a text of a recording. */
export function expand(text: string, { home, project }: Places): string {
  return text.replaceAll('${PROJECT}', project).replaceAll('${HOME}', home);
}

/** Puts the real folders into every text of a JSON value, and times for `{ "$daysAgo": n }`. */
export function expandValue(value: unknown, places: Places): unknown {
  return JSON.parse(expand(JSON.stringify(value), places), (_, it) =>
    it?.$daysAgo === undefined ? it : Date.now() - it.$daysAgo * 86_400_000,
  );
}

/** Writes everything that a recording's client found on disk, but no repositories. */
export function layOutFiles(input: SessionRecording['input'], places: Places): void {
  const resolve = (name: string): string => resolveIn(places, name);
  const write = (file: string, content: unknown): void => {
    mkdirSync(path.dirname(file), { recursive: true });
    const isText = typeof content === 'string' || '$base64' in (content as object) || '$repeat' in (content as object);
    writeFileSync(
      file,
      isText ? bytesOf(content as FileContent) : JSON.stringify(expandValue(content, places), undefined, 2),
    );
  };
  for (const folder of [places.home, places.project, ...(input.dirs ?? []).map(resolve)]) {
    mkdirSync(folder, { recursive: true });
  }
  for (const [name, content] of Object.entries(input.files ?? {})) write(resolve(name), content);
  for (const [name, target] of Object.entries(input.symlinks ?? {})) {
    mkdirSync(path.dirname(resolve(name)), { recursive: true });
    symlinkSync(resolve(target), resolve(name));
  }
  for (const [name, target] of Object.entries(input.hardlinks ?? {})) {
    mkdirSync(path.dirname(resolve(name)), { recursive: true });
    linkSync(resolve(target), resolve(name));
  }
  const { user, project, local } = input.settings ?? {};
  if (user) write(path.join(places.home, '.claude/settings.json'), user);
  if (project) write(path.join(places.project, '.claude/settings.json'), project);
  if (local) write(path.join(places.project, '.claude/settings.local.json'), local);
}

/** The folders that are repositories. */
export function repositoriesOf(input: SessionRecording['input']): string[] {
  return [...(input.git === false ? [] : ['.']), ...(input.gitRepos ?? [])];
}

/** A folder in another one whose path is as long as asked for; it is created with its contents. */
export function folderOfLength(folder: string, length: number | undefined): string {
  if (length === undefined || folder.length === length) return folder;
  const name = 'x'.repeat(Math.max(0, length - folder.length - 1));
  if (name === '') throw new Error(`${folder} is longer than the ${length} characters that the case asks for`);
  return path.join(folder, name);
}
