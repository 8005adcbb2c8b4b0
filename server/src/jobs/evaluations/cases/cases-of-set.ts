import { EVALUATION_LIMITS } from '../../../dialect/evaluations.ts';
import { type JsonNode, jsonEntry, jsonItems, jsonRange, readJson } from '../../../document/json-document.ts';
import { isMap, type JsonMap, jsonText, parseJson } from '../../../document/json-values.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { NewFile } from '../../skills/templates/new-file.ts';
import { freeCaseName } from './case-name.ts';
import { idOfFolder, type KeptOfItem, keptFile, type SplitItem, splitItem } from './case-of-item.ts';
import { type Conversion, type ConversionNote, namesIn } from './conversion.ts';
import { isCasePath, keptKey, readKeptCase } from './kept-case.ts';
import { restoredFiles } from './restored-case.ts';

/** More evaluations of one set are not converted. */
const maxEvaluations = 2_000;

/** Converts an `evals.json` into the folders of cases, without losing anything silently. */
export function casesOfSet(text: string): Conversion | Refusal {
  const source = text.replace(/^\uFEFF/, '');
  const { root, faults, unread } = readJson(source);
  const [fault] = faults;
  if (fault)
    return { problem: `The file is not valid JSON: see line ${source.slice(0, fault.range.start).split('\n').length}` };
  if (unread) return { problem: 'The file has more in it than is converted: split it first' };
  const set = parseJson(source);
  if (!isMap(set))
    return { problem: 'The file is not a set of evaluations: it has to be an object with a list `evals`' };
  const { evals, ...others } = set;
  if (!Array.isArray(evals) || evals.length === 0)
    return { problem: 'The set has no evaluations: its list `evals` is missing or empty' };
  if (evals.length > maxEvaluations)
    return { problem: `More than ${maxEvaluations} evaluations are not converted: split the file first` };
  const files: NewFile[] = [];
  const notes: ConversionNote[] = roundedNumbers(root, source);
  const taken = new TakenFolders();
  const places: unknown[] = [];
  for (const [index, item] of (evals as unknown[]).entries()) {
    const where = placeOf(item, index);
    const folder = folderFor(item, index, taken);
    const split = splitItem(withoutKept(item), folder);
    const tooMany = split && tooManyGraders(item as JsonMap, split);
    const made = split && tooMany === undefined ? filesOf(item as JsonMap, split, folder) : undefined;
    const reason = split ? (tooMany ?? tooLarge(made!.files)) : 'it has no prompt';
    if (!split || !made || reason !== undefined) {
      places.push({ item });
      notes.push({ where, what: `It does not become a case: ${reason}`, isKept: true });
      continue;
    }
    taken.add(folder);
    places.push(folder);
    files.push(...made.files.map((file) => ({ path: `${folder}/${file.path}`, text: file.text })));
    notes.push(...notesOn(where, split, made.rejected, made.files));
  }
  if (taken.size === 0) return { problem: 'No evaluation of the set has a prompt, so there would be no cases' };
  files.push({ path: keptFile, text: jsonText({ ...about, set: others, evals: places }) });
  const free = Object.keys(others).filter((key) => key !== 'skill_name');
  if (free.length > 0) notes.push({ where: 'the set', what: `No case has ${namesIn(free)}`, isKept: true });
  return { files, notes, count: taken.size };
}

const about = { about: 'What evals.json says and a case cannot. `skillwright convert-evals` reads it.' };

function withoutKept(item: unknown): unknown {
  if (!isMap(item)) return item;
  const { [keptKey]: _, ...others } = item;
  return others;
}

/** How an item is named in notes. */
function placeOf(item: unknown, index: number): string {
  const id = isMap(item) ? item.id : undefined;
  return typeof id === 'string' || typeof id === 'number'
    ? `evaluation ${JSON.stringify(id)}`
    : `evaluation at index ${index}`;
}

function folderFor(item: unknown, index: number, taken: TakenFolders): string {
  const id = isMap(item) ? item.id : undefined;
  const kept = isMap(item) ? readKeptCase(item).folder : undefined;
  if (kept !== undefined && taken.isFree(kept)) return kept;
  const named = typeof id === 'number' ? `eval-${id}` : id;
  // Otherwise the folder would stand for another id.
  const isFitting = typeof named === 'string' && isCasePath(named) && idOfFolder(named) === id;
  if (isFitting && taken.isFree(named)) return named;
  return freeCaseName(typeof id === 'string' ? id : `eval-at-${index + 1}`, taken);
}

