import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { OpenVsCode } from '../host/vscode.ts';

/** The process ids of the language servers that this VS Code runs. Uses `ps`, which Windows does not have. */
export async function serverProcesses({ home }: OpenVsCode): Promise<number[]> {
  // All files of one VS Code, also the installed extension, are next to its user's home.
  const vscodeFolder = path.dirname(home);
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,command=']);
  return stdout
    .split('\n')
    .filter((line) => line.includes(vscodeFolder) && line.includes('server.cjs'))
    .map((line) => Number.parseInt(line, 10));
}
