import { readJsonFile } from '../../catalog/facts/json-file.ts';
import { type JsonNode, jsonAt, jsonItems, jsonValue } from '../../document/json-document.ts';
import type { FileSystem } from '../../platform/file-system.ts';

/** How graders were written that passed in every run of a case, with and without the plugin, by their names. */
export type EqualGraders = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** The results in a folder of evaluations, by their cases: only the last one with a case counts. */
export type EqualArms = ReadonlyMap<string, EqualGraders>;

/** Results that are read to find the last one with each case. */
const maxResults = 10;

/** A larger result is not read. */
const maxBytes = 1 << 21;

/** Reads which graders told runs with the plugin from none without it, by the ends of the paths of their cases. */
export async function equalArmsIn(evaluations: string, files: FileSystem): Promise<EqualArms> {
  const entries = (await files.readFolder(`${evaluations}/results`)) ?? [];
  const names = entries.filter(({ type }) => type === 'folder').map(({ name }) => name);
  const found = new Map<string, EqualGraders>();
  // The names of their folders are times.
  for (const name of names.sort().reverse().slice(0, maxResults)) {
    const root = await readJsonFile(`${evaluations}/results/${name}/aggregate-result.json`, files, maxBytes);
    for (const it of jsonItems(jsonAt(root, ['cases']))) {
      const folder = textAt(it, 'dir')?.replaceAll('\\', '/');
      if (folder && !found.has(folder)) found.set(folder, equalGraders(it));
    }
  }
  return found;
}

function equalGraders(it: JsonNode): EqualGraders {
  const arms = (['with', 'without'] as const).map((arm) => jsonItems(jsonAt(it, ['arms', arm])));
  if (arms.some((runs) => runs.length === 0)) return new Map();
  const verdicts = arms.flat().map((run) => {
    const passed = jsonItems(jsonAt(run, ['graders'])).filter((grader) => jsonAt(grader, ['passed'])?.value === true);
    return new Set(passed.map((grader) => textAt(grader, 'name')));
  });
  const written = jsonItems(jsonAt(it, ['graders'])).flatMap((grader): [string, Record<string, unknown>][] => {
    const name = textAt(grader, 'name');
    const config = jsonAt(grader, ['config']);
    if (name === undefined || !verdicts.every((passed) => passed.has(name))) return [];
    return [
      [name, { type: textAt(grader, 'type'), ...(config?.type === 'object' ? (jsonValue(config) as object) : {}) }],
    ];
  });
  return new Map(written);
}

function textAt(node: JsonNode, key: string): string | undefined {
  const value: unknown = jsonAt(node, [key])?.value;
  return typeof value === 'string' ? value : undefined;
}
