import { commands, type Disposable, type LogOutputChannel } from 'vscode';

/** "Skillwright: Show Output" */
export function registerShowOutput(output: LogOutputChannel): Disposable {
  return commands.registerCommand('skillwright.showOutput', () => output.show(true));
}
