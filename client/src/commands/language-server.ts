import { commands, Disposable, type LogOutputChannel } from 'vscode';
import type { LanguageServer } from '../language-server/language-server.ts';

/** The commands of the language server: "Restart Language Server" and "Show Output". */
export function registerLanguageServerCommands(server: LanguageServer, output: LogOutputChannel): Disposable {
  return Disposable.from(
    commands.registerCommand('skillwright.restartServer', () => server.restart()),
    commands.registerCommand('skillwright.showOutput', () => output.show(true)),
  );
}
