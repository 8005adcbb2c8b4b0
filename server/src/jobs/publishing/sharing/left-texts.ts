import { readDocument } from '../../../document/read-document.ts';
import { LineIndex } from '../../../document/text/line-index.ts';
import type { TextRange } from '../../../document/text/text-range.ts';
import type { OpenTexts } from '../../../features/edits/editable-text.ts';
import { nothingOpen, readEditableText } from '../../../features/edits/editable-text.ts';
import { isFileReference } from '../../../features/references/reference.ts';
import { referencesIn } from '../../../features/references/references-in.ts';
import { namingFiles, type SessionText, textsWith } from '../../../features/references/session-files.ts';
import type { LeftPlaces } from '../../../features/rename/edited-files.ts';
import type { ShownSession } from '../../../features/shown-skills/shown-session.ts';
import { BoundedWalk, entriesBelow } from '../../../platform/bounded-walk.ts';
import { SKILL_WALK } from '../../../platform/bounds.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { isWithin, join } from '../../../platform/paths.ts';
import { spelledPaths } from './folder-spellings.ts';
import type { MovedSkill } from './moved-skill.ts';

/** A place in a text that a change leaves as it is, although it may not hold any longer. */
export interface LeftText {
  readonly path: string;
  /** Zero-based. */
  readonly line: number;
  readonly written: string;
  /** Why it stays, and what to do; a sentence without full stop. */
  readonly reason: string;
}

/** Files that are larger hold no text that somebody writes. */
const maxBytes = 262_144;

/** Collects what a change leaves as it is; each place once. */
export class LeftTexts {
  readonly #found = new Map<string, LeftText & { readonly start: number }>();

  /** In the order of files and lines. */
  result(): LeftText[] {
    const ordered = [...this.#found.values()].sort(
      (a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) || a.start - b.start,
    );
    return ordered.map(({ path, line, written, reason }) => ({ path, line, written, reason }));
  }

  /** A path to what is moved, in a text in which Claude Code replaces no variables. */
  addPath({ file, read }: SessionText, range: TextRange, isMoved: boolean): void {
    const reason = isMoved
      ? 'Claude Code replaces no variables here; write a path that begins at the folder of the skill'
      : 'An installed plugin is elsewhere on each machine; name the skill instead of its path';
    this.#add(file.path, read.text, range, reason);
  }

  /** Names that may mean a skill. */
  addNames(places: readonly LeftPlaces[]): void {
    for (const { path, read, ranges } of places) {
      const isSettings = /\/settings(?:\.local)?\.json$/.test(path);
      const reason = isSettings
        ? '`skillOverrides` does not apply to the skills of plugins, so this has no effect; remove it'
        : 'This may be the skill, or something else of the same name';
      for (const range of ranges) this.#add(path, read.text, range, reason);
    }
  }

  /** Paths in what skills bundle and nobody reads as references, such as scripts. */
  async addFilesOf(moved: readonly MovedSkill[], files: FileSystem): Promise<void> {
    const walk = new BoundedWalk(files, SKILL_WALK);
    for (const { from, skill } of moved) {
      if (from === skill.path) continue;
      for await (const { path: relative, type } of entriesBelow(from, walk)) {
        const path = join(from, relative);
        const size = type === 'file' && path !== skill.path ? await files.sizeOf(path) : undefined;
        if (size === undefined || size > maxBytes) continue;
        const read = await readEditableText(path, files, nothingOpen);
        if (typeof read === 'string' || read.text.includes('\0')) continue;
        for (const { spellings } of moved) {
          for (const { range } of spelledPaths(read.text, spellings)) {
            const reason = 'The installed plugin does not have this path; begin at the folder of the file itself';
            this.#add(path, read.text, range, reason);
          }
        }
      }
    }
  }

  /** Links from what is moved to what the plugin does not have. */
  async addLinksOutOf(
    plugin: string,
    moved: readonly MovedSkill[],
    sessions: readonly ShownSession[],
    { files, open }: { readonly files: FileSystem; readonly open: OpenTexts },
  ): Promise<void> {
    const isIn = (path: string) => isWithin(path, plugin) || moved.some(({ from }) => isWithin(path, from));
    for (const session of sessions) {
      const own = (await namingFiles(session, files)).filter(({ path }) => moved.some((it) => isWithin(path, it.from)));
      for (const { file, read } of await textsWith([''], own, files, open)) {
        const document = readDocument(read.text, session.catalog.runtime, file.kind);
        for (const { target, range } of referencesIn(document, file).filter(isFileReference)) {
          if (isIn(target.path) || (await files.typeOf(target.path)) === undefined) continue;
          this.#add(
            file.path,
            read.text,
            range,
            'The installed plugin does not have this file; copy it into the skill',
          );
        }
      }
    }
  }

  #add(path: string, text: string, range: TextRange, reason: string): void {
    const key = JSON.stringify([path, range.start]);
    if (this.#found.has(key)) return;
    const { line } = new LineIndex(text).positionAt(range.start);
    this.#found.set(key, { path, line, start: range.start, written: text.slice(range.start, range.end), reason });
  }
}
