import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { env } from 'node:process';

/**
 * The release of Claude Code on this machine, found by reading files only: nothing is executed. Undefined if none is
 * found. The native installer keeps `…/versions/<release>`, with a link named `claude` to it; the npm package has a
 * package.json above the target of its link.
 */
export async function findInstalledClaudeCode(): Promise<string | undefined> {
  const folders = [...(env.PATH ?? '').split(path.delimiter), path.join(homedir(), '.local', 'bin')];
  for (const folder of folders.filter(Boolean)) {
    for (const name of process.platform === 'win32' ? ['claude.exe', 'claude.cmd'] : ['claude']) {
      const release = await releaseOf(path.join(folder, name));
      if (release) return release;
    }
  }
  return undefined;
}

async function releaseOf(command: string): Promise<string | undefined> {
  const target = await realpath(command).catch(() => undefined);
  if (!target) return undefined;
  const inName = /[\\/]versions[\\/](\d+\.\d+\.\d+)/.exec(target);
  if (inName) return inName[1];
  // On Windows, npm's shim is a script next to the packages folder; elsewhere, it is a link into the package.
  const packageNextToShim = path.join(path.dirname(command), 'node_modules', '@anthropic-ai/claude-code');
  return (await releaseInPackage(path.dirname(target))) ?? (await releaseInPackage(packageNextToShim));
}

async function releaseInPackage(folder: string): Promise<string | undefined> {
  for (let at = folder; at !== path.dirname(at); at = path.dirname(at)) {
    const text = await readManifest(path.join(at, 'package.json')).catch(() => undefined);
    if (text === undefined) continue;
    try {
      const { name, version } = JSON.parse(text) as { name?: unknown; version?: unknown };
      if (name === '@anthropic-ai/claude-code' && typeof version === 'string') return version;
    } catch {
      // A broken package.json of another package does not stop the search.
    }
    return undefined;
  }
  return undefined;
}

/** Maximum size of a package.json, in bytes; real ones are far smaller. */
const maxBytes = 1024 * 1024;

/** The text of a package.json; undefined if it is not a regular file, or too large. */
async function readManifest(file: string): Promise<string | undefined> {
  // Does not wait for a pipe or a device.
  const opened = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = await opened.stat();
    if (!stats.isFile() || stats.size > maxBytes) return undefined;
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(stats.size), 0, stats.size, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await opened.close();
  }
}
