import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { AnswerStore } from './answer-store.ts';
import { askCases, meet } from './ask-cases.ts';
import { type Options, parseOptions, usage } from './command-line.ts';
import { createAsker } from './isolation.ts';
import { readCases, type StoredCase } from './recorded-case.ts';
import { defaultCache, findRelease, obtainRelease, type Release, releaseAt } from './release.ts';

/** npm runs scripts in the folder of the repository. */
const repositoryRoot = process.cwd();
const recordingsFolder = path.join(repositoryRoot, 'test', 'conformance');

/** Runs the whole procedure: obtains the releases, asks the cases, and writes the report. */
export async function recordRelease(argv: readonly string[]): Promise<void> {
  if (argv.includes('--help')) return console.log(usage);
  const options = parseOptions(argv, availableParallelism());
  const cache = options.cache ?? defaultCache();
  const release = options.client ? releaseAt(options.client) : obtainRelease(options.release!, cache, console.log);
  const before = releaseBefore(options, cache);
  const output = path.resolve(options.output ?? path.join(repositoryRoot, '.test-output', 'record', release.version));
  const store = new AnswerStore(path.join(output, 'answers.jsonl'));
  const cases = selected(readCases(recordingsFolder, options.from), options.only);
  console.log(`${cases.length} cases of ${options.from}, asked of ${release.version}; answers are kept in ${output}`);

  const asker = createAsker();
  if (!asker.isIsolated) console.log('Not isolated');
  const now = await meet(release, asker);
  const old = before && (await meet(before, asker));
  const unanswered = await askCases(cases, { now, before: old }, asker, store, options.jobs ?? 1, (done, { key }) =>
    console.log(`${done}/${cases.length} ${key}`),
  );
  console.log(unanswered);
  mkdirSync(output, { recursive: true });
  writeFileSync(path.join(output, 'report.md'), '');
}

function releaseBefore({ compareWith, from }: Options, cache: string): Release | undefined {
  if (compareWith === undefined) return findRelease(from, cache);
  return /^[\d.]+$/.test(compareWith) ? obtainRelease(compareWith, cache, console.log) : releaseAt(compareWith);
}

/**
 * The cases whose id, kind or file contains a text. They come in an order that mixes all kinds, so that an interrupted
 * run has asked something of each.
 */
export function selected(cases: readonly StoredCase[], only = ''): StoredCase[] {
  const rank = ({ key }: StoredCase): string => createHash('sha256').update(key).digest('hex');
  return cases
    .filter(({ id, kind, group }) => [id, kind, group].some((it) => it.includes(only)))
    .map((stored) => ({ stored, rank: rank(stored) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ stored }) => stored);
}
