// What a release is called, for the scripts that build and publish it.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

export const root = path.dirname(import.meta.dirname);

/**
 * The release that package.json names, and its files in dist/release.
 *
 * @param {string | undefined} tag what the release is to be tagged with; undefined if it is not known
 * @throws {Error} if the tag is for another version, or the changelog has nothing about this one
 */
export async function releaseOf(tag) {
  const { version, publisher, name } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  if (tag !== undefined && tag !== `v${version}`) {
    throw new Error(`The tag ${tag} is not v${version}, the version in package.json`);
  }
  const changelog = await readFile(path.join(root, 'CHANGELOG.md'), 'utf8');
  const changes = changelog.split(/^## /m).find((section) => section.split('\n', 1)[0].trim() === version);
  if (changes === undefined) throw new Error(`CHANGELOG.md has no section for ${version}`);
  return {
    version,
    tag: `v${version}`,
    extension: `${publisher}.${name}`,
    changes: changes.slice(version.length).trim(),
    files: {
      extension: `${name}-${version}.vsix`,
      npm: `${name}-${version}.tgz`,
      bill: `${name}-${version}.cdx.json`,
      sums: 'SHA256SUMS',
    },
  };
}

/**
 * Runs a program in the repository, with its output to see.
 *
 * @param {string} program
 * @param {readonly string[]} programArguments
 * @param {Readonly<Record<string, string>>} [variables]
 * @throws {Error} if it does not end with 0
 */
export function runProgram(program, programArguments, variables = {}) {
  const { status, error } = spawnSync(program, programArguments, {
    cwd: root,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32' && program !== process.execPath,
  });
  if (status !== 0) throw error ?? new Error(`${program} ${programArguments[0]} ended with ${status}`);
}
