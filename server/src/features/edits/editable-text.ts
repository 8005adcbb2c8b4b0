import { URI } from 'vscode-uri';
import { LineIndex } from '../../document/text/line-index.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { FileEdit } from '../../protocol.ts';
import type { TextEdit } from '../../rules/rule.ts';
import { toLspEdit } from '../text/lsp-range.ts';

/** A text in an editor, as of one version. */
export interface OpenText {
  readonly uri: string;
  readonly version: number;
  readonly text: string;
}

/** The text that an editor has open for a path; undefined for others. */
export type OpenTexts = (path: string) => OpenText | undefined;

/** No editor has any file open. */
export const nothingOpen: OpenTexts = () => undefined;

/** The text that edits of a file apply to: that of the editor, else that on disk without its byte order mark. */
export interface EditableText {
  readonly uri: string;
  readonly text: string;
  /** Undefined if the file is not open. */
  readonly version: number | undefined;
}

/** Why the text of a file cannot be edited. */
export type NotEditable = 'absent' | 'unreadable' | 'not-utf-8';

/** Reads the text that edits of a file apply to. The bytes matter even if it is open: saving rewrites them all. */
export async function readEditableText(
  path: string,
  files: FileSystem,
  open: OpenTexts,
): Promise<EditableText | NotEditable> {
  const bytes = await files.readFile(path);
  if (!bytes && (await files.typeOf(path)) !== undefined) return 'unreadable';
  const onDisk = bytes && decodeStrictly(bytes);
  if (bytes && onDisk === undefined) return 'not-utf-8';
  const inEditor = open(path);
  if (inEditor) return inEditor;
  return onDisk === undefined ? 'absent' : { uri: URI.file(path).toString(), text: onDisk, version: undefined };
}

/** The text of a file that does not exist yet. */
export function emptyText(path: string): EditableText {
  return { uri: URI.file(path).toString(), text: '', version: undefined };
}

/** Edits for the editor, by lines and characters, with what identifies the text they are for. */
export async function toFileEdit({ uri, text, version }: EditableText, edits: readonly TextEdit[]): Promise<FileEdit> {
  const lines = new LineIndex(text);
  const ordered = edits.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  return {
    uri,
    ...(version !== undefined && { version }),
    fingerprint: await fingerprintOf(text),
    edits: ordered.map((edit) => toLspEdit(lines, edit)),
  };
}

/** Equal for texts that differ only in line endings and a byte order mark. */
async function fingerprintOf(text: string): Promise<string> {
  const same = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(same));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Undefined for bytes that are not UTF-8: writing their text back would change them permanently. */
function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
