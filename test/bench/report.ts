import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { repositoryRoot, testOutput } from '../e2e/host/repository.ts';
import { type Comparison, summarise } from './comparison.ts';

/** Prints a comparison as a table; its first row is the baseline. */
export function printComparison(comparison: Comparison): void {
  const { title, unit } = comparison;
  const head = ['', 'runs', `median ${unit}`, `p95 ${unit}`, `p99 ${unit}`, 'ratio'];
  const rows = summarise(comparison).map(({ name, runs, median, p95, p99, ratio }) => [
    name,
    String(runs),
    show(median),
    show(p95),
    show(p99),
    ratio === undefined ? 'baseline' : `${ratio.toFixed(2)} ×`,
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => cells[column]!.length)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  ');
  console.log(`${title}\n${[head, ...rows].map((cells) => `  ${line(cells)}`).join('\n')}\n`);
}

/** Leaves the numbers of a run where a person or a script may compare them with another run's. Returns the path. */
export async function writeReport(comparisons: readonly Comparison[], quick: boolean, name = 'bench'): Promise<string> {
  const file = path.join(testOutput, `${name}.json`);
  const report = {
    date: new Date().toISOString(),
    node: process.version,
    cpus: availableParallelism(),
    quick,
    comparisons: comparisons.map((comparison) => ({
      title: comparison.title,
      unit: comparison.unit,
      rows: summarise(comparison),
    })),
  };
  await mkdir(testOutput, { recursive: true });
  await writeFile(file, `${JSON.stringify(report, undefined, 2)}\n`);
  return path.relative(repositoryRoot, file);
}

/** Three significant digits or so, without an exponent. */
function show(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(3);
}
