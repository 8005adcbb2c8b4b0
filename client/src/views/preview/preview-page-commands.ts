import type { PreviewPageCommand } from './preview-messages.ts';

/** A page can run nothing else, see `readPageMessage`. The commands act on the active panel, which is the one of the page. */
export const pageCommands: Readonly<Record<PreviewPageCommand, string>> = {
  chooseHistory: 'skillwright.previewChooseArguments',
  runAll: 'skillwright.previewRunInjections',
  manageTrust: 'workbench.trust.manage',
  choose: 'skillwright.previewInvocation',
  restartServer: 'skillwright.restartServer',
  showOutput: 'skillwright.showOutput',
};
