import type { Location } from 'vscode-languageserver-types';
import { URI } from 'vscode-uri';
import { readDocument } from '../../document/read-document.ts';
import type { FileKind, RuntimeId } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { LineIndex } from '../../document/text/line-index.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { type OpenTexts, readEditableText } from '../edits/editable-text.ts';
import { toLspRange } from '../text/lsp-range.ts';
import { headingAt, valueRange } from './subject-at.ts';

/** How files are read that are not open. */
export interface Texts {
  readonly files: FileSystem;
  readonly open: OpenTexts;
  readonly runtime: RuntimeId;
}

/** A range of a text as the protocol writes it. */
export function locationIn(uri: string, text: string, range: TextRange): Location {
  return { uri, range: toLspRange(new LineIndex(text), range) };
}

/** Where a skill or agent has its name, or else the beginning of its file; undefined if that cannot be read. */
export async function nameLocation(path: string, kind: FileKind, texts: Texts): Promise<Location | undefined> {
  const found = await readText(path, kind, texts);
  if (!found) return undefined;
  const field = found.document.frontmatter.fields.get('name');
  return locationIn(found.uri, found.document.text, field ? valueRange(field, found.document) : textRange(0, 0));
}

/** A file, or a heading in it; of a folder, what it is for. Empty if nothing is there. */
export async function fileLocations(path: string, anchor: string | undefined, texts: Texts): Promise<Location[]> {
  const type = await texts.files.typeOf(path);
  if (type === 'folder') return (await filesOfFolder(path, texts.files)).map((file) => startOf(file, texts));
  if (type !== 'file') return [];
  const found = anchor ? await readText(path, undefined, texts) : undefined;
  const heading = found?.document.body.headings[headingAt(anchor!, found.document)];
  return [heading ? locationIn(found!.uri, found!.document.text, heading.range) : startOf(path, texts)];
}

function startOf(path: string, { open }: Texts): Location {
  const start = { line: 0, character: 0 };
  return { uri: open(path)?.uri ?? URI.file(path).toString(), range: { start, end: start } };
}

/** How many files of a folder are shown. */
const maxFiles = 100;

/** The file that says what a folder is, if it is a skill or a plugin. */
export async function fileOfFolder(folder: string, files: FileSystem): Promise<string | undefined> {
  for (const path of [`${folder}/SKILL.md`, `${folder}/.claude-plugin/plugin.json`]) {
    if ((await files.typeOf(path)) === 'file') return path;
  }
  return undefined;
}

/** The files that a folder in a manifest stands for: the skill or plugin that it is, or the skills, commands or agents in it. */
async function filesOfFolder(folder: string, files: FileSystem): Promise<string[]> {
  const own = await fileOfFolder(folder, files);
  if (own !== undefined) return [own];
  const entries = ((await files.readFolder(folder)) ?? []).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const found = entries.slice(0, maxFiles).map(async ({ name, type }) => {
    const path = type === 'folder' ? `${folder}/${name}/SKILL.md` : `${folder}/${name}`;
    return path.endsWith('.md') && (await files.typeOf(path)) === 'file' ? path : undefined;
  });
  return (await Promise.all(found)).filter((path) => path !== undefined);
}

async function readText(
  path: string,
  kind: FileKind | undefined,
  { files, open, runtime }: Texts,
): Promise<{ readonly uri: string; readonly document: SkillDocument } | undefined> {
  const read = await readEditableText(path, files, open);
  return typeof read === 'string' ? undefined : { uri: read.uri, document: readDocument(read.text, runtime, kind) };
}
