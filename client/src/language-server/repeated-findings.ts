import { type Diagnostic, type Disposable, languages, type TextDocument, Uri, workspace } from 'vscode';
import type { Middleware, Diagnostic as ProtocolDiagnostic } from 'vscode-languageclient';
import type { DiagnosticData } from '../../../server/src/protocol.ts';

/** Asks the server for a document's findings again. */
type Refresh = (document: TextDocument) => void;

/**
 * Hides what VS Code's own validator already shows in the same range and says as fully: faded keys, which no list of problems
 * has. Which finding means the same as which message comes from the server, with each finding; this class only compares.
 *
 * VS Code's markers change independently, so the comparison is repeated whenever they do.
 */
export class RepeatedFindings implements Disposable {
  /** The basis on which the findings of each document were last compared, by URI. */
  readonly #compared = new Map<string, string>();
  readonly #refresh: Refresh;
  readonly #subscriptions: Disposable[];

  constructor(refresh: Refresh) {
    this.#refresh = refresh;
    this.#subscriptions = [
      languages.onDidChangeDiagnostics(({ uris }) => {
        for (const uri of uris) this.#compareAgain(uri);
      }),
      workspace.onDidCloseTextDocument(({ uri }) => this.#compared.delete(uri.toString())),
    ];
  }

  /** The language client's middleware that compares findings, for pull and push diagnostics. */
  readonly middleware: Required<Pick<Middleware, 'provideDiagnostics' | 'handleDiagnostics'>> = {
    // The server's result id tells whether its findings have changed. What is hidden may change without that, so the
    // ids that the client keeps also contain the basis of the comparison.
    provideDiagnostics: async (document, previousResultId, token, next) => {
      const uri = document instanceof Uri ? document : document.uri;
      const previous = previousResultId === undefined ? undefined : splitResultId(previousResultId);
      const usable = previous?.basis === basisOf(uri) ? previous.ofServer : undefined;
      const report = await next(document, usable, token);
      if (!report) return report;
      if (!('items' in report))
        return previousResultId === undefined ? report : { ...report, resultId: previousResultId };
      const items = this.#withoutRepeated(uri, report.items);
      return { ...report, items, ...(report.resultId && { resultId: joinResultId(report.resultId, basisOf(uri)) }) };
    },
    handleDiagnostics: (uri, diagnostics, next) => next(uri, this.#withoutRepeated(uri, diagnostics)),
  };

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #compareAgain(uri: Uri): void {
    const key = uri.toString();
    const before = this.#compared.get(key);
    if (before === undefined || before === basisOf(uri)) return;
    const document = workspace.textDocuments.find((it) => it.uri.toString() === key);
    if (document) this.#refresh(document);
  }

  #withoutRepeated(uri: Uri, diagnostics: Diagnostic[]): Diagnostic[] {
    this.#compared.set(uri.toString(), basisOf(uri));
    const others = findingsOfVscode(uri);
    return diagnostics.filter((diagnostic) => !others.some((other) => meansTheSame(other, diagnostic)));
  }
}

function splitResultId(resultId: string): { ofServer: string; basis: string } {
  const end = resultId.indexOf('\n');
  return { ofServer: resultId.slice(0, end), basis: resultId.slice(end + 1) };
}

function joinResultId(ofServer: string, basis: string): string {
  return `${ofServer}\n${basis}`;
}

/** Everything that findings are compared with, as one string. */
function basisOf(uri: Uri): string {
  return signature(findingsOfVscode(uri));
}

/** VS Code's validator sets no source; nearly every extension does. */
function findingsOfVscode(uri: Uri): Diagnostic[] {
  return languages.getDiagnostics(uri).filter(({ source }) => !source);
}

function signature(diagnostics: readonly Diagnostic[]): string {
  const positionsOf = ({ start, end }: Diagnostic['range']) =>
    [start.line, start.character, end.line, end.character].join();
  return diagnostics.map(({ message, range }) => `${positionsOf(range)} ${message}`).join('\n');
}

function meansTheSame(other: Diagnostic, ours: Diagnostic): boolean {
  const { sameAsInVscode } = ((ours as Diagnostic & Pick<ProtocolDiagnostic, 'data'>).data ?? {}) as DiagnosticData;
  if (!sameAsInVscode || !other.range.contains(ours.range)) return false;
  return new RegExp(sameAsInVscode).test(other.message);
}
