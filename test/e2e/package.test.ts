import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from './host/repository.ts';

test('the package contains what runs, and nothing else', () => {
  const vsce = path.join(repositoryRoot, 'node_modules', '@vscode', 'vsce', 'vsce');
  const listed = execFileSync(process.execPath, [vsce, 'ls', '--no-dependencies'], {
    cwd: repositoryRoot,
    encoding: 'utf8',
  });
  // The names of chunks contain a hash of their content.
  const names = listed
    .trim()
    .replaceAll(/shared-\w+/g, 'shared')
    .split('\n')
    .sort();
  expect([...new Set(names)]).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist/LEGAL.txt',
    'dist/extension.cjs',
    'dist/rule-pages.br',
    'dist/server.cjs',
    'dist/webviews/budget-meter.css',
    'dist/webviews/budget-meter.js',
    'dist/webviews/budget.css',
    'dist/webviews/budget.js',
    'dist/webviews/preview.css',
    'dist/webviews/preview.js',
    'dist/webviews/shared.js',
    'dist/webviews/why.css',
    'dist/webviews/why.js',
    'media/icon.png',
    'media/skills.svg',
    'media/walkthrough/budget.svg',
    'media/walkthrough/fix.svg',
    'media/walkthrough/open.svg',
    'media/walkthrough/preview.svg',
    'media/walkthrough/see.svg',
    'package.json',
    'schemas/skillwright.config.schema.json',
  ]);
});

test('the package is small', () => {
  expect(statSync(path.join(repositoryRoot, 'dist', 'skillwright.vsix')).size).toBeLessThan(690_000);
});
