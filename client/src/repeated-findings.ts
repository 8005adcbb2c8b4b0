import { type Diagnostic, type Disposable, languages, type TextDocument, Uri, workspace } from 'vscode';
import type { Middleware, Diagnostic as ProtocolDiagnostic } from 'vscode-languageclient/node';
import type { DiagnosticData } from '../../server/src/protocol.ts';

/** Asks the server for a document's findings anew. */
export type Refresh = (document: TextDocument) => void;

/**
 * Leaves out findings that VS Code's own validator already shows on the same place. Which finding says the same as
 * which message is the server's knowledge and comes with each finding; this only compares.
 *
 * VS Code's markers come and go on their own, so what is left out is decided again whenever they change.
 */
export class RepeatedFindings implements Disposable {
  /** What VS Code itself said of each document when its findings were last compared, by URI. */
  readonly #compared = new Map<string, string>();
  readonly #stale = new Set<string>();
  readonly #refresh: Refresh;
  readonly #subscriptions: Disposable[];

  constructor(refresh: Refresh) {
    this.#refresh = refresh;
    this.#subscriptions = [
      languages.onDidChangeDiagnostics(({ uris }) => {
        for (const uri of uris) this.#vscodeSaid(uri);
      }),
      workspace.onDidChangeConfiguration((change) => {
        for (const document of workspace.textDocuments) {
          if (change.affectsConfiguration('skillwright.vscodeFindings', document)) this.#compareAgain(document);
        }
      }),
      workspace.onDidCloseTextDocument(({ uri }) => {
        this.#compared.delete(uri.toString());
        this.#stale.delete(uri.toString());
      }),
    ];
  }

  /** The parts of the language client's middleware that compare findings, for servers that are pulled and that push. */
  readonly middleware: Pick<Middleware, 'provideDiagnostics' | 'handleDiagnostics'> = {
    provideDiagnostics: async (document, previousResultId, token, next) => {
      const uri = document instanceof Uri ? document : document.uri;
      // "Unchanged" would leave the findings as they were compared last time.
      const resultId = this.#stale.delete(uri.toString()) ? undefined : previousResultId;
      const report = await next(document, resultId, token);
      if (!report || !('items' in report)) return report;
      report.items = this.#withoutRepeated(uri, report.items);
      return report;
    },
    handleDiagnostics: (uri, diagnostics, next) => next(uri, this.#withoutRepeated(uri, diagnostics)),
  };

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #vscodeSaid(uri: Uri): void {
    const key = uri.toString();
    if (this.#compared.get(key) === signature(saidByVscode(uri))) return;
    const document = workspace.textDocuments.find((it) => it.uri.toString() === key);
    if (document) this.#compareAgain(document);
  }

  #compareAgain(document: TextDocument): void {
    const key = document.uri.toString();
    if (!this.#compared.has(key)) return;
    this.#stale.add(key);
    this.#refresh(document);
  }

  #withoutRepeated(uri: Uri, diagnostics: Diagnostic[]): Diagnostic[] {
    const others = saidByVscode(uri);
    this.#compared.set(uri.toString(), signature(others));
    if (workspace.getConfiguration('skillwright', uri).get('vscodeFindings') === 'keep') return diagnostics;
    return diagnostics.filter((diagnostic) => !others.some((other) => saysTheSame(other, diagnostic)));
  }
}

/** VS Code's validator gives no source; nearly every extension does. */
function saidByVscode(uri: Uri): Diagnostic[] {
  return languages.getDiagnostics(uri).filter(({ source }) => !source);
}

function signature(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(({ message, range }) => `${range.start.line}:${range.start.character} ${message}`).join('\n');
}

function saysTheSame(other: Diagnostic, ours: Diagnostic): boolean {
  const { sameAsInVscode } = ((ours as Diagnostic & Pick<ProtocolDiagnostic, 'data'>).data ?? {}) as DiagnosticData;
  if (!sameAsInVscode || !other.range.contains(ours.range)) return false;
  return new RegExp(sameAsInVscode).test(other.message);
}
