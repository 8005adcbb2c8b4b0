import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadCatalog } from '../../../server/src/catalog/load-catalog.ts';
import type { Session } from '../../../server/src/catalog/session.ts';
import { updateCatalog } from '../../../server/src/catalog/update-catalog.ts';
import { catalogReport } from '../../../server/src/cli/reports/catalog-report.ts';
import type { FileSystem } from '../../../server/src/platform/file-system.ts';
import { runs } from '../../every-test.ts';
import { project, sessionOf } from '../features/session-of.ts';
import { linkTo, type MemoryFiles, memoryFileSystem } from '../memory-file-system.ts';

const user = '/home/me/.claude';
const managed = '/etc/claude-code/.claude';
const added = '/extra/.claude';
const nested = [`${project}/apps/.claude`, `${project}/web/.claude`];
const plugins = ['/plugins/office', '/plugins/desk'];

/** Places that are there from the start: where one comes or goes, all is read again. */
const skillFolders = [
  `${managed}/skills`,
  `${user}/skills`,
  `${project}/.claude/skills`,
  `${added}/skills`,
  ...nested.map((base) => `${base}/skills`),
  ...plugins.flatMap((root) => [`${root}/skills`, `${root}/more`, `${root}/skills/deep`]),
];
const commandFolders = [
  `${managed}/commands`,
  `${user}/commands`,
  `${project}/.claude/commands`,
  `${added}/commands`,
  ...plugins.map((root) => `${root}/commands`),
];

const start: MemoryFiles = {
  [`${project}/.git/HEAD`]: '',
  '/home/me/.claude.json': '{}',
  [`${user}/settings.json`]: JSON.stringify({ skillOverrides: { b: 'name-only', 'extra:c': 'off' } }),
  ...Object.fromEntries([...skillFolders, ...commandFolders].map((folder) => [`${folder}/.gitkeep`, ''])),
  ...Object.fromEntries(
    plugins.map((root, index) => [
      `${root}/.claude-plugin/plugin.json`,
      JSON.stringify({ name: ['office', 'extra'][index], skills: ['./more', './skills/deep'] }),
    ]),
  ),
};

const name = fc.constantFrom('a', 'b', 'c', 'd.1');
const skillFile = fc
  .tuple(fc.constantFrom(...skillFolders), name)
  .map(([folder, skill]) => `${folder}/${skill}/SKILL.md`);
const misplacedFile = fc
  .tuple(fc.constantFrom(...skillFolders), name, fc.constantFrom('.md', '/skill.md', '/deep/SKILL.md'))
  .map(([folder, skill, end]) => `${folder}/${skill}${end}`);
const commandFile = fc
  .tuple(
    fc.constantFrom(...commandFolders),
    fc.constantFrom('', 'a/', 'sub/'),
    name,
    fc.constantFrom('.md', '/SKILL.md'),
  )
  .map(([folder, below, command, end]) => `${folder}/${below}${command}${end}`);
const file = fc.oneof(
  { weight: 6, arbitrary: skillFile },
  { weight: 3, arbitrary: commandFile },
  { weight: 1, arbitrary: misplacedFile },
);

const field = (key: string, ...values: string[]) =>
  fc.option(
    fc.constantFrom(...values).map((value) => `${key}: ${value}\n`),
    { nil: '', freq: 1 },
  );
const text = fc
  .tuple(
    field('description', 'One', 'Two'),
    field('name', 'a', 'b', 'x', 'extra:a', 'apps:b', 'office:a'),
    fc.oneof(
      { weight: 4, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: fc.constant('disable-model-invocation: true\n') },
      { weight: 1, arbitrary: fc.constant('user-invocable: false\n') },
      { weight: 1, arbitrary: fc.constant('paths: src/**\n') },
    ),
  )
  .map((fields) => `---\n${fields.join('')}---\nBody\n`);

const plainChange = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('write'), file, text }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('remove'), at: fc.nat(), wholeFolder: fc.boolean() }) },
);
const linkChange = fc.oneof(
  fc.record({ kind: fc.constant('link'), file, to: fc.nat() }),
  fc.record({ kind: fc.constant('linkFolder'), file: skillFile, to: fc.nat() }),
);
const change = fc.oneof({ weight: 9, arbitrary: plainChange }, { weight: 4, arbitrary: linkChange });
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

/** A disk that changes, and what a watcher says of each change. */
class ChangingDisk {
  #content: Record<string, MemoryFiles[string]> = { ...start };
  #files = memoryFileSystem(this.#content);
  readonly files: FileSystem = {
    readFile: (path) => this.#files.readFile(path),
    readFolder: (path) => this.#files.readFolder(path),
    whyUnreadable: async () => undefined,
    sizeOf: (path) => this.#files.sizeOf(path),
    typeOf: (path) => this.#files.typeOf(path),
    realPath: (path) => this.#files.realPath(path),
    isExecutable: (path) => this.#files.isExecutable(path),
    identityOf: (path) => this.#files.identityOf(path),
  };

