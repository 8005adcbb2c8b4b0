import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { siteFiles } from './site-files.ts';

/*
 * `npm run site`: writes the documentation as HTML into `dist/site`, which opens from the file system. Nothing of it is
 * in the repository. `--out FOLDER` writes it elsewhere; a folder that exists is replaced.
 */
const root = process.cwd();
const { values } = parseArgs({ options: { out: { type: 'string', default: path.join(root, 'dist', 'site') } } });

await rm(values.out, { recursive: true, force: true });
const files = await siteFiles(root);
for (const [name, content] of files) {
  const file = path.join(values.out, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}
console.log(`${files.size} files, open ${path.join(values.out, 'index.html')}`);
