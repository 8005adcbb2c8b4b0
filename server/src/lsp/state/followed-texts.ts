import type { TextDocument } from 'vscode-languageserver-textdocument';
import { readDocument } from '../../document/read-document.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { OpenTexts } from '../../features/edits/editable-text.ts';
import { type FollowedText, followedFile, otherNamingFile } from '../../features/navigation/followed-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { isOnDisk, resourcePath } from '../resource-path.ts';
import type { OpenDocuments } from './open-documents.ts';
import type { ResourceSettings } from './settings.ts';

/*
 * Files that are only followed (the Markdown files of a skill, CLAUDE.md, rules) are `FollowedText`s, not `OpenFile`s:
 * no rule sees them. The extension selects them by folder names that skills use, and the server looks for a SKILL.md
 * above each, so that other Markdown stays fast.
 */

/** The open texts in which names and paths can be followed. Those that are not checked are only read when asked for. */
export class FollowedTexts {
  readonly #documents: OpenDocuments;
  readonly #settings: ResourceSettings;
  readonly #files: FileSystem;
  /** The last version that was read of each text that is not checked. */
  readonly #read = new WeakMap<TextDocument, { readonly version: number; readonly document: SkillDocument }>();

  constructor(documents: OpenDocuments, settings: ResourceSettings, files: FileSystem) {
    this.#documents = documents;
    this.#settings = settings;
    this.#files = files;
  }

  /** The text that the editor has open for a file. */
  readonly inEditor: OpenTexts = (path) => this.#documents.textAt(path);

  /** The newest state of an open text; undefined if it is not open, or nothing in it is followed. */
  async of(uri: string): Promise<FollowedText | undefined> {
    const checked = await this.#documents.read(uri);
    if (checked) return followedFile(checked);
    const file = isOnDisk(uri) ? await otherNamingFile(resourcePath(uri), this.#files) : undefined;
    if (!file) return undefined;
    const { runtime } = await this.#settings.of(uri);
    const text = this.#documents.texts.get(uri);
    if (!text) return undefined;
    const known = this.#read.get(text);
    const isKnown = known?.version === text.version && known.document.runtime === runtime;
    const document = isKnown ? known.document : readDocument(text.getText(), runtime, file.kind);
    this.#read.set(text, { version: text.version, document });
    return { uri, version: text.version, document, file };
  }
}