  /** Answers with the paths that changed; none where the change makes no sense. */
  async apply(asked: Change): Promise<readonly string[]> {
    switch (asked.kind) {
      case 'write':
        return this.#put(asked.file, asked.text);
      case 'link':
        return this.#put(asked.file, this.#linkTo(this.#writtenFiles(), asked.to));
      case 'linkFolder': {
        const folders = this.#writtenFiles().filter((path) => path.endsWith('/SKILL.md'));
        return this.#put(folderOf(asked.file), this.#linkTo(folders.map(folderOf), asked.to));
      }
      case 'remove':
        return this.#remove(asked.at, asked.wholeFolder);
    }
  }

  async #put(path: string, content: MemoryFiles[string] | undefined): Promise<readonly string[]> {
    // Nothing is written through a link, or over a folder.
    const isTaken = Object.keys(this.#content).some((it) => it.startsWith(`${path}/`) || path.startsWith(`${it}/`));
    if (content === undefined || isTaken) return [];
    this.#content[path] = content;
    await this.#refresh();
    return [path];
  }

  async #remove(at: number, wholeFolder: boolean): Promise<readonly string[]> {
    const own = this.#own();
    const path = own[at % own.length];
    if (path === undefined) return [];
    const gone = wholeFolder && path.endsWith('/SKILL.md') ? folderOf(path) : path;
    for (const it of own) if (it === gone || it.startsWith(`${gone}/`)) delete this.#content[it];
    await this.#refresh();
    return [gone];
  }

  #linkTo(targets: readonly string[], index: number): MemoryFiles[string] | undefined {
    const target = targets[index % targets.length];
    return target === undefined ? undefined : linkTo(target);
  }

  #writtenFiles(): string[] {
    return this.#own().filter((path) => typeof this.#content[path] === 'string');
  }

  #own(): string[] {
    return Object.keys(this.#content).filter((path) => !(path in start));
  }

  /** A link whose target is gone goes with it: no watcher tells when another one comes in its place. */
  async #refresh(): Promise<void> {
    for (let before = -1; before !== Object.keys(this.#content).length; ) {
      before = Object.keys(this.#content).length;
      this.#files = memoryFileSystem(this.#content);
      for (const path of this.#own()) if ((await this.#files.typeOf(path)) === undefined) delete this.#content[path];
    }
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

async function expectUpToDate(session: Session, disk: ChangingDisk, changes: readonly Change[]): Promise<void> {
  const loaded = await loadCatalog(session);
  for (const asked of changes) {
    const before = new Map(loaded.catalog.skills().map((skill) => [skill.id, JSON.stringify(skill)]));
    const changed = await updateCatalog(loaded, await disk.apply(asked), session);
    const anew = await loadCatalog(session);
    expect(loaded.catalog.skills()).toEqual(anew.catalog.skills());
    expect(catalogReport(loaded.catalog)).toEqual(catalogReport(anew.catalog));
    // The view of the catalog is notified of every skill that it has to redraw.
    const after = new Map(anew.catalog.skills().map((skill) => [skill.id, JSON.stringify(skill)]));
    const ids = [...new Set([...before.keys(), ...after.keys()])];
    expect(ids.filter((id) => before.get(id) !== after.get(id) && !changed.has(id))).toEqual([]);
  }
}

/** A link to a file that is not a skill itself, in a folder that is removed. */
const removedWithItsTarget: Change[] = [
  { kind: 'write', file: '/plugins/desk/skills/deep/b/skill.md', text: '---\ndescription: One\n---\nBody\n' },
  { kind: 'write', file: '/plugins/desk/skills/deep/b/SKILL.md', text: '---\ndescription: Two\n---\nBody\n' },
  { kind: 'link', file: `${managed}/skills/a/SKILL.md`, to: 0 },
  { kind: 'remove', at: 1, wholeFolder: true },
];

test.each([
  { runtime: 'claude-code', touchedFiles: [] },
  { runtime: 'claude-code', touchedFiles: ['src/x.ts', 'apps/x.ts', 'web/x.ts'] },
  { runtime: 'claude-code@2.1.7', touchedFiles: [] },
] as const)('a catalog kept up to date is the one read anew: $runtime, $touchedFiles', async (asked) => {
  const { runtime, touchedFiles } = asked;
  // 2.1.7 does not say where a link leads to.
  const changes = fc.array(runtime === 'claude-code' ? change : plainChange, { minLength: 1, maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(changes, async (list) => {
      const disk = new ChangingDisk();
      const session: Session = {
        ...sessionOf({}, { runtime, pluginFolders: plugins }),
        files: disk.files,
        addedFolders: ['/extra'],
        touchedFiles: touchedFiles.map((path) => `${project}/${path}`),
      };
      await expectUpToDate(session, disk, list);
    }),
    { numRuns: runs(100), ...(runtime === 'claude-code' && { examples: [[removedWithItsTarget]] }) },
  );
});
