// The licences of what is bundled: one file for all bundles, shipped with them.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** How packages name the files with their terms. */
const licenceFile = /^(licen[cs]e|copying|notice)/i;

/**
 * The folders of the packages that bundles are made of, in order of their names.
 *
 * @param {readonly import('esbuild').Metafile[]} metafiles
 * @returns {string[]}
 */
function bundledFolders(metafiles) {
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
  const folders = inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []);
  return [...new Set(folders)].sort((a, b) => nameIn(a).localeCompare(nameIn(b), 'en'));
}

/** @param {string} folder */
function nameIn(folder) {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/**
 * Name, version and licence text of every package that is bundled. Fails where a package has no licence text.
 *
 * @param {readonly import('esbuild').Metafile[]} metafiles
 */
export async function noticesOf(metafiles) {
  const notices = await Promise.all(bundledFolders(metafiles).map(noticeOf));
  const intro = 'Skillwright contains the packages below, each under its own licence.';
  // The same release may be installed in several places.
  return `${[intro, ...new Set(notices)].join(`\n\n${'='.repeat(80)}\n\n`)}\n`;
}

/** @param {string} folder */
async function noticeOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).filter((file) => licenceFile.test(file)).sort();
  if (files.length === 0) throw new Error(`${name} ${version} has no licence text in ${folder}`);
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return [`${name} ${version} (${license})`, ...texts.map((text) => text.replaceAll('\r\n', '\n').trim())].join('\n\n');
}
