import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const dist = path.join(import.meta.dirname, '..', '..', 'dist');
const notices = readFileSync(path.join(dist, 'LEGAL.txt'), 'utf8')
  .split(`\n\n${'='.repeat(80)}\n\n`)
  .slice(1);
const bundled = JSON.parse(readFileSync(path.join(dist, 'bundled-files.json'), 'utf8')) as string[];

test('the notices name every package that is bundled, and no other, with its licence', () => {
  const packages = bundled
    .filter((file) => file.includes('node_modules/'))
    .map((file) => file.split('node_modules/').at(-1)!.split('/'))
    .map(([scope, name]) => (scope!.startsWith('@') ? `${scope}/${name}` : scope!));
  const named = notices.map((notice) => /^(\S+) \d+\.\d+\.\d+\S* \(.+\)\n\n/.exec(notice)?.[1]);
  expect(packages).toContain('markdown-it');
  expect(new Set(named)).toEqual(new Set(packages));
  for (const notice of notices) expect(notice).toMatch(/copyright|permission is|blue oak/i);
});
