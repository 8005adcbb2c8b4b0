import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fakeAnswers, writeFakeClaudeCode } from '../../fake-claude-code.ts';
import { createTemporaryFolder } from '../host/temporary-folder.ts';
import type { VsCodeOptions } from '../host/vscode.ts';

/** A `claude` as Claude Code's installer creates it, which records whether it was run, and sees no skill. */
export interface FakeClaudeCode {
  /** Adds it to the PATH of a user. */
  readonly options: Pick<VsCodeOptions, 'home' | 'environment'>;
  wasRun(): boolean;
  remove(): Promise<void>;
}

/** Installs a fake Claude Code of some release: a link to `versions/<release>/claude`. */
export async function installFakeClaudeCode(release: string): Promise<FakeClaudeCode> {
  const folder = await createTemporaryFolder();
  const bin = path.join(folder.path, 'bin');
  const home = path.join(folder.path, 'home');
  const target = path.join(folder.path, 'versions', release, 'claude');
  const record = path.join(folder.path, 'was-run');
  await mkdir(bin);
  await mkdir(home);
  await mkdir(path.dirname(target), { recursive: true });
  const answering = writeFakeClaudeCode(folder.path, fakeAnswers([]));
  await writeFile(target, `#!/bin/sh\ntouch '${record}'\nexec '${answering}' "$@"\n`, { mode: 0o755 });
  await symlink(target, path.join(bin, 'claude'));
  // Extensions get the PATH of a login shell, not the one that VS Code was started with.
  await writeFile(path.join(home, '.profile'), `export PATH='${bin}':"$PATH"\n`);
  return {
    options: { home, environment: { SHELL: '/bin/sh' } },
    wasRun: () => existsSync(record),
    remove: folder.remove,
  };
}
