import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../e2e/host/repository.ts';
import { type Change, changesSince, type Reported, settled, type Tally, tally } from './compare-verdicts.ts';
import { drawPlaces } from './draw-places.ts';
import { placeKey, readVerdicts, type Verdict, writeVerdicts } from './verdict.ts';

/** A finding with what somebody needs to judge it. */
export interface Judgeable extends Reported {
  readonly message: string;
}

const stored = path.join(repositoryRoot, 'test/corpus-verdicts/verdicts.jsonl');

/** In percent; fewer mean that authors stop reading. */
const goals = { right: 99, useful: 92 };

/**
 * Prints how many findings of the checked files are right and useful, and which judged ones have changed. Returns what
 * makes the run fail. `--settle` stores the verdicts that still hold, `--unjudged` lists drawn findings without a verdict.
 */
export function reportVerdicts(
  checked: ReadonlySet<string>,
  findings: readonly Judgeable[],
  options: readonly string[],
): string[] {
  const all = readVerdicts(readFileSync(stored, 'utf8'));
  // Another folder of skills, or one without some of the repositories, says nothing about the others.
  const [verdicts, others] = partition(all, ({ file }) => checked.has(file));
  if (verdicts.length === 0) return [];
  const changes = changesSince(verdicts, findings);
  const holding = settled(verdicts, changes);
  const judged = new Set(holding.map(placeKey));
  const unjudged = drawPlaces(findings).filter((it) => !judged.has(placeKey(it)));
  printTallies(holding);
  if (options.includes('--unjudged')) printUnjudged(unjudged);
  else if (unjudged.length > 0)
    console.log(`${unjudged.length} drawn findings are not judged: add \`-- --unjudged\` to list them`);
  console.log();
  if (options.includes('--settle')) writeFileSync(stored, writeVerdicts([...holding, ...others]));
  else if (changes.length > 0)
    return [...changes.map(inWords), 'Read these, then run it with `-- --settle`', ...missed(holding)];
  return missed(holding);
}

function partition<T>(all: readonly T[], fits: (item: T) => boolean): [T[], T[]] {
  return [all.filter(fits), all.filter((it) => !fits(it))];
}

function printTallies(verdicts: readonly Verdict[]): void {
  console.log(['rule'.padEnd(28), 'judged', ' right', 'useful'].join(' '));
  for (const rule of [...new Set(verdicts.map((it) => it.rule))].sort()) {
    const { judged, right, useful } = tally(verdicts.filter((it) => it.rule === rule));
    console.log([rule.padEnd(28), ...[judged, right, useful].map((count) => String(count).padStart(6))].join(' '));
  }
  const total = tally(verdicts);
  console.log(`${total.judged} judged findings: ${share('right', total)}, ${share('useful', total)}`);
}

function printUnjudged(findings: readonly Judgeable[]): void {
  for (const { message, ...place } of findings) console.log(`${JSON.stringify(place)}\n    ${message}`);
}

function inWords({ verdict: { rule, file, line, truth, worth }, what, now }: Change): string {
  const where = what === 'moved' ? `, now on line ${now!.line}` : '';
  return `${file}:${line}: ${rule}, judged ${truth} and ${worth}: ${what}${where}`;
}

function missed(verdicts: readonly Verdict[]): string[] {
  const total = tally(verdicts);
  return (['right', 'useful'] as const)
    .filter((quality) => percent(quality, total) < goals[quality])
    .map((quality) => `Only ${share(quality, total)} of the judged findings; the goal is ${goals[quality]} %`);
}

function share(quality: 'right' | 'useful', total: Tally): string {
  return `${percent(quality, total).toFixed(1)} % ${quality}`;
}

function percent(quality: 'right' | 'useful', total: Tally): number {
  return (100 * total[quality]) / total.judged;
}
