import { expect, test } from 'vitest';
import { checkTool } from '../../../server/src/cli/mcp/tools/check-tool.ts';
import type { Call } from '../../../server/src/cli/mcp/tools/tool.ts';
import { CallFiles } from '../../../server/src/cli/mcp/workspace.ts';
import type { FileSystem } from '../../../server/src/platform/file-system.ts';
import { memoryFileSystem } from '../memory-file-system.ts';

const skills = Object.fromEntries(
  Array.from({ length: 100 }, (_, index) => [
    `/repo/.claude/skills/s${index}/SKILL.md`,
    `---\nname: s${index}\ndescription: Sows beans ${index}. Use when it is warm.\n---\n\nSow.\n`,
  ]),
);

/** Checks 100 skills, and returns how many of their files were read before the call was cancelled, if it was. */
async function readFiles(cancelAfter: number): Promise<number> {
  const memory = memoryFileSystem({ ...skills, '/repo/.git/HEAD': '' });
  const controller = new AbortController();
  let count = 0;
  const counting: FileSystem = {
    ...memory,
    readFile: (path, max) => {
      if (path.startsWith('/repo/.claude/skills/') && ++count === cancelAfter) controller.abort();
      return memory.readFile(path, max);
    },
  };
  const workspace = { folder: '/repo', roots: ['/repo'] };
  const { files } = new CallFiles(counting, workspace, controller.signal);
  const environment = { home: undefined, managed: undefined, variable: () => undefined };
  const place = async (written: string) => written;
  const source = { files, tell: () => {} };
  const options = { cwd: '/repo' };
  const machine = { files, environment };
  const call: Call = { options, workspace, source, machine, place, skill: place, writablePlace: place };
  const answer = checkTool.call({}, call);
  if (controller.signal.aborted || cancelAfter < Number.POSITIVE_INFINITY)
    await expect(answer).rejects.toThrow(/abort/i);
  else expect(await answer).toMatchObject({ summary: { skills: 100 } });
  return count;
}

test('a call that is cancelled reads nothing more', async () => {
  expect(await readFiles(Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(100);
  // What was asked for at the same time is still read.
  expect(await readFiles(20)).toBeLessThan(60);
});
