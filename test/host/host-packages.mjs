import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

export class HostUnavailableError extends Error {
  name = 'HostUnavailableError';
}

export async function installHostPackages(folder) {
  const modules = path.join(folder, 'node_modules');
  const stampFile = path.join(modules, '.skillwright-host');
  const stamp = await wantedStamp(folder);
  if ((await readFile(stampFile, 'utf8').catch(() => undefined)) === stamp) return;
  process.stderr.write('Installing the test VS Code from npm (once, about 800 MB on disk)...\n');
  const vscode = path.join(modules, 'code-server', 'lib', 'vscode');
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await runNpm(['ci', ...quiet], folder);
  // The names of the two packages below differ from their lockfiles, which `npm ci` rejects. Their peers are prereleases.
  const nested = ['install', '--omit=dev', '--no-save', '--legacy-peer-deps', ...quiet];
  await runNpm(nested, vscode);
  await runNpm(nested, path.join(vscode, 'extensions'));
  // Nothing is compiled here. Newer releases get by without it.
  const log = path.join(folder, 'spdlog.cjs');
  if (existsSync(log)) await copyFile(log, path.join(vscode, 'node_modules', '@vscode', 'spdlog', 'index.js'));
  await writeFile(stampFile, stamp);
}

/** Changes whenever an existing installation must be replaced: other releases, or another kind of machine. */
async function wantedStamp(folder) {
  const lockfile = await readFile(path.join(folder, 'package-lock.json'));
  return `${process.platform}-${process.arch} ${createHash('sha256').update(lockfile).digest('hex')}\n`;
}

/** Runs npm, and once more if it fails: dropped connections are more common than missing packages. */
async function runNpm(npmArguments, folder) {
  let failure = '';
  for (let attempt = 1; attempt <= 2; attempt++) {
    const { exitCode, output } = await spawnNpm(npmArguments, folder);
    if (exitCode === 0) return;
    failure = output;
  }
  const reason = failure.match(/^npm error (?!code|syscall|errno|path|dest|command)(.+)$/m)?.[1] ?? failure.trim();
  throw new HostUnavailableError(`The test VS Code could not be installed from the npm registry: ${reason}`);
}

function spawnNpm(npmArguments, folder) {
  // Under `npm run`, npm provides its path. Starting that file needs no shell, which npm.cmd would need.
  const npmCli = process.env.npm_execpath;
  const child = npmCli?.endsWith('.js')
    ? spawn(process.execPath, [npmCli, ...npmArguments], { cwd: folder })
    : spawn('npm', npmArguments, { cwd: folder, shell: process.platform === 'win32' });
  return new Promise((resolve) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', (error) => resolve({ exitCode: null, output: error.message }));
    child.on('close', (exitCode) => resolve({ exitCode, output }));
  });
}
