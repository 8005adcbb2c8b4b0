import { URI } from 'vscode-uri';
import type { Session } from '../../catalog/session.ts';
import { shownPath } from '../../catalog/shown-path.ts';

/** A text of a file in a sentence of an answer, which shows what is between backticks as code. */
export function inCode(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}

/** A file or folder as an answer links to it. */
export function linkTo(
  path: string,
  session: Pick<Session, 'folder' | 'environment'>,
): { readonly label: string; readonly uri: string } {
  return { label: shownPath(path, session), uri: URI.file(path).toString() };
}
