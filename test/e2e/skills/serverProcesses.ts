import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { OpenVsCode } from '../host/vscode.ts';

/** The process ids of the language servers that this VS Code runs. Asks `ps`, which Windows does not have. */
export async function serverProcesses({ home }: OpenVsCode): Promise<number[]> {
  // Everything of one VS Code, the installed extension too, lies beside its user's home.
  const belongings = path.dirname(home);
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,command=']);
  return stdout
    .split('\n')
    .filter((line) => line.includes(belongings) && line.includes('server.cjs'))
    .map((line) => Number.parseInt(line, 10));
}
