import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundleServerForTests, Editor, temporaryFolder } from './editor.ts';

bundleServerForTests();

const skill = 'file:///project/.claude/skills/some/SKILL.md';

test('a server keeps its compiled code, and the next one uses all of it', async () => {
  const home = await temporaryFolder();
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const found = await checkOnce(home);
  const kept = await keptIn(home);
  const names = Object.keys(kept).map((file) => path.basename(file));
  expect(names).toContainEqual(expect.stringMatching(/^start-node-server-\w+\.cjs$/));
  expect(names).toContainEqual(expect.stringMatching(/^chunks-\w+\.cjs$/));
  expect(await checkOnce(home)).toEqual(found);
  // What could not be used would have been replaced.
  expect(await keptIn(home)).toEqual(kept);
});

async function checkOnce(home: string): Promise<unknown> {
  const editor = await Editor.start({ home, transport: 'stdio' });
  await editor.open(skill, '---\nname: Some\n---\n');
  const report = await editor.pull(skill);
  await editor.stop();
  return report.kind === 'full' && report.items.map(({ code, range }) => ({ code, range }));
}

/** What tells whether a file was replaced, of each that a server keeps. */
async function keptIn(home: string): Promise<Record<string, unknown>> {
  const cache = path.join(home, process.platform === 'darwin' ? 'Library/Caches' : '.cache');
  const entries = await readdir(cache, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const states = files.sort().map(async (file) => {
    const { ino, mtimeNs } = await stat(file, { bigint: true });
    return [file, [ino, mtimeNs]] as const;
  });
  return Object.fromEntries(await Promise.all(states));
}
