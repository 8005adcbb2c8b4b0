import { rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type ArchivedSkill, readArchivedSkills } from '../../archive/archived-skills.ts';
import { folderNameFault } from '../../archive/folder-name.ts';
import { counted } from '../../document/text/numbers.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { type ExitCode, exitCode, UsageError } from '../exit-code.ts';
import { absolutePath } from '../session-options.ts';
import { asking, noCancel, openApi, printAnswer } from './api-call.ts';
import type { DownloadOptions } from './upload-options.ts';

/** Downloads a version of a skill into a folder that does not exist yet. */
export async function downloadSkill(id: string, options: DownloadOptions): Promise<ExitCode> {
  const api = openApi(options);
  const version = await asking(api, async () => {
    const wanted = options.versionId ?? (await api.skill(id, noCancel)).latestVersion;
    return api.version(id, wanted, noCancel);
  });
  const folder = absolutePath(process.cwd(), options.out ?? nameOf(version.name));
  // Before anything is downloaded, and once more by the folder's creation.
  if ((await blockingFileSystem.typeOf(folder)) !== undefined) throw new UsageError(`Already exists: ${folder}`);
  const archive = await asking(api, () => api.download(id, version.id, noCancel));
  const { skill, leftOut } = await skillIn(archive);
  await fill(folder, skill);
  const files = skill.files.map(({ path }) => path);
  printAnswer(options, { folder, skill: id, version: version.id, files, leftOut }, [
    `Downloaded ${version.name}, version ${version.id}, into ${folder}: ${counted(files.length, 'file')}`,
    ...(leftOut.length > 0 ? [`Without hidden files: ${leftOut.join(', ')}`] : []),
  ]);
  return exitCode.clean;
}

/** The name comes from the API: as a folder, it must be one on every system. */
function nameOf(name: string): string {
  if (folderNameFault(name) === undefined && !name.startsWith('.')) return name;
  throw new UsageError('The name of the uploaded skill cannot be used for a folder; choose one with --out');
}

async function skillIn(
  archive: Uint8Array,
): Promise<{ readonly skill: ArchivedSkill; readonly leftOut: readonly string[] }> {
  const found = await readArchivedSkills(archive);
  if ('problem' in found) throw new UsageError(`Nothing was written: ${found.problem}`);
  const { skills, leftOut } = found;
  const [skill, ...others] = skills;
  if (skill && others.length === 0) return { skill, leftOut };
  throw new UsageError(`Nothing was written: the archive has ${skill ? 'several skills' : 'no SKILL.md'}`);
}

/** Creates the folder with all files, or leaves nothing. The SKILL.md is last, so that an incomplete skill is never loaded. */
async function fill(folder: string, { files }: ArchivedSkill): Promise<void> {
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    // Fails if it exists, even as a broken link.
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(code === 'EEXIST' ? `Already exists: ${folder}` : `Cannot be created: ${folder} (${code})`);
  }
  process.once('exit', remove);
  try {
    const isOwn = ({ path }: { readonly path: string }) => /^skill\.md$/i.test(path);
    for (const { path, bytes } of [...files.filter((it) => !isOwn(it)), ...files.filter(isOwn)]) {
      await mkdir(dirname(`${folder}/${path}`), { recursive: true });
      await writeFile(`${folder}/${path}`, bytes, { flag: 'wx' });
    }
  } catch (error) {
    remove();
    throw new UsageError(`Nothing was written: ${(error as NodeJS.ErrnoException).code ?? error}`);
  } finally {
    process.off('exit', remove);
  }
}
