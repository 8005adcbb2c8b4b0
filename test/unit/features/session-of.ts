import { loadCatalog } from '../../../server/src/catalog/load-catalog.ts';
import { ALL_SETTING_SOURCES, type Session } from '../../../server/src/catalog/session.ts';
import type { SessionCatalog } from '../../../server/src/catalog/session-catalog.ts';
import type { FileSystem, FileType } from '../../../server/src/platform/file-system.ts';

/** Files by absolute path; values other than strings are written as JSON. */
export type Disk = Readonly<Record<string, string | Uint8Array | object>>;

/** What a test says of its session. */
export interface SessionOptions
  extends Partial<Pick<Session, 'runtime' | 'model' | 'pluginFolders' | 'addedFolders' | 'installed'>> {
  readonly variables?: Readonly<Record<string, string>>;
}

/** The folder of the session, a repository. */
export const project = '/home/me/app';

/** Makes a session in {@link project} over files in memory. The model has used skills, so that every number is exact. */
export function sessionOf(disk: Disk, { variables = {}, ...options }: SessionOptions = {}): Session {
  return {
    folder: project,
    runtime: 'claude-code',
    environment: { home: '/home/me', managed: '/etc/claude-code', variable: (name) => variables[name] },
    files: filesOf({ '/home/me/.claude.json': {}, [`${project}/.git/HEAD`]: '', ...disk }),
    addedFolders: [],
    pluginFolders: [],
    touchedFiles: [],
    settingSources: ALL_SETTING_SOURCES,
    model: undefined,
    ...options,
  };
}

/** The catalog of a session without Claude Code's own skills. */
export async function catalogOf(
  disk: Disk,
  options: SessionOptions = {},
): Promise<{
  readonly catalog: SessionCatalog;
  readonly session: Session;
}> {
  const variables = { CLAUDE_CODE_DISABLE_BUNDLED_SKILLS: '1', ...options.variables };
  // One of them stays unless it is switched off by its name.
  const local = { [`${project}/.claude/settings.local.json`]: { skillOverrides: { 'plugin-authoring': 'off' } } };
  const session = sessionOf({ ...local, ...disk }, { ...options, variables });
  return { catalog: (await loadCatalog(session)).catalog, session };
}

/** The file of a project's skill. */
export function skillPath(name: string): string {
  return `${project}/.claude/skills/${name}/SKILL.md`;
}

function filesOf(disk: Disk): FileSystem {
  const paths = Object.keys(disk);
  const typeOf = (path: string): FileType | undefined => {
    if (path in disk) return 'file';
    return paths.some((file) => file.startsWith(`${path}/`)) ? 'folder' : undefined;
  };
  const whereSomethingIs = async (path: string) => (typeOf(path) === undefined ? undefined : path);
  const bytesOf = (path: string): Uint8Array | undefined => {
    const content = disk[path];
    if (content === undefined || content instanceof Uint8Array) return content;
    return new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content));
  };
  return {
    readFile: async (path, most = Number.POSITIVE_INFINITY) => {
      const bytes = bytesOf(path);
      return bytes && bytes.length <= most ? bytes : undefined;
    },
    whyUnreadable: async () => undefined,
    sizeOf: async (path) => bytesOf(path)?.length,
    readFolder: async (path) => {
      if (typeOf(path) !== 'folder') return undefined;
      const inside = paths.filter((file) => file.startsWith(`${path}/`));
      const names = new Set(inside.map((file) => file.slice(path.length + 1).split('/')[0]!));
      return [...names].map((name) => ({ name, type: typeOf(`${path}/${name}`)! }));
    },
    typeOf: async (path) => typeOf(path),
    realPath: whereSomethingIs,
    isExecutable: async () => undefined,
    identityOf: whereSomethingIs,
  };
}
