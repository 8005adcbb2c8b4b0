import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem, FolderEntry } from '../../platform/file-system.ts';
import { relativePath } from '../../platform/paths.ts';

/** A file or folder of a case that the runner does not read, because of its name or its place. */
export interface MisnamedPart {
  /** Relative to the folder of the case. */
  readonly name: string;
  /** The name or the place at which it would be read; `server` is a folder with the name of a server. */
  readonly meant: 'prompt.md' | 'case.yaml' | 'graders' | 'mocks' | 'server';
}

const fileNames: readonly (readonly [RegExp, MisnamedPart['meant']])[] = [
  [/^prompts?\.(?:md|markdown|txt)$/i, 'prompt.md'],
  [/^cases?\.ya?ml$/i, 'case.yaml'],
];

const folderNames: readonly (readonly [RegExp, MisnamedPart['meant']])[] = [
  [/^graders?$/i, 'graders'],
  [/^mocks?$/i, 'mocks'],
];

/** Folders in `graders` that are looked into. */
const maxFolders = 20;

/** Finds what was evidently meant as a part of a case, and mocks for all cases in a folder of evaluations. */
export async function findMisnamedParts(
  folder: string,
  evaluations: string,
  files: FileSystem,
): Promise<readonly MisnamedPart[]> {
  const shared = folder === evaluations ? [] : await misnamedIn(evaluations, files, folderNames.slice(1));
  const above = shared.map(({ name, meant }) => ({ name: relativePath(folder, `${evaluations}/${name}`), meant }));
  const entries = (await files.readFolder(`${folder}/graders`)) ?? [];
  return [
    ...(await misnamedIn(folder, files, folderNames)),
    ...(await mocksWithoutServer(folder, files)),
    ...(await foldersOfGraders(folder, entries, files)),
    ...above,
  ];
}

async function misnamedIn(
  folder: string,
  files: FileSystem,
  ofFolders: typeof folderNames,
): Promise<readonly MisnamedPart[]> {
  const entries = (await files.readFolder(folder)) ?? [];
  // Where case makes no difference, another spelling is read, too.
  const isRead = async (name: string) => (await files.typeOf(`${folder}/${name}`)) !== undefined;
  const found = entries.flatMap(({ name, type }) => {
    const names = type === 'folder' ? ofFolders : type === 'file' ? fileNames : [];
    const meant = names.find(([pattern]) => pattern.test(name))?.[1];
    return meant === undefined || meant === name ? [] : [{ name, type, meant }];
  });
  const parts = await Promise.all(
    found.map(async ({ name, type, meant }): Promise<MisnamedPart[]> => {
      const isOther = !(await isRead(meant)) || (type === 'folder' && name.toLowerCase() !== meant);
      const path = `${folder}/${name}`;
      const isMeant = type === 'file' || (await (meant === 'mocks' ? hasMocks(path, files) : hasTyped(path, files)));
      return isOther && isMeant ? [{ name, meant }] : [];
    }),
  );
  return parts.flat();
}

/** Mocks that are not in the folder of a server. */
async function mocksWithoutServer(folder: string, files: FileSystem): Promise<MisnamedPart[]> {
  const entries = (await files.readFolder(`${folder}/mocks`)) ?? [];
  const mocks = entries.filter((entry) => isMarkdown(entry) && !/^readme\.md$/i.test(entry.name)).slice(0, maxFolders);
  return mocks.map(({ name }) => ({ name: `mocks/${name}`, meant: 'server' }));
}

/** Folders with graders in that of the graders. */
async function foldersOfGraders(
  folder: string,
  entries: readonly FolderEntry[],
  files: FileSystem,
): Promise<MisnamedPart[]> {
  const folders = entries.filter(({ type }) => type === 'folder').slice(0, maxFolders);
  const have = await Promise.all(folders.map(({ name }) => hasTyped(`${folder}/graders/${name}`, files)));
  return folders.filter((_, at) => have[at]).map(({ name }) => ({ name: `graders/${name}`, meant: 'graders' }));
}

/** Whether folders with Markdown files are in a folder. */
async function hasMocks(folder: string, files: FileSystem): Promise<boolean> {
  const servers = ((await files.readFolder(folder)) ?? []).filter(({ type }) => type === 'folder').slice(0, maxFolders);
  const listed = await Promise.all(servers.map(({ name }) => files.readFolder(`${folder}/${name}`)));
  return listed.some((entries) => entries?.some(isMarkdown));
}

/** Whether a folder has a grader: other Markdown files may be notes. */
async function hasTyped(folder: string, files: FileSystem): Promise<boolean> {
  const entries = ((await files.readFolder(folder)) ?? []).filter(isMarkdown).slice(0, maxFolders);
  const texts = await Promise.all(entries.map(({ name }) => files.readFile(`${folder}/${name}`, maxBytes)));
  return texts.some(
    (bytes) => bytes && /^\uFEFF?---[ \t]*\r?\n[\s\S]*?^type[ \t]*:/m.test(decodeText(bytes.subarray(0, headLength))),
  );
}

/** A larger file is not read, and only its beginning is searched for a key. */
const maxBytes = 1 << 16;
const headLength = 2_000;

function isMarkdown({ name, type }: FolderEntry): boolean {
  return type === 'file' && name.endsWith('.md');
}
