import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ALL_SETTING_SOURCES, type Session, type SettingScope } from '../../server/src/catalog/session.ts';
import { relativePaths } from '../../server/src/cli/session-options.ts';
import { nodeFileSystem } from '../../server/src/platform/node/node-file-system.ts';
import { expand, folderOfLength, layOutFiles, repositoriesOf, resolveIn } from './lay-out-files.ts';
import { type Recording, runtimeOf } from './recordings.ts';

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
    /** What the user enters one after another, each when the one before is answered; replaces `prompt`. */
    readonly prompts?: readonly string[];
    /** The length of the path of the folder around home and project, in cases where lengths of texts count. */
    readonly rootLength?: number;
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
  /** The folder that replaces `${PROJECT}`. */
  readonly project: string;
  /** The folder around project and home. */
  readonly root: string;
  dispose(): void;
}

/** Lays the files of a recording out in a temporary folder, and creates the recorded session. */
export function layOut({ input, version }: SessionRecording): LaidOutSession {
  const temporary = realpathSync(mkdtempSync(path.join(tmpdir(), 'skillwright-recorded-')));
  const root = folderOfLength(temporary, input.rootLength);
  const home = path.join(root, 'home');
  const project = path.join(root, 'project');
  const managed = path.join(root, 'managed');
  const places = { home, project, managed };
  layOutFiles(input, places);
  // An empty folder is a repository for Claude Code, too.
  for (const name of repositoriesOf(input)) mkdirSync(path.join(resolveIn(places, name), '.git'), { recursive: true });
  const folder = path.join(project, input.cwd ?? '.');
  const args = (input.args ?? []).map((it) => expand(it, places));
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
      variable: (name) => (input.env?.[name] === undefined ? undefined : expand(input.env[name], places)),
    },
    files: nodeFileSystem,
    addedFolders: folders('--add-dir'),
    addedAs: relativePaths(valuesOf('--add-dir'), (it) => path.resolve(folder, it)),
    pluginFolders: folders('--plugin-dir'),
    settingSources: ALL_SETTING_SOURCES.filter((scope) => sources?.includes(scope) ?? true),
    model: valuesOf('--model').at(-1),
    touchedFiles: mentionedFiles((input.prompts ?? [input.prompt ?? '']).join('\n')).map((name) =>
      path.resolve(folder, name),
    ),
  };
  return { session, project, root, dispose: () => rmSync(temporary, { recursive: true, force: true }) };
}

/** Files that the prompt makes Claude Code read before it asks the model. */
function mentionedFiles(prompt: string): string[] {
  return [...prompt.matchAll(/(?:^|\s)@(\S+)/g)].map(([, name]) => name!);
}
