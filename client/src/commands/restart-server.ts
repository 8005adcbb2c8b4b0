import { commands, type Disposable } from 'vscode';
import type { ServerStart } from '../server-start.ts';

/** "Skillwright: Restart Language Server" */
export function registerRestartServer(server: ServerStart): Disposable {
  return commands.registerCommand('skillwright.restartServer', () => server.restart());
}
