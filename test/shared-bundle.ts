import { access, chmod, mkdir, mkdtemp, rename, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for all test files of a run, in whatever process; deleted when it ends. */
    readonly runFolder: string;
  }
}

/**
 * The folder of a bundle that all test files of a run share: whoever asks for it first makes it.
 *
 * @param bundle writes it into a folder
 */
export async function sharedBundle(name: string, bundle: (folder: string) => Promise<void>): Promise<string> {
  const run = inject('runFolder');
  const folder = path.join(run, name);
  const lock = path.join(run, `${name}.lock`);
  for (;;) {
    try {
      await mkdir(lock);
      break;
    } catch {
      // Another process makes it, or has made it.
      if (await exists(folder)) return folder;
      await setTimeout(50);
    }
  }
  if (await exists(folder)) return folder;
  try {
    const unfinished = await mkdtemp(`${folder}-`);
    await bundle(unfinished);
    await chmod(unfinished, 0o755);
    await rename(unfinished, folder);
    return folder;
  } finally {
    await rmdir(lock);
  }
}

function exists(folder: string): Promise<boolean> {
  return access(folder).then(
    () => true,
    () => false,
  );
}
