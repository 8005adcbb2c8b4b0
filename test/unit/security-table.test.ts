import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryRoot } from '../e2e/host/repository.ts';

/* The table of hostile inputs names the tests that prove each row. */

const read = (file: string) => readFileSync(path.join(repositoryRoot, file), 'utf8');

interface Row {
  readonly input: string;
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

const rows: readonly Row[] = read('test/hostile/README.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`test/'))
  .map((line) => ({
    input: line.split(' | ')[0]!.slice(2),
    tests: [...line.matchAll(/`(test\/[^`]+)` “([^”]+)”/g)].map(([, file, title]) => ({ file: file!, title: title! })),
  }));

describe('the kinds of hostile input', () => {
  test('are at least 60, and none is repeated', () => {
    expect(rows.length).toBeGreaterThanOrEqual(60);
    expect(new Set(rows.map(({ input }) => input)).size).toBe(rows.length);
  });

  test.for(rows.map((row) => [row.input, row] as const))('%s', ([, { tests }]) => {
    expect(tests.length).toBeGreaterThan(0);
    for (const { file, title } of tests) {
      const quoted = [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``];
      expect(
        quoted.some((it) => read(file).includes(it)),
        `${file} has a test “${title}”`,
      ).toBe(true);
    }
  });
});
