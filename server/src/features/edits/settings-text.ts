import type { Session, SettingScope } from '../../catalog/session.ts';
import { readSettingsText } from '../../catalog/settings/session-settings.ts';
import { shownPath } from '../../catalog/shown-path.ts';
import { type JsonNode, readJson } from '../../document/json-document.ts';
import { jsonText } from '../../document/json-values.ts';
import { lineEndOf } from '../../document/text/line-end.ts';
import { textRange } from '../../document/text/text-range.ts';
import { folderOf } from '../../platform/paths.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { TextEdit } from '../../rules/rule.ts';
import { realLocation } from '../shown-skills/real-location.ts';
import { type EditableText, emptyText, type OpenTexts, readEditableText } from './editable-text.ts';

/** A settings file that may be changed. */
interface SettingsText extends EditableText {
  readonly path: string;
  /** The file does not exist yet. */
  readonly create: boolean;
  /** The settings in it, and their ranges; undefined if it is empty, and is then written completely. */
  readonly content: { readonly values: Readonly<Record<string, unknown>>; readonly root: JsonNode } | undefined;
}

/** Edits of a settings file, in offsets of its text. */
export interface SettingsChange {
  readonly settings: SettingsText;
  readonly edits: readonly TextEdit[];
}

/** Reads a settings file in order to change it, or returns why it must not be changed. */
export async function readSettingsToEdit(
  { path, scope }: { readonly path: string; readonly scope: SettingScope },
  session: Session,
  open: OpenTexts,
): Promise<SettingsText | Refusal> {
  const shown = shownPath(path, session);
  const linked = await linkRefusal(path, scope, session);
  if (linked) return linked;
  const read = await readEditableText(path, session.files, open);
  if (read === 'unreadable') return { problem: `${shown} cannot be read` };
  if (read === 'not-utf-8') return { problem: `${shown} is not valid UTF-8. Save it as UTF-8 first` };
  if (read === 'absent') return { ...emptyText(path), path, create: true, content: undefined };
  // A space of the same length keeps the offsets: some editors keep the byte order mark in the text.
  const text = read.text.replace(/^\uFEFF/, ' ');
  if (text.trim() === '') return { ...read, path, create: false, content: undefined };
  const values = readSettingsText(text);
  if (typeof values === 'string') return { problem: `${shown}: ${values}. Fix it first` };
  const { root } = readJson(text);
  if (!root) return { problem: `${shown} is too large to change from here. Edit the file yourself` };
  return { ...read, path, create: false, content: { values, root } };
}

/** The edit that writes these settings into an empty file. */
export function writeNewFile({ text }: SettingsText, values: object): TextEdit {
  const written = jsonText(values).replaceAll('\n', lineEndOf(text));
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  return { range: textRange(start, text.length), newText: written };
}

/** A repository must not choose which file is written when the user changes its settings. */
async function linkRefusal(path: string, scope: SettingScope, session: Session): Promise<Refusal | undefined> {
  // Users may keep their own settings folder anywhere.
  const folder = scope === 'user' ? folderOf(path) : session.folder;
  if (folder === undefined) return undefined;
  const place = await realLocation(path, folder, session.files);
  const shown = shownPath(path, session);
  if (place.kind === 'nowhere') {
    const link = shownPath(place.link, session);
    const what = place.link === path ? 'it' : link;
    return { problem: `${shown} cannot be written because ${what} is a broken link. Remove the link first` };
  }
  if (place.isLink)
    return { problem: `${shown} is a link to ${shownPath(place.path, session)}. Edit that file instead` };
  if (place.kind === 'inside') return undefined;
  return {
    problem: `${shown} is actually ${shownPath(place.path, session)}, outside this project, because a parent folder is a link. Edit that file instead`,
  };
}
