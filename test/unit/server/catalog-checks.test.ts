import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CatalogLocation } from '../../../server/src/catalog/file/catalog-location.ts';
import { CheckInputs } from '../../../server/src/features/check/check-inputs.ts';
import { CatalogChecks } from '../../../server/src/lsp/state/catalog-checks.ts';
import { readSettings } from '../../../server/src/lsp/state/settings.ts';
import { TypingPause } from '../../../server/src/lsp/typing-pause.ts';
import type { FileSystem } from '../../../server/src/platform/file-system.ts';
import { memoryFileSystem } from '../memory-file-system.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const pathOf = (name: string) => `/home/me/.claude/skills/${name}/SKILL.md`;
const names = ['one', 'two', 'three'];

/** Checks of three skills, all of which have been checked once. */
async function started() {
  const texts = Object.fromEntries(
    names.map((name) => [pathOf(name), `---\ndescription: Does ${name}.\n---\n\nDo it.\n`]),
  );
  const places = new Map<string, number>();
  const read: string[] = [];
  const files: FileSystem = {
    ...memoryFileSystem({}),
    ...Object.fromEntries(
      (['readFile', 'readFolder', 'typeOf'] as const).map((method) => [
        method,
        (path: string) => {
          read.push(`${method} ${path}`);
          return memoryFileSystem(texts)[method](path);
        },
      ]),
    ),
  };
  const placeOf = (path: string) => ({ revision: places.get(path) ?? 0 }) as unknown as CatalogLocation;
  const environment = { home: '/home/me', managed: undefined, variable: () => undefined };
  const checkInputs = new CheckInputs({ files, environment, placeInCatalog: placeOf });
  const changed: string[] = [];
  const typingPause = new TypingPause();
  const reach = {
    files,
    checkInputs,
    settings: { of: async () => readSettings({}) },
    folders: { holding: () => undefined },
    documents: { textAt: () => undefined, check: async () => undefined },
    catalogs: { placeOf, placeWhenPrepared: async (path: string) => placeOf(path) },
    typingPause,
  };
  const checks = new CatalogChecks(reach, (path) => changed.push(path));
  await checks.ensureKnown(names.map(pathOf));
  read.length = 0;
  return {
    checks,
    typingPause,
    changed,
    read,
    write: (name: string, text: string) => {
      texts[pathOf(name)] = text;
    },
    move: (name: string) => places.set(pathOf(name), 1),
    /** The skills that have been read since. */
    checked: async () => {
      await vi.runAllTimersAsync();
      return names.filter((name) => read.includes(`readFile ${pathOf(name)}`));
    },
  };
}

test('a text that has changed is checked again, and no other', async () => {
  const { checks, changed, write, checked } = await started();
  write('two', '---\ndescription: "Does two.\n---\n\nDo it.\n');
  changed.length = 0;
  await checks.outdatedTexts([pathOf('two')]);
  expect(changed).toEqual([pathOf('two')]);
  expect(checks.known(pathOf('two'))).toMatchObject([{ code: 'yaml-syntax' }]);
  expect(await checked()).toEqual(['two']);
});

test('so are those of which the catalog says something else since', async () => {
  const { checks, move, checked } = await started();
  move('three');
  await checks.outdatedTexts([pathOf('two')]);
  expect(await checked()).toEqual(['two', 'three']);
});

test('everything is checked again if other files have changed', async () => {
  const { checks, checked } = await started();
  await checks.outdated(['/home/me/.claude/agents/helper.md']);
  expect(await checked()).toEqual(names);
});

test('what nobody waits for is checked once nobody types', async () => {
  const { checks, typingPause, checked, read } = await started();
  await checks.outdated();
  await vi.advanceTimersByTimeAsync(490);
  typingPause.edited();
  await vi.advanceTimersByTimeAsync(490);
  expect(read.filter((line) => line.startsWith('readFile /home/me/.claude/skills'))).toEqual([]);
  // A file that somebody asks for does not wait.
  await checks.of(pathOf('two'));
  expect(read).toContain(`readFile ${pathOf('two')}`);
  expect(await checked()).toEqual(names);
});

test('checks that follow each other read once what they have in common', async () => {
  const { checks, read, checked } = await started();
  await checks.outdated();
  await checked();
  const folders = read.filter((line) => line === 'readFolder /home/me/.claude/skills');
  expect(folders).toHaveLength(1);
  // Only as long as nothing changes.
  await checks.outdated();
  await checked();
  expect(read.filter((line) => line === folders[0])).toHaveLength(2);
});
