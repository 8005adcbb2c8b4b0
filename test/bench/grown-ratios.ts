import { type Comparison, summarise } from './comparison.ts';
import seenRatios from './seen-ratios.json' with { type: 'json' };

/** How much larger than before a ratio may be: what the other work of a machine changes in it is less. */
const tolerance = 4 / 3;

/** The ratios that have grown by a third since they were written down, each as a line for the user. */
export function grownRatios(
  comparisons: readonly Comparison[],
  seen: Readonly<Record<string, Readonly<Record<string, number>>>> = seenRatios,
): string[] {
  return comparisons.flatMap((comparison) =>
    summarise(comparison).flatMap(({ name, ratio }) => {
      const before = seen[comparison.title]?.[name];
      if (before === undefined || ratio === undefined || ratio <= before * tolerance) return [];
      return [
        `Grown by more than a third: ${comparison.title}: ${name} takes ${ratio.toFixed(2)} ×, before ${before} ×`,
      ];
    }),
  );
}
