// Checks the file that a tool has just edited. Claude reads standard error of exit code 2; any other failure is only shown to the user.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

const release = 'skillwright@0.1.0';
const checked = /(^|\/)(SKILL\.md|\.claude\/(commands|agents)\/.*\.md|\.claude-plugin\/(plugin|marketplace)\.json)$/;

const { cwd, tool_input: input } = JSON.parse(readFileSync(0, 'utf8'));
const file = input?.file_path;
if (typeof file === 'string' && checked.test(file.replaceAll('\\', '/'))) {
  // On Windows, npx is a batch file, which would read the path as a command.
  const npx = path.join(path.dirname(process.execPath), 'node_modules/npm/bin/npx-cli.js');
  const [program, ...start] = process.platform === 'win32' ? [process.execPath, npx] : ['npx'];
  const options = ['--cwd', cwd, '--quiet', '--fail-on', 'warning', '--'];
  const { status, stdout, stderr, error } = spawnSync(
    program,
    [...start, '--yes', release, 'check', ...options, path.resolve(cwd, file)],
    // Not in the project: npm would obey its .npmrc, and npx would run its node_modules.
    { cwd: homedir(), encoding: 'utf8' },
  );
  if (status === 1 && stdout !== '') {
    process.stderr.write(`Skillwright found problems that Claude Code will have with this file:\n\n${stdout}`);
    process.exitCode = 2;
  } else if (status !== 0) {
    process.stderr.write(`Skillwright could not check ${file}: ${error?.message ?? stderr}\n`);
    process.exitCode = 1;
  }
}
