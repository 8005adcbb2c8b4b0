import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodeFileSystem } from '../../../server/src/platform/node/node-file-system.ts';

test.skipIf(process.platform === 'win32')('tells programs and symbolic links', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'skillwright-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(`${folder}/run.sh`, 'true');
  await writeFile(`${folder}/text.md`, 'A');
  await chmod(`${folder}/run.sh`, 0o755);
  await chmod(`${folder}/text.md`, 0o644);
  await symlink('run.sh', `${folder}/link.sh`);
  const names = ['run.sh', 'text.md', 'link.sh', 'gone.sh', '.'];
  const answers = await Promise.all(names.map((name) => nodeFileSystem.isExecutable(`${folder}/${name}`)));
  expect(answers).toEqual([true, false, true, undefined, undefined]);
  expect(await nodeFileSystem.readFolder(folder)).toEqual([
    { name: 'link.sh', type: 'file', isLink: true },
    { name: 'run.sh', type: 'file' },
    { name: 'text.md', type: 'file' },
  ]);
});
