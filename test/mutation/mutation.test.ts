import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadRepositories } from '../bench/corpus-catalog.ts';
import { readCorpus } from '../bench/corpus-file.ts';
import { repositoryRoot } from '../e2e/host/repository.ts';
import { isEveryTest } from '../every-test.ts';
import { readCleanFiles } from './clean-files.ts';
import { type Measured, measure, report } from './measure.ts';
import { allMistakes } from './mistakes/all-mistakes.ts';
import { allSpellings } from './spellings/all-spellings.ts';
import { loneFiles } from './spellings/lone-files.ts';

/*
 * Mistakes of many kinds, planted into texts without any: each is found where it is, by the rule that explains it, nothing
 * else is found, and a safe fix leaves what the author wrote. `MUTATION_SEED` chooses other places. Spellings are planted where
 * nothing but the text decides: each is found at exactly its characters, and those that are right are found nowhere.
 */
const seed = process.env.MUTATION_SEED ?? '2026';
const corpus = path.resolve(repositoryRoot, '../shared/corpus');

/** Kinds that are planted into each public file: all of them would take minutes. */
const kindsPerPublicFile = 3;

/** Our own files that get each kind, of those that can have it. */
const ownFilesPerKind = isEveryTest ? Number.POSITIVE_INFINITY : 6;

// Thousands of checks, next to other work.
describe('planted mistakes', { timeout: 600_000 }, () => {
  test('there are enough of them, of different names', () => {
    expect(allMistakes.length).toBeGreaterThanOrEqual(80);
    expect(new Set(allMistakes.map(({ name }) => name)).size).toBe(allMistakes.length);
  });

  test('in our own files', async () => {
    const files = await readCleanFiles();
    expect(files.length).toBeGreaterThanOrEqual(40);
    const found = files.flatMap(({ context, findings }) => findings.map(({ rule }) => `${context.path}: ${rule}`));
    expect(found, 'nothing is wrong in them before').toEqual([]);
    const measured = measure(allMistakes, files, seed, { perKind: ownFilesPerKind });
    const planted = new Set(measured.outcomes.map(({ mistake }) => mistake.name));
    expect(allMistakes.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([]);
    expectBounds('our own files', measured);
  });

  test('in files without a session, at exactly what is wrong', () => {
    expect(loneFiles.flatMap(({ findings }) => findings)).toEqual([]);
    const measured = measure([...allMistakes, ...allSpellings], loneFiles, seed);
    expectBounds('files without a session', measured);
    expect(measured.outcomes.filter(({ isFound, others }) => !isFound || others.length > 0)).toEqual([]);
  });

  test.runIf(isEveryTest && existsSync(corpus))('in public files', async () => {
    const files = await readCorpus(corpus, await loadRepositories(corpus), (file, rule, error) => {
      throw new Error(`${rule} crashed in ${file}`, { cause: error });
    });
    // What is broken, a template or never loaded has other findings, or none.
    const whole = files.filter(
      ({ context, document }) =>
        !context.insideSkill &&
        !context.misplaced &&
        !context.copy &&
        !context.setAside &&
        document.frontmatter.reading === 'read',
    );
    expectBounds('public files', measure(allMistakes, whole, seed, { perFile: kindsPerPublicFile }));
  });
});

function expectBounds(title: string, measured: Measured): void {
  const table = report(title, measured);
  console.log(table);
  expect(measured.found, table).toBeGreaterThanOrEqual(0.995);
  expect(measured.alone, table).toBeGreaterThanOrEqual(0.99);
  expect(measured.faultyFixes, table).toBe(0);
}
