import { type Diagnostic, type Disposable, languages, type TextDocument, Uri, workspace } from 'vscode';
import type { Middleware, Diagnostic as ProtocolDiagnostic } from 'vscode-languageclient/node';
import type { DiagnosticData } from '../../server/src/protocol.ts';

const setting = 'skillwright.vscodeFindings';

/** Asks the server for a document's findings again. */
export type Refresh = (document: TextDocument) => void;

/**
 * Leaves out findings that VS Code's own validator already shows on the same place. Which finding says the same as
 * which message is the server's knowledge and comes with each finding; this only compares.
 *
 * VS Code's markers come and go on their own, so what is left out is decided again whenever they change.
 */
export class RepeatedFindings implements Disposable {
  /** By what the findings of each document were last compared, by URI. */
  readonly #compared = new Map<string, string>();
  readonly #refresh: Refresh;
  readonly #subscriptions: Disposable[];

  constructor(refresh: Refresh) {
    this.#refresh = refresh;
    this.#subscriptions = [
      languages.onDidChangeDiagnostics(({ uris }) => {
        for (const uri of uris) this.#compareAgain(uri);
      }),
      workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration(setting)) return;
        for (const { uri } of workspace.textDocuments) this.#compareAgain(uri);
      }),
      workspace.onDidCloseTextDocument(({ uri }) => this.#compared.delete(uri.toString())),
    ];
  }

  /** The parts of the language client's middleware that compare findings, for servers that are pulled and that push. */
  readonly middleware: Pick<Middleware, 'provideDiagnostics' | 'handleDiagnostics'> = {
    // The server calls findings unchanged by its own result id. What was left out may still have changed, so the
    // ids that the client keeps also tell by what the findings were compared.
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
    if (keepsAll(uri)) return diagnostics;
    const others = saidByVscode(uri);
    return diagnostics.filter((diagnostic) => !others.some((other) => saysTheSame(other, diagnostic)));
  }
}

function splitResultId(resultId: string): { ofServer: string; basis: string } {
  const end = resultId.indexOf('\n');
  return { ofServer: resultId.slice(0, end), basis: resultId.slice(end + 1) };
}

function joinResultId(ofServer: string, basis: string): string {
  return `${ofServer}\n${basis}`;
}

/** All that findings are compared by, in words that are equal when it is. */
function basisOf(uri: Uri): string {
  return keepsAll(uri) ? 'keep' : signature(saidByVscode(uri));
}

function keepsAll(uri: Uri): boolean {
  return workspace.getConfiguration(undefined, uri).get(setting) === 'keep';
}

/** VS Code's validator gives no source; nearly every extension does. */
function saidByVscode(uri: Uri): Diagnostic[] {
  return languages.getDiagnostics(uri).filter(({ source }) => !source);
}

function signature(diagnostics: readonly Diagnostic[]): string {
  const placeOf = ({ start, end }: Diagnostic['range']) =>
    [start.line, start.character, end.line, end.character].join();
  return diagnostics.map(({ message, range }) => `${placeOf(range)} ${message}`).join('\n');
}

function saysTheSame(other: Diagnostic, ours: Diagnostic): boolean {
  const { sameAsInVscode } = ((ours as Diagnostic & Pick<ProtocolDiagnostic, 'data'>).data ?? {}) as DiagnosticData;
  if (!sameAsInVscode || !other.range.contains(ours.range)) return false;
  return new RegExp(sameAsInVscode).test(other.message);
}
