import { beforeEach, describe, expect, test, vi } from 'vitest';
import { loadCatalog } from '../../server/src/catalog/load-catalog.ts';
import { loadRepository } from '../../server/src/catalog/repository.ts';
import { checkPaths } from '../../server/src/cli/check/check-paths.ts';
import { startRun } from '../../server/src/cli/check/check-run.ts';
import type { ShownSession } from '../../server/src/features/shown-skills/shown-session.ts';
import { treeChildren } from '../../server/src/jobs/skills/tree/skills-tree.ts';
import type { FileSystem } from '../../server/src/platform/file-system.ts';
import { nodeEnvironment } from '../../server/src/platform/node/node-environment.ts';
import { project, sessionOf } from '../unit/features/session-of.ts';
import { memoryFileSystem } from '../unit/memory-file-system.ts';

/*
 * The work for thousands of skills in one project, held against that for a tenth of them: in a file system in memory,
 * and counted, so that nothing depends on the machine.
 */

/** How often each kind of work was done. */
const work = vi.hoisted(() => new Map<string, number>());

const countingCallsOf = vi.hoisted(() => (module: object, names: readonly string[]): object => {
  const counted: Record<string, unknown> = { ...module };
  for (const name of names) {
    const original = counted[name] as (...given: unknown[]) => unknown;
    counted[name] = (...given: unknown[]) => {
      work.set(name, (work.get(name) ?? 0) + 1);
      return original(...given);
    };
  }
  return counted;
});

vi.mock(import('../../server/src/catalog/similar/described-skill.ts'), async (original) =>
  countingCallsOf(await original(), ['describeSkill', 'likeness']),
);
vi.mock(import('../../server/src/catalog/discover/candidate-order.ts'), async (original) =>
  countingCallsOf(await original(), ['compareInListing', 'compareInPrecedence']),
);
vi.mock(import('../../server/src/catalog/resolve/resolve-skill.ts'), async (original) =>
  countingCallsOf(await original(), ['resolveSkill']),
);
vi.mock(import('../../server/src/catalog/listing/usage-history.ts'), async (original) =>
  countingCallsOf(await original(), ['usageScore']),
);
vi.mock(import('../../server/src/dialect/text/display-width.ts'), async (original) =>
  countingCallsOf(await original(), ['displayWidth']),
);
vi.mock(import('../../server/src/document/read-document.ts'), async (original) =>
  countingCallsOf(await original(), ['readDocument']),
);

beforeEach(() => work.clear());

/** Ten skills are about each subject, so that each is compared with some others. */
function filesOf(skills: number): FileSystem {
  const content: Record<string, string> = { '/home/.claude/settings.json': '{}', [`${project}/.git/HEAD`]: '' };
  for (let index = 0; index < skills; index++) {
    const subject = Math.floor(index / 10);
    const words = ['alpha', 'beta', 'gamma', 'delta'].map((word) => `${word}${subject}`).join(' ');
    content[`${project}/.claude/skills/skill-${index}/SKILL.md`] =
      `---\ndescription: Reviews ${words} number${index}\n---\nRead it.\n`;
  }
  const counted: Record<string, unknown> = {};
  for (const [name, ask] of Object.entries(memoryFileSystem(content))) {
    counted[name] = (...given: unknown[]) => {
      work.set(name, (work.get(name) ?? 0) + 1);
      return (ask as (...given: unknown[]) => unknown)(...given);
    };
  }
  return counted as unknown as FileSystem;
}

async function check(skills: number): Promise<void> {
  const files = filesOf(skills);
  const { run, folder } = await startRun(
    { cwd: project, home: '/home', format: 'json', failOn: 'error', cache: false },
    { files, environment: nodeEnvironment },
  );
  const checked = await checkPaths([folder], folder, run);
  expect(checked.files).toHaveLength(skills);
}

async function showTree(skills: number): Promise<void> {
  const session = { ...sessionOf({}), files: filesOf(skills) };
  const loaded = await loadCatalog(session);
  const repository = await loadRepository(loaded, session);
  const info = { uri: `file://${project}`, name: 'project' };
  const { catalog, sources } = loaded;
  const sessions: readonly ShownSession[] = [{ info, session, catalog, sources, repository }];
  const view = { grouping: 'tier', hideEmpty: true } as const;
  const [group] = await treeChildren(sessions, view, session.files);
  expect(await treeChildren(sessions, { ...view, parent: group!.id }, session.files)).toHaveLength(skills);
}

/** How often each kind of work is done for one more skill, among few and among many. */
async function workPerSkill(run: (skills: number) => Promise<void>, large: number) {
  const perSkill = async (skills: number) => {
    work.clear();
    await run(skills);
    return new Map([...work].map(([name, count]) => [name, count / skills]));
  };
  return { few: await perSkill(large / 10), many: await perSkill(large) };
}

describe('many skills in one project', () => {
  test.each([
    [4_000, 'check', check, ['readFile', 'readDocument', 'describeSkill', 'likeness']],
    [20_000, 'the tree', showTree, ['readFile', 'resolveSkill', 'displayWidth', 'compareInListing']],
  ] as const)(
    '%i of them, %s: no work grows faster than their number',
    { timeout: 300_000 },
    async (large, _, run, expected) => {
      const { few, many } = await workPerSkill(run, large);
      expect([...many.keys()]).toEqual(expect.arrayContaining([...expected]));
      for (const [name, count] of many) {
        // What sorts may do twice as much for each, what is done once for all nearly nothing.
        const limit = name.startsWith('compareIn') ? 2 : 1.05;
        expect(count, name).toBeLessThanOrEqual((few.get(name) ?? 0) * limit + 0.1);
      }
      expect(many.get('readFile')).toBeLessThan(1.01);
    },
  );
});
