import { findPluginRoot, KnownPlugins } from '../../../catalog/discover/plugin-root.ts';
import { locationOfPath } from '../../../catalog/file/file-location.ts';
import { findMentionedFiles, projectOf } from '../../../catalog/file/mentioned-files.ts';
import type { Session } from '../../../catalog/session.ts';
import { withoutSecrets } from '../../../dialect/secrets/find-secrets.ts';
import { readDocument } from '../../../document/read-document.ts';
import { isEvaluationKind, isJsonKind, type RuntimeId } from '../../../document/runtime-id.ts';
import { LineIndex } from '../../../document/text/line-index.ts';
import { BoundedWalk } from '../../../platform/bounded-walk.ts';
import { SMALL_WALK } from '../../../platform/bounds.ts';
import { decodeText } from '../../../platform/decode-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { mapConcurrently } from '../../../platform/map-concurrently.ts';
import { folderOf, foldersAbove, isInside, isWithin, relativeTo } from '../../../platform/paths.ts';
import { isTrustedJson, jsonTrustItems } from './json-trust-items.ts';
import { scriptItems } from './script-items.ts';
import { documentItems, hiddenItems, invisibleItems, shownItems } from './text-items.ts';
import { type TrustItem, trustKinds } from './trust-item.ts';
import type { TrustSubject } from './trust-subject.ts';

/** A file that was reviewed. */
export interface ReviewedFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly hash: string;
}

/** Everything that some files are granted and could do. */
export interface TrustReview {
  /** By path. */
  readonly files: readonly ReviewedFile[];
  /** By kind, path and line. */
  readonly items: readonly TrustItem[];
  /** SHA-256 over the files and the items: another one after any change. In hexadecimal. */
  readonly hash: string;
  /** Files that could not be read, one sentence each without full stop. */
  readonly notes: readonly string[];
}

/** Files that are read at a time. */
const concurrency = 8;

/** Files of one review. */
const maxFiles = 5_000;

/** Leftovers of tools, and the history of a repository. What packages bring along is not the author's. */
const skippedFolders: ReadonlySet<string> = new Set(['.git', 'node_modules', '__pycache__']);

/** Reviews files and folders. Paths in the hash are relative, so that it does not depend on the machine. */
export async function reviewTrust(
  { roots, folder: named }: Pick<TrustSubject, 'roots' | 'folder'>,
  { files, runtime }: Pick<Session, 'files' | 'runtime'>,
): Promise<TrustReview> {
  const notes: string[] = [];
  const found = new Map<string, string | undefined>();
  for (const root of new Set(roots)) await listFiles(root, files, found, notes);
  const realRoots = await Promise.all([...roots, named].map(async (root) => (await files.realPath(root)) ?? root));
  if (found.size > maxFiles) notes.push(`Only the first ${maxFiles} of ${found.size} files were reviewed`);
  const paths = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, maxFiles);
  const reviewed = await mapConcurrently(paths, concurrency, async ([path, pluginRoot]) => {
    const [bytes, real] = await Promise.all([files.readFile(path), files.realPath(path)]);
    if (real !== undefined && !realRoots.some((root) => isWithin(real, root)))
      notes.push(`${path} is a link to ${real}`);
    if (!bytes) {
      notes.push(`Could not read ${path} (${(await files.whyUnreadable(path, 'file')) ?? 'it is gone'})`);
      return undefined;
    }
    const file: ReviewedFile = { path, bytes: bytes.length, hash: await sha256(bytes) };
    const items = await withCosts(itemsOf(path, bytes, pluginRoot, runtime), path, bytes, pluginRoot, files);
    return { file, items: items.map((item) => ({ ...item, text: withoutSecrets(item.text) })) };
  });
  const read = reviewed.filter((it) => it !== undefined);
  const items = read.flatMap((it) => it.items).sort(byKindAndPlace);
  const list = read.map(({ file }) => file);
  const relative = (path: string) => (isInside(path, named) ? relativeTo(path, named) : path);
  const hashed = JSON.stringify([
    list.map(({ path, hash }) => [relative(path), hash]),
    items.map(({ kind, path, line, text }) => [kind, relative(path), line, text]),
  ]);
  return { files: list, items, hash: await sha256(new TextEncoder().encode(hashed)), notes: notes.sort() };
}

async function listFiles(
  root: string,
  files: FileSystem,
  found: Map<string, string | undefined>,
  notes: string[],
): Promise<void> {
  const pluginRoot = await findPluginRoot([root, ...foldersAbove(root)], files, new KnownPlugins());
  if ((await files.typeOf(root)) === 'file') {
    found.set(root, pluginRoot);
    return;
  }
  const walk = new BoundedWalk(files, SMALL_WALK);
  const visit = async (folder: string, depth: number): Promise<void> => {
    for (const { name, type } of await walk.enter(folder, depth)) {
      const path = `${folder}/${name}`;
      if (type === 'file' && !found.has(path)) found.set(path, pluginRoot);
      else if (type === 'folder' && !skippedFolders.has(name)) await visit(path, depth + 1);
      else if (type === 'folder') notes.push(`${path} is not reviewed`);
    }
  };
  if ((await files.typeOf(root)) === 'folder') await visit(root, 0);
  if (walk.cut !== undefined) notes.push(`Only ${walk.cut} were reviewed in ${root}`);
  for (const { path, reason } of walk.unreadable) notes.push(`Could not read ${path} (${reason})`);
}

function itemsOf(
  path: string,
  bytes: Uint8Array,
  pluginRoot: string | undefined,
  runtime: RuntimeId,
): readonly TrustItem[] {
  if (bytes.subarray(0, 8_000).includes(0)) {
    const isScript = scriptItems(path, '') !== undefined;
    return isScript ? [{ kind: 'script', path, line: undefined, text: 'a program, which cannot be read here' }] : [];
  }
  const text = decodeText(bytes);
  if (/\.(md|markdown)$/i.test(path)) {
    const kind = locationOfPath(path, pluginRoot)?.kind;
    const document = readDocument(text, runtime);
    const isReference = kind === undefined || isJsonKind(kind) || isEvaluationKind(kind);
    return [
      ...(isReference ? [] : documentItems(document, kind, path)),
      ...shownItems(document, path),
      ...hiddenItems(document, path),
    ];
  }
  const json = isTrustedJson(path, pluginRoot !== undefined) ? jsonTrustItems(text, path) : [];
  const lines = new LineIndex(text);
  return [...json, ...(scriptItems(path, text) ?? []), ...invisibleItems(text, path, (offset) => lines.lineAt(offset))];
}

/** With the tokens of the texts that are attached, as far as they are found from the file. */
async function withCosts(
  items: readonly TrustItem[],
  path: string,
  bytes: Uint8Array,
  pluginRoot: string | undefined,
  files: FileSystem,
): Promise<readonly TrustItem[]> {
  if (!items.some(({ kind }) => kind === 'attachment')) return items;
  const folders = { skill: folderOf(path), project: projectOf(foldersAbove(path), undefined), plugin: pluginRoot };
  const mentioned = await findMentionedFiles(decodeText(bytes), folders, files);
  return items.map((item) => {
    const size = item.kind === 'attachment' ? mentioned.get(item.text)?.size : undefined;
    return size ? { ...item, tokens: size.tokens } : item;
  });
}

function byKindAndPlace(a: TrustItem, b: TrustItem): number {
  const byKind = trustKinds.indexOf(a.kind) - trustKinds.indexOf(b.kind);
  if (byKind !== 0) return byKind;
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return (a.line ?? -1) - (b.line ?? -1);
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
