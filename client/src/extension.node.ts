import { type ExtensionContext, window, workspace } from 'vscode';
import { registerRestartServer } from './commands/restart-server.ts';
import { registerShowOutput } from './commands/show-output.ts';
import { startsServer } from './document-selector.ts';
import { ServerStart } from './server-start.ts';
import { registerBudget } from './views/budget/register-budget.ts';
import { registerSkills } from './views/skills/register-skills.ts';

let server: ServerStart | undefined;

/** Called by VS Code. Does nothing but listen until the first skill, command, agent or view is opened. */
export function activate(context: ExtensionContext): void {
  const output = window.createOutputChannel('Skillwright', { log: true });
  const start = new ServerStart(context, output);
  server = start;
  context.subscriptions.push(
    output,
    start,
    registerShowOutput(output),
    registerRestartServer(start),
    registerSkills(context, start, output),
    registerBudget(context, start, output),
    workspace.onDidOpenTextDocument((document) => {
      if (startsServer(document)) start.ensureStarted();
    }),
  );
  if (workspace.textDocuments.some(startsServer)) start.ensureStarted();
}

/** Called by VS Code when it closes or the extension is disabled. */
export function deactivate(): Promise<void> | undefined {
  return server?.stop();
}
