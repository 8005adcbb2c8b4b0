import { getLocation } from 'jsonc-parser';
import { type EvaluationKind, formatOf } from '../../document/runtime-id.ts';
import { textRange } from '../../document/text/text-range.ts';
import type { FolderEntry } from '../../platform/file-system.ts';
import { folderOf, isWithin, resolve } from '../../platform/paths.ts';
import type { OpenFile } from '../check/open-file.ts';
import { bodyLine } from './body/body-line.ts';
import { proposeEntries, type TypedPath } from './complete-entry.ts';
import { frontmatterPosition, yamlPosition } from './frontmatter/frontmatter-position.ts';
import type { Proposals } from './proposal.ts';

/** Keys whose values are paths, and whether only folders make sense there. */
const pathKeys: ReadonlyMap<string, { readonly isFolder: boolean }> = new Map([
  ['plugins', { isFolder: true }],
  ['add_dirs', { isFolder: true }],
  ['baseline_file', { isFolder: false }],
  ['history_file', { isFolder: false }],
  ['scaffold_script', { isFolder: false }],
]);

/** Lists of paths: everything else has one. */
const lists: ReadonlySet<string> = new Set(['plugins', 'add_dirs']);

interface TypedEvaluationPath extends TypedPath {
  /** Nothing outside this folder is offered: that of the plugin or skill. */
  readonly within: string;
  readonly isFolder: boolean;
}

/** The path that is typed at an offset; undefined where none belongs, or if it leads out of the plugin or skill. */
export function typedEvaluationPath(
  { document, file }: OpenFile,
  kind: EvaluationKind,
  offset: number,
): TypedEvaluationPath | undefined {
  const { evaluation, pluginRoot } = file;
  const base = evaluation?.root;
  if (!evaluation || base === undefined) return undefined;
  const isSet = formatOf(kind) === 'json';
  const found = isSet ? inputFile(document.text, offset) : yamlPath({ document, file }, kind, offset);
  if (!found) return undefined;
  const within = pluginRoot ?? (isSet ? base : folderOf(evaluation.evaluations));
  const { inside, name, isFolder } = found;
  const folder = resolve(base, inside);
  if (folder === undefined || !isWithin(base, within) || !isWithin(folder, within)) return undefined;
  const after = /^[\w.+-]*/.exec(bodyLine(document, offset).after)![0];
  return { folder, name: textRange(offset - name.length, offset + after.length), within, isFolder };
}

/** The entries of a folder that continue a path, and the folder above. */
export function proposeEvaluationPaths(
  path: TypedEvaluationPath,
  entries: readonly FolderEntry[] = [],
): Proposals | undefined {
  const fitting = path.isFolder ? entries.filter(({ type }) => type === 'folder') : entries;
  const above: readonly FolderEntry[] =
    path.isFolder && path.folder !== path.within ? [{ name: '..', type: 'folder' }] : [];
  return proposeEntries(path, [...fitting, ...above]);
}

/** The part of a path that is typed: folders, and the beginning of a name. */
interface TypedText {
  readonly inside: string;
  readonly name: string;
  readonly isFolder: boolean;
}

/** An item of `files` in an `evals.json`. */
function inputFile(text: string, offset: number): TypedText | undefined {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset);
  const isInList = path.length === 4 && path[0] === 'evals' && path[2] === 'files' && typeof path[3] === 'number';
  if (!isInList || isAtPropertyKey || previousNode?.type !== 'string') return undefined;
  const start = previousNode.offset + 1;
  if (offset < start || offset >= previousNode.offset + previousNode.length) return undefined;
  const [, inside, name] = /^((?:[^\\/]+\/)*)([\w.+-]*)$/.exec(text.slice(start, offset)) ?? [];
  return inside === undefined || name === undefined ? undefined : { inside, name, isFolder: false };
}

/** A value, or an item of a list, in a prompt, a definition or a grader. */
function yamlPath(
  { document }: Pick<OpenFile, 'document' | 'file'>,
  kind: EvaluationKind,
  offset: number,
): TypedText | undefined {
  const place = formatOf(kind) === 'yaml' ? yamlPosition(document, offset) : frontmatterPosition(document, offset);
  if (!place) return undefined;
  const isItem = place.role === 'start' && place.path.at(-1) === '-';
  const key = place.role === 'value' ? place.path.at(-1) : isItem ? place.path.at(-2) : undefined;
  const facts = key === undefined ? undefined : pathKeys.get(key);
  if (key === undefined || !facts) return undefined;
  const before = document.text.slice(place.typed.start, offset);
  const isInFlow = /^\s*\[/.test(before);
  // A list has to be begun, and what has one path has no list.
  if (isItem ? !lists.has(key) : lists.has(key) !== isInFlow) return undefined;
  const item = isInFlow ? before.slice(Math.max(before.lastIndexOf('['), before.lastIndexOf(',')) + 1) : before;
  const [, inside, name] = /^\s*["']?((?:[\w.+ -]+\/)*)([\w.+-]*)$/.exec(item) ?? [];
  return inside === undefined || name === undefined ? undefined : { inside, name, ...facts };
}
