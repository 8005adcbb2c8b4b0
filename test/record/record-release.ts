import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { AnswerStore } from './answer-store.ts';
import { askCases, meet, type Unanswered } from './ask-cases.ts';
import { type Options, parseOptions, usage } from './command-line.ts';
import { groupDifferences, judge } from './group-differences.ts';
import { type Asker, createAsker } from './isolation.ts';
import { readInterface } from './program-interface.ts';
import { compareNames, type JudgedNames, type ProgramNames, readNames } from './program-names.ts';
import { quickSelection } from './quick-selection.ts';
import { type Observed, readCases, type StoredCase } from './recorded-case.ts';
import { defaultCache, findRelease, obtainRelease, type Release, releaseAt } from './release.ts';
import { type ReportFacts, reportOf, summaryOf } from './report.ts';
import { nextQuestion } from './verdict.ts';
import { isWritten, writeRecordings } from './write-recordings.ts';

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
  const all = selected(readCases(recordingsFolder, options.from), options.only);
  const cases = options.quick ? quickSelection(all) : all;
  console.log(`${cases.length} cases of ${options.from}, asked of ${release.version}; answers are kept in ${output}`);

  const asker = createAsker();
  if (!asker.isIsolated) {
    console.log('Namespaces are not available here (Linux, root): clients can reach the network, and cases with');
    console.log('managed settings are left out.');
  }
  const unanswered = options.reportOnly ? nothingUnanswered : await ask(cases);
  const [namesBefore, namesNow] = before
    ? await Promise.all([namesOf(before, asker), namesOf(release, asker)])
    : [undefined, undefined];
  const names = namesBefore && compareNames(namesBefore, namesNow, readJudgedNames());
  asker.close();
  const judged = cases.flatMap((stored) => {
    const answers = store.get(stored.key);
    return answers ? [judge(stored, answers)] : [];
  });
  const facts: ReportFacts = {
    version: release.version,
    from: options.from,
    comparedWith: before?.version,
    date: new Date().toISOString().slice(0, 10),
    isIsolated: asker.isIsolated,
    selected: cases.length,
    judged,
    ...unanswered,
    groups: groupDifferences(judged),
    names,
  };
  const report = reportOf(facts);
  writeFileSync(path.join(output, 'report.md'), report);
  writeFileSync(path.join(output, 'summary.json'), `${JSON.stringify(summaryOf(facts), undefined, 2)}\n`);
  console.log(report);

  const written = judged.filter((it) => isWritten(it, options.write));
  const answerOf = (key: string): Observed => store.get(key)!.answers.at(-1)!;
  for (const name of writeRecordings(recordingsFolder, release.version, written, answerOf)) {
    console.log(`Written: test/conformance/${name}`);
  }

  async function ask(all: readonly StoredCase[]): Promise<Unanswered> {
    const hasOld = before !== undefined;
    const open = all.filter((stored) => nextQuestion(stored, store.get(stored.key), hasOld)).slice(0, options.limit);
    console.log(`${all.length - open.length} are answered or left for later, ${open.length} are asked now`);
    if (open.length === 0) return nothingUnanswered;
    const now = await meet(release, asker);
    const old = before && (await meet(before, asker));
    const tell = progress(open.length, console.log);
    return askCases(open, { now, before: old }, asker, store, options.jobs ?? 1, tell, interruption());
  }
}

async function namesOf(release: Release, asker: Asker): Promise<ProgramNames> {
  return new Map([...(await readInterface(release, asker)), ...(await readNames(release.program))]);
}

function readJudgedNames(): JudgedNames {
  return JSON.parse(readFileSync(path.join(repositoryRoot, 'test/record/judged-names.json'), 'utf8')) as JudgedNames;
}

const nothingUnanswered: Unanswered = { timedOut: [], notIsolated: [], failed: [] };

/** The first Ctrl+C ends the run after the case at hand, with a report of what is known; the second ends it at once. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      console.log('Stopping after this case. The same command goes on later.');
      controller.abort();
    });
  }
  return controller.signal;
}

/** Reports every hundredth case, and the remaining time. */
function progress(all: number, tell: (text: string) => void): (done: number) => void {
  const start = Date.now();
  return (done) => {
    if (done % 100 !== 0 && done !== all) return;
    const minutes = ((Date.now() - start) / 60_000 / done) * (all - done);
    tell(`${done} of ${all}, about ${Math.ceil(minutes)} minutes to go`);
  };
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
