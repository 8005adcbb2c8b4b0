import { type ZippableFile, zipSync } from 'fflate';
import type { UploadFile } from './upload-files.ts';

/** The time of every file: the archive depends on nothing but the names and contents. In local time, as ZIP has it. */
const time = new Date(1980, 0, 2, 12);

/** Unix, so that scripts stay executable. */
const unix = 3;
const modes = { file: 0o100644, program: 0o100755 };

/**
 * A ZIP archive with the files under one folder. The same files give the same bytes, on every system.
 *
 * @param files sorted
 */
export function uploadArchive(folderName: string, files: readonly UploadFile[]): Uint8Array {
  const entries = files.map(({ path, bytes, isExecutable }): [string, ZippableFile] => {
    const mode = isExecutable ? modes.program : modes.file;
    return [`${folderName}/${path}`, [bytes, { level: 9, mtime: time, os: unix, attrs: mode << 16 }]];
  });
  return zipSync(Object.fromEntries(entries));
}
