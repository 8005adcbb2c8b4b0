import { commands, type Disposable, type Extension } from 'vscode';

/** "Get Started": the walkthrough. */
export function registerGetStarted({ id }: Pick<Extension<unknown>, 'id'>): Disposable {
  return commands.registerCommand('skillwright.getStarted', () =>
    commands.executeCommand('workbench.action.openWalkthrough', `${id}#getStarted`, false),
  );
}
