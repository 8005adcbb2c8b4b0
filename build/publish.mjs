// Publishes what `npm run release` has built: `node build/publish.mjs PLACE [--dry-run]`. It builds nothing, so that every
// place gets the same bytes. A dry run does everything but the last step, and says what that would be.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { releaseOf, root, runProgram } from './release-facts.mjs';

// Not a dependency: it would bring seventy packages, some of them programs, to everyone who works on this.
const openVsx = 'ovsx@1.1.1';

const folder = path.join(root, 'dist/release');
const tag = process.env.GITHUB_REF_TYPE === 'tag' ? process.env.GITHUB_REF_NAME : undefined;
const release = await releaseOf(tag);
const { files } = release;

/** @type {Readonly<Record<string, (isDryRun: boolean) => Promise<void>>>} */
const places = {
  // `vsce publish` has no dry run; `vsce ls` fails where publishing would fail before it asks anybody.
  async marketplace(isDryRun) {
    const vsce = ['node_modules/@vscode/vsce/vsce'];
    if (isDryRun) runProgram(process.execPath, [...vsce, 'ls', '--no-dependencies']);
    await finish(isDryRun, process.execPath, [...vsce, 'publish', '--packagePath', released(files.extension)]);
  },
  async 'open-vsx'(isDryRun) {
    await finish(isDryRun, 'npx', ['--yes', openVsx, 'publish', released(files.extension)]);
  },
  // The provenance is signed with the identity of the workflow, which exists nowhere else.
  async npm(isDryRun) {
    const provenance = process.env.ACTIONS_ID_TOKEN_REQUEST_URL === undefined ? [] : ['--provenance'];
    const publish = ['publish', released(files.npm), '--access', 'public', '--ignore-scripts'];
    runProgram('npm', [...publish, ...(isDryRun ? ['--dry-run'] : provenance)]);
  },
  async github(isDryRun) {
    const notes = path.join(folder, '../release-notes.md');
    await writeFile(notes, `${release.changes}\n`);
    const attached = [files.extension, files.npm, files.bill, files.sums].map(released);
    const create = [
      'release',
      'create',
      release.tag,
      '--verify-tag',
      '--title',
      release.version,
      '--notes-file',
      notes,
    ];
    await finish(isDryRun, 'gh', [...create, ...attached]);
  },
};

const { values, positionals } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [place = ''] = positionals;
const publish = places[place];
if (publish === undefined || positionals.length > 1) {
  console.error(`Usage: node build/publish.mjs ${Object.keys(places).join('|')} [--dry-run]`);
  process.exitCode = 2;
} else {
  await expectReleasedBytes();
  await publish(values['dry-run']);
}

/** @param {string} name */
function released(name) {
  return path.join(folder, name);
}

/** @param {boolean} isDryRun @param {string} program @param {readonly string[]} programArguments */
async function finish(isDryRun, program, programArguments) {
  if (isDryRun) console.log(`Would run: ${[program, ...programArguments].join(' ')}`);
  else runProgram(program, programArguments);
}

/** @throws {Error} if a file is not what was built */
async function expectReleasedBytes() {
  const sums = await readFile(released(files.sums), 'utf8');
  for (const line of sums.trimEnd().split('\n')) {
    const [sum, name = ''] = line.split('  ', 2);
    const bytes = await readFile(released(name));
    if (createHash('sha256').update(bytes).digest('hex') !== sum) throw new Error(`${name} is not what was built`);
  }
}
