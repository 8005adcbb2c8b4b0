// Checks the file that a tool has just edited. Claude reads standard error of exit code 2; any other failure is only shown to the user.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { skillwright } from '../this-release.mjs';

const checked = /(^|\/)(SKILL\.md|\.claude\/(commands|agents)\/.*\.md|\.claude-plugin\/(plugin|marketplace)\.json)$/;

const { cwd, tool_input: input } = JSON.parse(readFileSync(0, 'utf8'));
const file = input?.file_path;
if (typeof file === 'string' && checked.test(file.replaceAll('\\', '/'))) {
  const options = ['--cwd', cwd, '--quiet', '--fail-on', 'warning', '--'];
  const check = skillwright(['check', ...options, path.resolve(cwd, file)], { encoding: 'utf8' });
  const { status, stdout, stderr, error } = spawnSync(...check);
  if (status === 1 && stdout !== '') {
    process.stderr.write(`Skillwright found problems that Claude Code will have with this file:\n\n${stdout}`);
    process.exitCode = 2;
  } else if (status !== 0) {
    process.stderr.write(`Skillwright could not check ${file}: ${error?.message ?? stderr}\n`);
    process.exitCode = 1;
  }
}
