import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ALL_SETTING_SOURCES, type Session, type SettingScope } from '../../server/src/catalog/session.ts';
import { relativePaths } from '../../server/src/cli/session-options.ts';
import { nodeFileSystem } from '../../server/src/platform/node/node-file-system.ts';
import { type FileContent, type Recording, runtimeOf, textOf } from './recordings.ts';

/** A recording of what a client found in a folder laid out for it. */
export interface SessionRecording extends Recording {
  readonly input: Recording['input'] & {
    readonly dirs?: readonly string[];
    readonly symlinks?: Readonly<Record<string, string>>;
    readonly hardlinks?: Readonly<Record<string, string>>;
    /** Folders that are repositories besides the project. */
    readonly gitRepos?: readonly string[];
    readonly settings?: Readonly<Partial<Record<SettingScope, unknown>>>;
    readonly git?: boolean;
    readonly cwd?: string;
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    readonly turns?: readonly unknown[];
  };
  readonly observed: Recording['observed'] & {
    readonly skills?: readonly string[];
    readonly listingPlace?: string;
    readonly listingShape?: readonly (readonly [string, number])[];
    readonly injected?: readonly string[];
  };
}

/** A session on disk. */
export interface LaidOutSession {
  readonly session: Session;
  /** The folder that stands for `${PROJECT}`. */
  readonly project: string;
  dispose(): void;
}

const managedFolder = '/etc/claude-code/';

/** Lays the files of a recording out in a temporary folder, and makes the session that the client was started in. */
export function layOut({ input, version }: SessionRecording): LaidOutSession {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'skillwright-recorded-')));
  const home = path.join(root, 'home');
  const project = path.join(root, 'project');
  const managed = path.join(root, 'managed');
  const resolve = (name: string): string => {
    if (name === '~' || name.startsWith('~/')) return path.join(home, name.slice(2));
    return name.startsWith(managedFolder)
      ? path.join(managed, name.slice(managedFolder.length))
      : path.join(project, name);
  };
  const expand = (text: string) => text.replaceAll('${PROJECT}', project).replaceAll('${HOME}', home);
  const expandValue = (value: unknown): unknown =>
    JSON.parse(expand(JSON.stringify(value)), (_, it) =>
      it?.$daysAgo === undefined ? it : Date.now() - it.$daysAgo * 86_400_000,
    );
  const write = (file: string, content: unknown): void => {
    mkdirSync(path.dirname(file), { recursive: true });
    const isText = typeof content === 'string' || '$base64' in (content as object) || '$repeat' in (content as object);
    writeFileSync(file, isText ? textOf(content as FileContent) : JSON.stringify(expandValue(content)));
  };
  for (const folder of [home, project, ...(input.dirs ?? []).map(resolve)]) mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(input.files)) write(resolve(name), content);
  for (const [name, target] of Object.entries(input.symlinks ?? {})) {
    mkdirSync(path.dirname(resolve(name)), { recursive: true });
    symlinkSync(resolve(target), resolve(name));
  }
  for (const [name, target] of Object.entries(input.hardlinks ?? {})) {
    mkdirSync(path.dirname(resolve(name)), { recursive: true });
    linkSync(resolve(target), resolve(name));
  }
  const { user, project: ofProject, local } = input.settings ?? {};
  if (user) write(path.join(home, '.claude/settings.json'), user);
  if (ofProject) write(path.join(project, '.claude/settings.json'), ofProject);
  if (local) write(path.join(project, '.claude/settings.local.json'), local);
  // An empty folder is a repository for the client, too.
  const repositories = [...(input.git === false ? [] : ['.']), ...(input.gitRepos ?? [])];
  for (const name of repositories) mkdirSync(path.join(resolve(name), '.git'), { recursive: true });
  const folder = path.join(project, input.cwd ?? '.');
  const args = (input.args ?? []).map(expand);
  const valuesOf = (option: string) => args.filter((_, index) => args[index - 1] === option);
  const folders = (option: string) => valuesOf(option).map((it) => path.resolve(folder, it));
  const sources = valuesOf('--setting-sources')
    .at(-1)
    ?.split(',')
    .map((scope) => scope.trim());
  const session: Session = {
    folder,
    runtime: runtimeOf(version),
    environment: {
      home,
      managed,
      variable: (name) => (input.env?.[name] === undefined ? undefined : expand(input.env[name])),
    },
    files: nodeFileSystem,
    addedFolders: folders('--add-dir'),
    addedAs: relativePaths(valuesOf('--add-dir'), (it) => path.resolve(folder, it)),
    pluginFolders: folders('--plugin-dir'),
    settingSources: ALL_SETTING_SOURCES.filter((scope) => sources?.includes(scope) ?? true),
    model: valuesOf('--model').at(-1),
    touchedFiles: mentionedFiles(input.prompt ?? '').map((name) => path.resolve(folder, name)),
  };
  return { session, project, dispose: () => rmSync(root, { recursive: true, force: true }) };
}

/** Files that the prompt has the client read before it asks the model. */
function mentionedFiles(prompt: string): string[] {
  return [...prompt.matchAll(/(?:^|\s)@(\S+)/g)].map(([, name]) => name!);
}
