import { env, Uri, type Webview, type WebviewOptions } from 'vscode';

/** The pages in `webviews`, by the names of their files. */
type WebviewPage = 'answer' | 'budget' | 'budget-meter' | 'preview' | 'results' | 'run' | 'sessions';

/** Pages may run scripts, and load files only from their own folder. */
export function pageOptions(extension: Uri): WebviewOptions {
  return { enableScripts: true, localResourceRoots: [pagesFolder(extension)] };
}

/**
 * The HTML of a webview: an empty body, one script and one style sheet, both named `page`. All content arrives
 * in messages and is inserted as text.
 */
export function pageHtml(webview: Webview, extension: Uri, page: WebviewPage, title: string): string {
  const nonce = globalThis.crypto.randomUUID();
  const file = (name: string) => webview.asWebviewUri(Uri.joinPath(pagesFolder(extension), name)).toString();
  // Pictures that runs have made are in messages; nothing is loaded.
  const pictures = page === 'results' ? ' img-src data:;' : '';
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}';${pictures} base-uri 'none'; form-action 'none'`;
  return `<!DOCTYPE html>
<html lang="${escaped(env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${file(`${page}.css`)}" nonce="${nonce}">
</head>
<body>
<script type="module" src="${file(`${page}.js`)}" nonce="${nonce}"></script>
</body>
</html>
`;
}

function pagesFolder(extension: Uri): Uri {
  return Uri.joinPath(extension, 'dist', 'webviews');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
