import type { CheckableFile } from './clean-text.ts';
import type { Mistake } from './mistake.ts';
import { type Outcome, plantMistake } from './plant-mistake.ts';
import { Random } from './random.ts';

/** What the checks made of all mistakes in all files. */
export interface Measured {
  readonly outcomes: readonly Outcome[];
  /** The share of mistakes that were found where they are, by the right rule. */
  readonly found: number;
  /** The share of files in which nothing else was found. */
  readonly alone: number;
  readonly safeFixes: number;
  readonly faultyFixes: number;
}

/** How much is planted; all of it if that is left out. */
export interface Amount {
  /** Kinds of mistakes for each file. */
  readonly perFile?: number;
  /** Files for each kind of mistake, of those that can have it. */
  readonly perKind?: number;
}

/** Plants every mistake into every file that can have it. */
export function measure(
  mistakes: readonly Mistake[],
  files: readonly CheckableFile[],
  seed: string,
  { perFile = mistakes.length, perKind = files.length }: Amount = {},
): Measured {
  const filesOf = new Map<Mistake, number>();
  const outcomes = files.flatMap((file) =>
    chosen(mistakes, perFile, `${seed} ${file.context.path}`).flatMap((mistake) => {
      const count = filesOf.get(mistake) ?? 0;
      const outcome = count < perKind ? plantMistake(mistake, file, seed) : undefined;
      if (outcome) filesOf.set(mistake, count + 1);
      return outcome ?? [];
    }),
  );
  const share = (count: number) => (outcomes.length === 0 ? 1 : count / outcomes.length);
  return {
    outcomes,
    found: share(outcomes.filter(({ isFound }) => isFound).length),
    alone: share(outcomes.filter(({ others }) => others.length === 0).length),
    safeFixes: outcomes.reduce((sum, it) => sum + it.safeFixes, 0),
    faultyFixes: outcomes.filter(({ faults }) => faults.length > 0).length,
  };
}

function chosen(mistakes: readonly Mistake[], count: number, seed: string): readonly Mistake[] {
  if (count >= mistakes.length) return mistakes;
  const random = new Random(seed);
  const rest = [...mistakes];
  return Array.from({ length: count }, () => rest.splice(random.below(rest.length), 1)[0]!);
}

/** The figures as a table by rule, and what went wrong below it. */
export function report(title: string, { outcomes, found, alone, safeFixes, faultyFixes }: Measured): string {
  const rows = new Map<string, { kinds: Set<string>; planted: number; found: number; alone: number; fixes: number }>();
  for (const { mistake, isFound, others, safeFixes: fixes } of outcomes) {
    const rule = mistake.rules[0] ?? 'no rule';
    const row = rows.get(rule) ?? { kinds: new Set(), planted: 0, found: 0, alone: 0, fixes: 0 };
    row.kinds.add(mistake.name);
    row.planted++;
    if (isFound) row.found++;
    if (others.length === 0) row.alone++;
    row.fixes += fixes;
    rows.set(rule, row);
  }
  const line = (...cells: readonly (string | number)[]) =>
    cells.map((cell, at) => (at === 0 ? String(cell).padEnd(26) : String(cell).padStart(8))).join('');
  const kinds = new Set(outcomes.map(({ mistake }) => mistake.name)).size;
  return [
    `${title}: ${kinds} kinds of mistakes, ${outcomes.length} planted in ${new Set(outcomes.map(({ path }) => path)).size} files`,
    line('rule', 'kinds', 'planted', 'found', 'alone', 'fixes'),
    ...[...rows].sort().map(([rule, it]) => line(rule, it.kinds.size, it.planted, it.found, it.alone, it.fixes)),
    `found ${percent(found)}, nothing else found ${percent(alone)}, ${safeFixes} safe fixes of which ${faultyFixes} wrong`,
    ...outcomes.flatMap(complaints).slice(0, MAX_COMPLAINTS),
  ].join('\n');
}

/** More are not printed. */
const MAX_COMPLAINTS = 60;

function complaints({ mistake, path, isFound, others, faults }: Outcome): string[] {
  const where = `${mistake.name} in ${path}`;
  return [
    ...(isFound ? [] : [`  not found: ${where}`]),
    ...others.map((other) => `  something else: ${where}: ${other}`),
    ...faults.map((fault) => `  wrong fix: ${where}: ${fault}`),
  ];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
