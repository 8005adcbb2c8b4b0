import { CodeActionKind, type LogOutputChannel, type TextDocument, type Uri, workspace } from 'vscode';
import {
  type BaseLanguageClient,
  DocumentDiagnosticRequest,
  type LanguageClientOptions,
  type Middleware,
} from 'vscode-languageclient';
import { createClient } from '#host/create-client.ts';
import type { InitializationOptions } from '../../../server/src/protocol.ts';
import { areOwnMoves } from '../changes/own-moves.ts';
import { settings } from '../contributions/settings.ts';
import { withContentOfCreatedFiles } from './created-files.ts';
import { followedSelector } from './document-selector.ts';
import { virtualPlaces } from './virtual-places.ts';
import { translated, VirtualUris } from './virtual-uris.ts';

/**
 * The library's client for our server, which is not started yet.
 *
 * @param runs where the runs of this workspace are kept
 */
export function createLanguageClient(
  { extension, runs }: { readonly extension: Uri; readonly runs: Uri | undefined },
  output: LogOutputChannel,
  middleware: Middleware,
): BaseLanguageClient {
  // Computed at every start: trust may have been granted since the last one.
  const initializationOptions = (): InitializationOptions => ({
    editorKnowsMarkdown: true,
    editorShowsPreview: true,
    editorAsksChatModels: true,
    workspaceTrusted: workspace.isTrusted,
    ...(runs && { runsFolder: runs.toString() }),
    checksClosedFiles: settings().get('checkClosedFiles') === true,
  });
  const options: LanguageClientOptions = {
    documentSelector: followedSelector,
    outputChannel: output,
    initializationOptions,
    middleware: {
      ...middleware,
      resolveCodeAction: async (action, token, next) => {
        const resolved = await next(action, token);
        if (!resolved?.edit || !resolved.kind || !CodeActionKind.RefactorExtract.contains(resolved.kind))
          return resolved;
        resolved.edit = await withContentOfCreatedFiles(resolved.edit);
        return resolved;
      },
      workspace: {
        ...middleware.workspace,
        willRenameFiles: (event, next) => (areOwnMoves(event.files) ? Promise.resolve(null) : next(event)),
      },
    },
    // Text from the server must not run commands, and must not contain HTML or icons.
    markdown: { isTrusted: false, supportHtml: false, supportThemeIcons: false },
    diagnosticPullOptions: { onChange: true, onTabs: false },
  };
  return createClient(extension, options, (transports) => translated(transports, new VirtualUris(virtualPlaces())));
}

/** Asks the server for a document's findings again. */
export function pullFindings(client: BaseLanguageClient, document: TextDocument): void {
  client.getFeature(DocumentDiagnosticRequest.method).getProvider(document)?.onDidChangeDiagnosticsEmitter.fire();
}
