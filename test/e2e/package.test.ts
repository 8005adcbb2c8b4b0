import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { repositoryRoot } from './host/repository.ts';

const vsix = await readFile(path.join(repositoryRoot, 'dist', 'skillwright.vsix'));

test('the package contains what runs, and nothing else', () => {
  const names: string[] = [];
  unzipSync(vsix, {
    filter({ name }) {
      names.push(name);
      return false;
    },
  });
  // The names of chunks contain a hash of their content.
  const files = new Set(
    names.map((name) => name.replace(/shared-\w+/, 'shared').replace(/dist\/server\/.+-\w+/, 'dist/server/part')),
  );
  expect([...files].sort()).toEqual([
    '[Content_Types].xml',
    'extension.vsixmanifest',
    'extension/LICENSE.txt',
    'extension/changelog.md',
    'extension/dist/LEGAL.txt',
    'extension/dist/extension.browser.cjs',
    'extension/dist/extension.cjs',
    'extension/dist/rule-pages.deflate',
    'extension/dist/server.browser.js',
    'extension/dist/server.cjs',
    'extension/dist/server/part.cjs',
    'extension/dist/skills-api.cjs',
    'extension/dist/webviews/answer.css',
    'extension/dist/webviews/answer.js',
    'extension/dist/webviews/budget-meter.css',
    'extension/dist/webviews/budget-meter.js',
    'extension/dist/webviews/budget.css',
    'extension/dist/webviews/budget.js',
    'extension/dist/webviews/preview.css',
    'extension/dist/webviews/preview.js',
    'extension/dist/webviews/results.css',
    'extension/dist/webviews/results.js',
    'extension/dist/webviews/run.css',
    'extension/dist/webviews/run.js',
    'extension/dist/webviews/sessions.css',
    'extension/dist/webviews/sessions.js',
    'extension/dist/webviews/shared.js',
    'extension/media/chat-skills/writing-skills/SKILL.md',
    'extension/media/icon.png',
    'extension/media/skills.svg',
    'extension/media/walkthrough/budget.svg',
    'extension/media/walkthrough/fix.svg',
    'extension/media/walkthrough/preview.svg',
    'extension/media/walkthrough/see.svg',
    'extension/media/walkthrough/test.svg',
    'extension/media/walkthrough/write.svg',
    'extension/package.json',
    'extension/readme.md',
    'extension/schemas/skillwright.config.schema.json',
  ]);
});

test('the package is small', () => {
  // 45,000 of it are what asks the Claude API. A browser needs the extension and the server without Node, in one file each.
  // Graders that are tried while they are typed took 27,000: they are in the server, and in that of a browser.
  // The page with results of evaluations, with what reads them in the server and in that of a browser, took 30,000.
  // New and converted evaluation cases, and the measurement of triggering, took 31,000, in both servers and the extension.
  // The Test Explorer took 35,000, as far as it is in the extension and in both servers.
  // Keys that Claude Code ignores, with what to write instead, and its newer decisions about commands took 8,000.
  // Plugins, marketplaces, hooks and servers, what the plugin directory asks, and sharing took 80,000, in both servers and the extension.
  // Results with statistics, reasons, outputs side by side and a page to send, judging and better descriptions took 95,000.
  // How redirections, background commands and `plan` mode decide about commands: 4 kB.
  expect(vsix.length).toBeLessThan(2_205_000);
});

test('the package has the time of the commit instead of that of packing, and its files in order', () => {
  const entries = centralDirectory(vsix);
  expect(entries.length).toBeGreaterThan(30);
  expect(new Set(entries.map(({ time }) => time)).size).toBe(1);
  const names = entries.map(({ name }) => name);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
});

/** The entries of a zip, with the number of their time. */
function centralDirectory(zip: Buffer): { readonly name: string; readonly time: number }[] {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const entries: { name: string; time: number }[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const length = zip.readUInt16LE(at + 28);
    entries.push({ name: zip.toString('utf8', at + 46, at + 46 + length), time: zip.readUInt32LE(at + 12) });
    at += 46 + length + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}
