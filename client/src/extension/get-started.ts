import { commands, type Disposable, type Extension } from 'vscode';
import { registerCommand } from '../contributions/register-command.ts';

/** "Get Started": the walkthrough. */
export function registerGetStarted({ id }: Pick<Extension<unknown>, 'id'>): Disposable {
  return registerCommand('getStarted', () =>
    commands.executeCommand('workbench.action.openWalkthrough', `${id}#getStarted`, false),
  );
}
