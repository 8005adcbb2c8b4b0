import { type InitializeResult, TextDocumentSyncKind } from 'vscode-languageserver';
import { DEFAULT_RUNTIME } from '../dialect/runtimes/capabilities.ts';
import { consumerFacts } from '../dialect/targets.ts';
import { codeActionKinds } from '../features/actions/code-actions.ts';
import { makeExecutableCommand, showRulePageCommand } from '../features/actions/quick-fixes.ts';
import { diagnosticSource } from '../features/check/diagnostics.ts';
import { completionTriggers } from '../features/completion/completion.ts';
import { semanticTokensLegend } from '../features/highlighting/semantic-tokens.ts';
import type { ServerFacts } from '../protocol.ts';
import type { ClientFacts } from './client-facts.ts';

/** The abilities that the server offers to an editor. */
export function serverCapabilities(client: ClientFacts): InitializeResult['capabilities'] {
  return {
    positionEncoding: 'utf-16',
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
    hoverProvider: true,
    completionProvider: { triggerCharacters: [...completionTriggers], resolveProvider: true },
    codeActionProvider: { codeActionKinds: [...codeActionKinds], resolveProvider: client.resolvesEdits },
    documentSymbolProvider: { label: 'Skillwright' },
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    documentHighlightProvider: true,
    workspaceSymbolProvider: true,
    inlayHintProvider: true,
    ...(client.colorsTokens && {
      semanticTokensProvider: { legend: semanticTokensLegend, full: { delta: true }, range: true },
    }),
    definitionProvider: true,
    referencesProvider: true,
    documentLinkProvider: {},
    callHierarchyProvider: true,
    renameProvider: { prepareProvider: true },
    ...(client.showsPreview && { codeLensProvider: { resolveProvider: true } }),
    ...(client.pullsDiagnostics && {
      diagnosticProvider: {
        identifier: diagnosticSource,
        interFileDependencies: true,
        workspaceDiagnostics: client.checksClosedFiles,
      },
    }),
    executeCommandProvider: { commands: [makeExecutableCommand, ...(client.showsPages ? [showRulePageCommand] : [])] },
    experimental: { verifiedRelease: consumerFacts(DEFAULT_RUNTIME).verified } satisfies ServerFacts,
    workspace: {
      ...(client.changesFolders && { workspaceFolders: { supported: true, changeNotifications: true } }),
      ...(client.reportsRenames && { fileOperations: { willRename: { filters: renamedFiles } } }),
    },
  };
}

/** Files and folders of every kind: what a skill has in its folder cannot be told from its name. */
const renamedFiles = [{ pattern: { glob: '**' } }];
