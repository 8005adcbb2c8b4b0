import { type Disposable, workspace } from 'vscode';
import { startsServer } from './document-selector.ts';
import type { LanguageServer } from './language-server.ts';

/** Starts the server with the first open document that it is for. */
export function startWithDocuments(server: LanguageServer): Disposable {
  if (workspace.textDocuments.some(startsServer)) server.ensureStarted();
  return workspace.onDidOpenTextDocument((document) => {
    if (startsServer(document)) server.ensureStarted();
  });
}
