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
  const files = new Set(names.map((name) => name.replace(/shared-\w+/, 'shared')));
  expect([...files].sort()).toEqual([
    '[Content_Types].xml',
    'extension.vsixmanifest',
    'extension/LICENSE.txt',
    'extension/changelog.md',
    'extension/dist/LEGAL.txt',
    'extension/dist/extension.cjs',
    'extension/dist/rule-pages.br',
    'extension/dist/server.cjs',
    'extension/dist/webviews/budget-meter.css',
    'extension/dist/webviews/budget-meter.js',
    'extension/dist/webviews/budget.css',
    'extension/dist/webviews/budget.js',
    'extension/dist/webviews/preview.css',
    'extension/dist/webviews/preview.js',
    'extension/dist/webviews/run.css',
    'extension/dist/webviews/run.js',
    'extension/dist/webviews/shared.js',
    'extension/dist/webviews/why.css',
    'extension/dist/webviews/why.js',
    'extension/media/chat-skills/writing-skills/SKILL.md',
    'extension/media/icon.png',
    'extension/media/skills.svg',
    'extension/media/walkthrough/budget.svg',
    'extension/media/walkthrough/fix.svg',
    'extension/media/walkthrough/open.svg',
    'extension/media/walkthrough/preview.svg',
    'extension/media/walkthrough/see.svg',
    'extension/media/walkthrough/write.svg',
    'extension/package.json',
    'extension/readme.md',
    'extension/schemas/skillwright.config.schema.json',
  ]);
});

test('the package is small', () => {
  expect(vsix.length).toBeLessThan(880_000);
});
