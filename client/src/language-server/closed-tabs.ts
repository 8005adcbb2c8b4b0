import { type Disposable, type Tab, TabInputCustom, TabInputText, TabInputTextDiff, type Uri, window } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { TabClosed } from '../../../server/src/protocol.ts';

/**
 * Tells the server which documents are in no tab any more. VS Code may keep such a document open for somebody else, such
 * as the preview, and does not show its findings itself.
 */
export function reportClosedTabs(client: BaseLanguageClient): Disposable {
  return window.tabGroups.onDidChangeTabs(({ closed }) => {
    const shown = new Set(urisOf(window.tabGroups.all.flatMap(({ tabs }) => tabs)));
    for (const uri of new Set(urisOf(closed))) {
      const params: TabClosed = { uri };
      if (!shown.has(uri) && client.isRunning())
        void client.sendNotification('skillwright/tabClosed', params).catch(() => {});
    }
  });
}

function urisOf(tabs: readonly Tab[]): string[] {
  return tabs.flatMap((tab) => uriOf(tab)?.toString() ?? []);
}

/** The document that the library's client counts as shown. */
function uriOf({ input }: Tab): Uri | undefined {
  if (input instanceof TabInputText || input instanceof TabInputCustom) return input.uri;
  return input instanceof TabInputTextDiff ? input.modified : undefined;
}
