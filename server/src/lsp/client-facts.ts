import type { InitializeParams } from 'vscode-languageserver';
import type { CodeActionAbilities } from '../features/actions/offered-action.ts';
import type { InitializationOptions } from '../protocol.ts';

/** The capabilities of the connected editor that our answers depend on. */
export interface ClientFacts extends CodeActionAbilities {
  /** Asks for diagnostics itself. */
  readonly pullsDiagnostics: boolean;
  /** Asks for the diagnostics of files that are not open, too. */
  readonly checksClosedFiles: boolean;
  /** Can be told to ask for diagnostics again. */
  readonly refreshesDiagnostics: boolean;
  /** Answers questions about settings. */
  readonly answersSettings: boolean;
  /** Reports changed settings only if we register for them. */
  readonly registersSettings: boolean;
  /** Watches files for us. */
  readonly watchesFiles: boolean;
  /** Also outside of the workspace. */
  readonly watchesOutside: boolean;
  /** Reports when workspace folders are added and removed. */
  readonly changesFolders: boolean;
  readonly fillsSnippets: boolean;
  /** Has its own outline and folding for markdown. */
  readonly knowsMarkdown: boolean;
  /** Has the commands that our code lenses run. */
  readonly showsPreview: boolean;
  /** Asks its chat models for us. */
  readonly asksChatModels: boolean;
  /** Whether the user trusts the workspace; undefined if the editor does not say. */
  readonly trustsWorkspace: boolean | undefined;
  /** The URI of a folder in which runs are kept; undefined if there is none. */
  readonly runsFolder: string | undefined;
  /** The most folding ranges of a document that it shows. */
  readonly maxFolds: number | undefined;
  /** Colors text as the server says. */
  readonly colorsTokens: boolean;
  /** Can be told to ask for code lenses again. */
  readonly refreshesLenses: boolean;
  /** Marks the whole name that leads to a definition. */
  readonly linksDefinitions: boolean;
  /** Asks for edits before files are renamed. */
  readonly reportsRenames: boolean;
  /** Can be told to ask for inlay hints again. */
  readonly refreshesInlayHints: boolean;
}

/** Reads the capabilities of a client from its `initialize` request. */
export function readClientFacts({ capabilities, initializationOptions }: InitializeParams): ClientFacts {
  const { workspace, textDocument, window } = capabilities;
  const options = (initializationOptions ?? {}) as InitializationOptions;
  return {
    pullsDiagnostics: textDocument?.diagnostic !== undefined,
    checksClosedFiles: textDocument?.diagnostic !== undefined && options.checksClosedFiles === true,
    refreshesDiagnostics: workspace?.diagnostics?.refreshSupport === true,
    answersSettings: workspace?.configuration === true,
    registersSettings: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    watchesOutside: workspace?.didChangeWatchedFiles?.relativePatternSupport === true,
    changesFolders: workspace?.workspaceFolders === true,
    fillsSnippets: textDocument?.completion?.completionItem?.snippetSupport === true,
    versionedEdits: workspace?.workspaceEdit?.documentChanges === true,
    renames: workspace?.workspaceEdit?.resourceOperations?.includes('rename') === true,
    creates: workspace?.workspaceEdit?.resourceOperations?.includes('create') === true,
    annotates: workspace?.workspaceEdit?.changeAnnotationSupport !== undefined,
    resolvesEdits:
      textDocument?.codeAction?.dataSupport === true &&
      textDocument.codeAction.resolveSupport?.properties.includes('edit') === true,
    showsDisabled: textDocument?.codeAction?.disabledSupport === true,
    showsPages: window?.showDocument?.support === true,
    linksRules: textDocument?.publishDiagnostics?.codeDescriptionSupport === true,
    knowsMarkdown: options.editorKnowsMarkdown === true,
    runsCommands: options.editorShowsPreview === true,
    showsPreview: options.editorShowsPreview === true,
    asksChatModels: options.editorAsksChatModels === true,
    trustsWorkspace: typeof options.workspaceTrusted === 'boolean' ? options.workspaceTrusted : undefined,
    runsFolder: typeof options.runsFolder === 'string' ? options.runsFolder : undefined,
    maxFolds: textDocument?.foldingRange?.rangeLimit,
    colorsTokens: textDocument?.semanticTokens !== undefined,
    refreshesLenses: workspace?.codeLens?.refreshSupport === true,
    linksDefinitions: textDocument?.definition?.linkSupport === true,
    reportsRenames: workspace?.fileOperations?.willRename === true,
    refreshesInlayHints: workspace?.inlayHint?.refreshSupport === true,
  };
}
