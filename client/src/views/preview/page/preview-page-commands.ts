import type { PreviewPageCommand } from './preview-messages.ts';

/** The only commands that a page can run, see `readPageMessage`. They act on the active panel, which is the page's. */
export const pageCommands: Readonly<Record<PreviewPageCommand, string>> = {
  chooseHistory: 'skillwright.previewChooseArguments',
  chooseNewer: 'skillwright.previewChooseNewer',
  runAll: 'skillwright.previewRunInjections',
  manageTrust: 'workbench.trust.manage',
  choose: 'skillwright.previewInvocation',
  restartServer: 'skillwright.restartServer',
  showOutput: 'skillwright.showOutput',
};
