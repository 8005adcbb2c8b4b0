import { commands, type Disposable, languages, Uri, workspace } from 'vscode';
import { KeptTexts } from '../views/kept-texts.ts';
import { VirtualDocuments } from '../views/virtual-documents.ts';

const scheme = 'skillwright-report';

/** Characters that are not allowed in the path of such a document, whose last part is the title of a tab. */
const notInTitles = /[/\\?#\r\n\t]+/g;

/** Reports as read-only documents. Each stays as it was when it was made. */
export class ReportDocuments implements Disposable {
  readonly #texts = new KeptTexts();
  readonly #documents = new VirtualDocuments(scheme, async ({ query }) => {
    return this.#texts.get(query) ?? 'This report is no longer available. Run the command again to create it.';
  });

  /** Shows a report as the markdown that it is: rendered, without scripts, images or commands. */
  async open(title: string, text: string): Promise<void> {
    const uri = this.uriOf(title, text);
    const document = await workspace.openTextDocument(uri);
    await languages.setTextDocumentLanguage(document, 'markdown');
    await commands.executeCommand('vscode.openWith', uri, 'vscode.markdown.preview.editor');
  }

  /** The read-only document of a report, as the text that it is. */
  uriOf(title: string, text: string): Uri {
    const key = this.#texts.keyOf(text);
    return Uri.from({ scheme, path: `/${title.replace(notInTitles, ' ').trim()}`, query: key });
  }

  dispose(): void {
    this.#documents.dispose();
  }
}
