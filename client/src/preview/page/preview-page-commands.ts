import { commandId } from '../../contributions/command-id.ts';
import type { PreviewPageCommand } from './preview-messages.ts';

/** The only commands that a page can run, see `readPageMessage`. They act on the active panel, which is the page's. */
export const pageCommands: Readonly<Record<PreviewPageCommand, string>> = {
  chooseHistory: commandId('previewChooseArguments'),
  chooseNewer: commandId('previewChooseNewer'),
  runAll: commandId('previewRunInjections'),
  manageTrust: 'workbench.trust.manage',
  choose: commandId('previewInvocation'),
  restartServer: commandId('restartServer'),
  showOutput: commandId('showOutput'),
};
