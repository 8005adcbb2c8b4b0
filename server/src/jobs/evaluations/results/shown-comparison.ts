import { parseMap } from '../../../document/json-values.ts';
import type { EvaluationResult, ResultCase } from '../../../evaluation/results/evaluation-result.ts';
import { shortened } from '../../../features/text/markdown-text.ts';
import { MAX_FILE_BYTES } from '../../../platform/bounds.ts';
import { readTextFile } from '../../../platform/decode-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import type { ShownComparison } from '../../../protocol.ts';
import { leadsElsewhere } from '../cases/case-place.ts';
import { caseFolderOf } from '../judging/judge-unit.ts';
import { armTitle } from './result-words.ts';

/** Comparisons of a case that are read. */
const maxComparisons = 40;

/** Characters of a reason. */
const maxReason = 2_000;

/** One comparison, with the arms that were A and B. */
interface Comparison {
  readonly a: string;
  readonly b: string;
  /** The arm; undefined for none. */
  readonly winner: string | undefined;
  readonly reasoning: string;
  readonly model: string;
}

/** The preference of a model between the outputs of a case, where the file says which arm was which; undefined if there is none. */
export async function shownComparison(
  it: ResultCase,
  result: EvaluationResult,
  root: string,
  files: FileSystem,
): Promise<ShownComparison | undefined> {
  const comparisons = await readComparisons(it, root, files);
  const [first] = comparisons;
  if (!first) return undefined;
  const title = (arm: string) => shortened(armTitle(arm, result));
  const winners = new Set(comparisons.map(({ winner }) => winner));
  const [winner] = winners;
  const [best] = it.runs;
  const isClear = winners.size === 1 && winner !== undefined && comparisons.length > 1;
  const howOften = comparisons.length === 2 ? 'in both orders' : `in all ${comparisons.length} comparisons`;
  return {
    verdict: isClear ? `${title(winner)} was preferred ${howOften}` : 'No preference that lasts in both orders',
    state: !isClear ? 'none' : winner === best?.arm ? 'better' : 'worse',
    orders: comparisons.map(({ a, b, winner: own, reasoning, model }) => ({
      text: `A: ${title(a)}, B: ${title(b)}. Preferred: ${own === undefined ? 'neither' : title(own)}`,
      reasoning,
      by: model,
    })),
  };
}

async function readComparisons(it: ResultCase, root: string, files: FileSystem): Promise<readonly Comparison[]> {
  const folder = it.runs.find((run) => run.folder !== undefined)?.folder;
  const caseFolder = folder === undefined ? undefined : caseFolderOf(folder);
  if (caseFolder === undefined || (await leadsElsewhere(caseFolder, root, files)) !== undefined) return [];
  const entries = (await files.readFolder(caseFolder)) ?? [];
  const names = entries.flatMap(({ name, type, isLink }) =>
    type === 'file' && !isLink && /^comparison-\d+\.json$/.test(name) ? [name] : [],
  );
  const order = new Intl.Collator('en', { numeric: true });
  const found: Comparison[] = [];
  for (const name of names.sort(order.compare).slice(0, maxComparisons)) {
    const comparison = readComparison(await readTextFile(`${caseFolder}/${name}`, files, MAX_FILE_BYTES));
    if (comparison) found.push(comparison);
  }
  return found;
}

function readComparison(text: string | undefined): Comparison | undefined {
  const { a, b, winner, reasoning, model } = parseMap(text) ?? {};
  if (typeof a !== 'string' || typeof b !== 'string') return undefined;
  return {
    a,
    b,
    winner: winner === 'A' ? a : winner === 'B' ? b : undefined,
    reasoning: typeof reasoning === 'string' ? shortened(reasoning, maxReason) : '',
    model: typeof model === 'string' ? shortened(model) : 'unknown',
  };
}
