import { LSPClient, type LSPClientExtension } from '@codemirror/lsp-client';
import type {
  CodeAction,
  Diagnostic,
  DocumentDiagnosticReport,
  Range,
  SemanticTokens,
  SemanticTokensLegend,
  TextEdit,
} from 'vscode-languageserver-protocol';
import { harmless } from '../../client/src/webviews/rendered/harmless.ts';
import type { ServerRequests } from '../../server/src/protocol.ts';
import { projectUri } from './skill-folder.ts';

/** Milliseconds. A phone may take a while for a long skill. */
const timeout = 30_000;

/** What the page asks for beyond what the editor's client does. */
const abilities: LSPClientExtension = {
  clientCapabilities: {
    workspace: { diagnostics: { refreshSupport: true } },
    textDocument: {
      codeAction: { dataSupport: true, resolveSupport: { properties: ['edit'] } },
      semanticTokens: { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ['relative'] },
      publishDiagnostics: { codeDescriptionSupport: true },
    },
  },
};

/** The questions of this page to the language server. */
export class SkillServer {
  readonly client: LSPClient;

  /** @param catalogChanged the skill is listed otherwise than before */
  constructor(catalogChanged: () => void) {
    this.client = new LSPClient({
      rootUri: projectUri,
      initializationOptions: { workspaceTrusted: true },
      timeout,
      sanitizeHTML: (html) => serialized(harmless(html)),
      extensions: [abilities],
      notificationHandlers: {
        'skillwright/catalogChanged': () => {
          catalogChanged();
          return true;
        },
      },
    });
  }

  /** Tells the server the text in the editor, which counts as saved. */
  save(uri: string): void {
    this.client.sync();
    this.client.notification('textDocument/didSave', { textDocument: { uri } });
  }

  /** The skill is in another folder now. */
  moved(from: string, to: string): void {
    this.client.notification('workspace/didChangeWatchedFiles', {
      changes: [
        { uri: from, type: 3 },
        { uri: to, type: 1 },
      ],
    });
  }

  async findings(uri: string): Promise<readonly Diagnostic[]> {
    const report = await this.#ask<DocumentDiagnosticReport>('textDocument/diagnostic', { textDocument: { uri } });
    return report.kind === 'full' ? report.items : [];
  }

  /** What has a color of its own, and what its numbers mean; undefined if the server does not say. */
  async tokens(uri: string): Promise<readonly [SemanticTokensLegend, SemanticTokens] | undefined> {
    const tokens = await this.#ask<SemanticTokens | null>('textDocument/semanticTokens/full', {
      textDocument: { uri },
    });
    const legend = this.client.serverCapabilities?.semanticTokensProvider?.legend;
    return tokens && legend ? [legend, tokens] : undefined;
  }

  /** What can be done about the findings in a range, best first. */
  async actions(uri: string, range: Range, only?: readonly string[]): Promise<readonly CodeAction[]> {
    const context = { diagnostics: [], triggerKind: 1, ...(only && { only }) };
    const actions = await this.#ask<CodeAction[] | null>('textDocument/codeAction', {
      textDocument: { uri },
      range,
      context,
    });
    return actions ?? [];
  }

  /** The edits of an action; none if the text has changed since. */
  async editsOf(action: CodeAction, uri: string): Promise<readonly TextEdit[]> {
    const { edit } = action.edit ? action : await this.#ask<CodeAction>('codeAction/resolve', action);
    return edit?.changes?.[uri] ?? [];
  }

  request<Name extends keyof ServerRequests>(
    name: Name,
    params: ServerRequests[Name]['params'],
  ): Promise<ServerRequests[Name]['result']> {
    return this.#ask(name, params);
  }

  #ask<Result>(method: string, params: unknown): Promise<Result> {
    return this.client.request<unknown, Result>(method, params);
  }
}

function serialized(fragment: DocumentFragment): string {
  const holder = document.createElement('div');
  holder.append(fragment);
  return holder.innerHTML;
}
