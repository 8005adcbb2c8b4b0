import { CompletionItemKind } from 'vscode-languageserver-types';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import type { FolderEntry } from '../../platform/file-system.ts';
import { isWithin, resolve } from '../../platform/paths.ts';
import type { BodyLine } from './body/body-line.ts';
import type { Proposal, Proposals } from './proposal.ts';

/** The most entries of a folder that are offered. */
const maxEntries = 500;

/** A path that is typed, up to the cursor. */
export interface TypedPath {
  /** The folder whose entries continue it. Absolute. */
  readonly folder: string;
  /** The name of the entry as far as it is typed, with its continuation after the cursor. */
  readonly name: TextRange;
}

/** A mention of a file, as a word that begins with `@`. */
const afterAt = /(?:^|\s)@((?:[\w.+-]+\/)*)([\w.+-]*)$/;
/** Also `"$CLAUDE_PROJECT_DIR"/…`. */
const afterVariable = /\$(?:\{(\w{1,40})\}|(\w{1,40}))"?\/((?:[\w.+-]+\/)*)([\w.+-]*)$/;

/** The path after `@`, relative to a folder. */
export function typedMention(line: BodyLine, base: string | undefined): TypedPath | undefined {
  const [, inside = '', name = ''] = afterAt.exec(line.before) ?? [undefined];
  return afterAt.test(line.before) ? typedIn(base, inside, name, line) : undefined;
}

/** The path after a variable. */
export function typedAfterVariable(
  line: BodyLine,
  bases: Readonly<Record<string, string | undefined>>,
): TypedPath | undefined {
  const found = afterVariable.exec(line.before);
  if (!found) return undefined;
  const [, braced, bare, inside = '', name = ''] = found;
  return typedIn(bases[(braced ?? bare)!], inside, name, line);
}

function typedIn(
  base: string | undefined,
  inside: string,
  name: string,
  { offset, after }: BodyLine,
): TypedPath | undefined {
  const folder = base === undefined ? undefined : resolve(base, inside);
  if (folder === undefined || !isWithin(folder, base)) return undefined;
  const end = offset + (/^[\w.+-]*/.exec(after)?.[0].length ?? 0);
  return { folder, name: textRange(offset - name.length, end) };
}

/** The entries of a folder, folders first. What has whitespace in its name would need quotes. */
export function proposeEntries({ name }: TypedPath, entries: readonly FolderEntry[] = []): Proposals | undefined {
  const items = entries
    .filter((entry) => /^[\w.+-]+$/.test(entry.name) && entry.name !== '.git')
    .toSorted((a, b) => Number(b.type === 'folder') - Number(a.type === 'folder') || (a.name < b.name ? -1 : 1))
    .slice(0, maxEntries)
    .map(
      ({ name: label, type }): Proposal =>
        type === 'folder'
          ? { label: `${label}/`, kind: CompletionItemKind.Folder, text: `${label}/` }
          : { label, kind: CompletionItemKind.File, text: label },
    );
  return items.length === 0 ? undefined : { replace: name, items };
}
