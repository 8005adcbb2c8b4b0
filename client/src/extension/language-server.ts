import { Disposable, type LogOutputChannel } from 'vscode';
import { registerCommand } from '../contributions/register-command.ts';
import type { LanguageServer } from '../language-server/language-server.ts';

/** The commands of the language server: "Restart Language Server" and "Show Output". */
export function registerLanguageServerCommands(server: LanguageServer, output: LogOutputChannel): Disposable {
  return Disposable.from(
    registerCommand('restartServer', () => server.restart()),
    registerCommand('showOutput', () => output.show(true)),
  );
}
