import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';

const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

/**
 * Formats a generated file and sorts its imports, as `npm run lint` requires it.
 *
 * @param path the file, relative to the root
 * @throws {Error} if Biome does not accept the text
 */
export async function format(source: string, path: string, root: string): Promise<string> {
  const biomeArguments = [biome, 'check', '--write', '--colors=off', `--stdin-file-path=${path}`];
  const child = spawn(process.execPath, biomeArguments, { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(source);
  const [formatted, complaints, exitCode] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on('close', resolve)),
  ]);
  if (exitCode !== 0 || formatted === '') throw new Error(`${path} could not be formatted:\n${complaints}`);
  return formatted;
}