/** The folders of cases. None is in another one: the runner looks for no cases in a case. Capital letters make no difference. */
class TakenFolders {
  readonly #cases = new Set<string>();
  readonly #above = new Set<string>();

  get size(): number {
    return this.#cases.size;
  }

  has(folder: string): boolean {
    return !this.isFree(folder);
  }

  isFree(folder: string): boolean {
    const name = folder.toLowerCase();
    const above = foldersOf(name);
    return !this.#cases.has(name) && !this.#above.has(name) && !above.some((it) => this.#cases.has(it));
  }

  add(folder: string): void {
    const name = folder.toLowerCase();
    this.#cases.add(name);
    for (const above of foldersOf(name)) this.#above.add(above);
  }
}

/** The folders above a relative path. */
function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

function filesOf(
  item: JsonMap,
  split: SplitItem,
  folder: string,
): { files: readonly NewFile[]; rejected: readonly string[] } {
  const kept = readKeptCase(item);
  const { rejected } = kept;
  const files = restoredFiles(split, kept);
  const isNamed = idOfFolder(folder) === item.id || folder === kept.folder;
  const left: KeptOfItem = { ...split.kept, ...(!isNamed && { folder }) };
  const file = Object.keys(left).length > 0 ? [{ path: keptFile, text: jsonText({ ...about, ...left }) }] : [];
  return { files: [...files.filter(({ path }) => path !== keptFile), ...file], rejected };
}

/** The runner reads no more graders, and each of them is compared with those that were kept. */
function tooManyGraders(item: JsonMap, { criteria }: SplitItem): string | undefined {
  const { graders: limit } = EVALUATION_LIMITS;
  const count = Math.max(criteria.length, readKeptCase(item).files.size);
  return count > limit ? `a case has at most ${limit} graders and other files` : undefined;
}

function tooLarge(files: readonly NewFile[]): string | undefined {
  const limit = EVALUATION_LIMITS['file-bytes'];
  return files.some(({ text }) => text.length > limit) ? `a file of a case has at most ${limit} bytes` : undefined;
}

function notesOn(
  where: string,
  { kept: { item = {} } }: SplitItem,
  rejected: readonly string[],
  files: readonly NewFile[],
): ConversionNote[] {
  const notes: ConversionNote[] = [];
  const note = (what: string, isKept = true) => notes.push({ where, what, isKept });
  const { files: inputs, id: _, ...others } = item;
  if (inputs !== undefined) {
    note(
      'The runner of cases copies no input files, so a run has none of `files`. A `scaffold_script` could copy them',
    );
  }
  const exact = ['prompt', 'expected_output', 'expectations', 'assertions'].filter((key) => Object.hasOwn(others, key));
  if (exact.length > 0) note(`A case has ${namesIn(exact)} without the whitespace around it, and only what is text`);
  const free = Object.keys(others).filter((key) => key !== 'files' && !exact.includes(key));
  if (free.length > 0) note(`A case has no ${namesIn(free)}`);
  for (const path of rejected)
    note(`\`${path}\` in \`${keptKey}\` is not the path of a file in the case, so it is left out`, false);
  if (!files.some(({ path }) => path.startsWith('graders/') || path === 'case.yaml')) {
    note('It expects nothing, so the case has no graders, and `claude plugin eval` rejects it until one is added');
  }
  return notes;
}

/** Numbers that JavaScript cannot hold: programs in other languages may. */
function roundedNumbers(root: JsonNode | undefined, text: string): ConversionNote[] {
  return jsonItems(jsonEntry(root, 'evals')?.value).flatMap((item, index) => {
    const rounded = numbersIn(item, text).filter(isRounded);
    return rounded.map((written): ConversionNote => {
      const what = `The number ${written.slice(0, 40)} is rounded`;
      return { where: `evaluation at index ${index}`, what, isKept: false };
    });
  });
}

function numbersIn(root: JsonNode, text: string): string[] {
  const found: string[] = [];
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    const { start, end } = jsonRange(node);
    if (node.type === 'number') found.push(text.slice(start, end));
    pending.push(...(node.children ?? []));
  }
  return found;
}

function isRounded(written: string): boolean {
  const value = Number(written);
  return !Number.isFinite(value) || (/^-?\d+$/.test(written) && !Number.isSafeInteger(value));
}
