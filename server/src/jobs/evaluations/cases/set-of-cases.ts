import { PROMPT_KEYS } from '../../../dialect/evaluations.ts';
import { isMap, type JsonMap, jsonText, mapOf, parseMap } from '../../../document/json-values.ts';
import { typeOf } from '../../../evaluation/cases/case-expressions.ts';
import { mappingOf } from '../../../evaluation/cases/read-evaluation.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import { idOfFolder, itemOfCase, type KeptOfItem, keptFile } from './case-of-item.ts';
import type { Conversion, ConversionNote } from './conversion.ts';
import { namesIn } from './conversion.ts';
import { isCasePath, isPathInCase, type KeptCase, keptKey } from './kept-case.ts';
import { restoredFiles } from './restored-case.ts';
import { type CaseTexts, type SaidByCase, saidByCase } from './said-by-case.ts';

/*
 * Converted evaluations lose nothing silently: what a case cannot say is in a `converted.json` next to it, and what
 * `evals.json` cannot say is under a key of its item. What both can say is written once, where its runner reads it, so
 * that a change counts whichever way is converted next. Property tests convert any set and any cases there and back.
 */

/** A case as it is on the disk. */
export interface FoundCase {
  /** Relative to the folder that is converted. */
  readonly folder: string;
  /** The texts of its files, by their paths in it. */
  readonly texts: CaseTexts;
  /** Files without a text that is read: binary, or too large. */
  readonly unread: readonly string[];
}

/** A folder of cases. */
export interface FoundCases {
  readonly cases: readonly FoundCase[];
  /** The text of {@link keptFile} next to them. */
  readonly kept: string | undefined;
  /** Files that belong to no case, relative to the folder. */
  readonly others: readonly string[];
}

/** Converts cases into the text of an `evals.json`, without losing anything silently. */
export function setOfCases({ cases, kept, others }: FoundCases, skillName: string | undefined): Conversion | Refusal {
  const notes: ConversionNote[] = [];
  const items = new Map<string, JsonMap>();
  for (const found of [...cases].sort(byFolder)) {
    const item = itemOf(found, notes);
    if (item) items.set(found.folder, item);
  }
  if (items.size === 0) return { problem: 'There is no case with a prompt that can be read' };
  const { set, places } = readKept(kept);
  const evals = places.flatMap((place): unknown[] => {
    if (typeof place !== 'string') return isMap(place) && Object.hasOwn(place, 'item') ? [place.item] : [];
    const item = items.get(place);
    items.delete(place);
    return item ? [item] : [];
  });
  const named = set ?? (skillName === undefined ? {} : { skill_name: skillName });
  if (!Object.hasOwn(named, 'skill_name')) {
    notes.push({
      where: 'the set',
      what: 'It is not known which skill the cases are about: add `skill_name`',
      isKept: false,
    });
  }
  for (const path of others) {
    notes.push({ where: path, what: 'The file belongs to no case, so it stays where it is', isKept: false });
  }
  const text = jsonText({ ...named, evals: [...evals, ...items.values()] });
  return { files: [{ path: 'evals.json', text }], notes, count: evals.length + items.size };
}

/** `eval-2` is before `eval-10`. */
function byFolder({ folder: a }: FoundCase, { folder: b }: FoundCase): number {
  const [first, second] = [idOfFolder(a), idOfFolder(b)];
  if (typeof first === 'number' && typeof second === 'number') return first - second;
  return a < b ? -1 : 1;
}

function readKept(text: string | undefined): { set: JsonMap | undefined; places: readonly unknown[] } {
  const kept = parseMap(text);
  return { set: mapOf(kept?.set), places: Array.isArray(kept?.evals) ? kept.evals : [] };
}

function itemOf({ folder, texts, unread }: FoundCase, notes: ConversionNote[]): JsonMap | undefined {
  const note = (path: string, what: string, isKept: boolean) =>
    notes.push({ where: `${folder}/${path}`, what, isKept });
  const said = saidByCase(texts);
  if (said?.prompt === undefined) {
    const why = said ? 'The case has no prompt' : 'A file of the case cannot be read';
    notes.push({ where: folder, what: `${why}, so it does not become an evaluation`, isKept: false });
    return undefined;
  }
  if (!isCasePath(folder)) {
    notes.push({
      where: folder,
      what: 'A folder of this name does not exist on every system, so the case would get another one',
      isKept: false,
    });
  }
  for (const path of unread) note(path, 'Only texts of up to a megabyte are kept', false);
  const { prompt, outcome, criteria } = said;
  const kept = (parseMap(texts.get(keptFile)) ?? {}) as KeptOfItem;
  const item = itemOfCase({ prompt, outcome, criteria }, { ...kept, item: mapOf(kept.item) ?? {} }, folder);
  const files = differing(texts, { prompt, outcome, criteria });
  const rest: KeptCase = {
    ...(idOfFolder(folder) !== item.id && folder !== kept.folder && isCasePath(folder) && { folder }),
    ...files,
  };
  for (const path of Object.keys(files.files ?? {})) noteFile(path, said, note);
  for (const path of texts.keys()) {
    if (path !== keptFile && !isPathInCase(path))
      note(path, 'A file of this name does not exist on every system', false);
  }
  return Object.keys(rest).length > 0 ? { ...item, [keptKey]: rest } : item;
}

/** The files and values of a case that the case made of its item would not have. */
function differing(
  texts: CaseTexts,
  said: Parameters<typeof restoredFiles>[0],
): Pick<KeptCase, 'files' | 'withoutOutcomeGrader'> {
  const plain = new Map(
    restoredFiles(said, { files: new Map(), withoutOutcomeGrader: false }).map(({ path, text }) => [path, text]),
  );
  const different = [...texts].filter(
    ([path, text]) => path !== keptFile && isPathInCase(path) && plain.get(path) !== text,
  );
  const files = different.length > 0 ? { files: Object.fromEntries(different) } : {};
  const restored = restoredFiles(said, { files: new Map(different), withoutOutcomeGrader: false });
  const isAdded = restored.some(({ path }) => path === 'graders/expected-output.md' && !texts.has(path));
  return { ...files, ...(isAdded && { withoutOutcomeGrader: true }) };
}

/** Says what of a kept file `evals.json` cannot say. */
function noteFile(
  path: string,
  { merged }: SaidByCase,
  note: (path: string, what: string, isKept: boolean) => void,
): void {
  const grader = merged.graders.find(({ fileName }) => path === `graders/${fileName}`);
  if (path === 'prompt.md') {
    const keys = (merged.prompt && mappingOf(merged.prompt)?.entries.map(({ key }) => key)) ?? [];
    const own = keys.filter((key) => key !== 'expected_outcome' && Object.hasOwn(PROMPT_KEYS, key));
    if (own.length > 0) note(path, `An evaluation has no ${namesIn(own)}`, true);
  } else if (grader && typeOf(grader) === 'llm') {
    const keys = grader.value.entries.map(({ key }) => key).filter((key) => key !== 'type' && key !== 'criteria');
    if (keys.length > 0) note(path, `An expectation has no ${namesIn(keys)}`, true);
  } else if (grader) {
    note(path, `An evaluation has no grader of the kind \`${typeOf(grader) ?? 'unknown'}\``, true);
  } else {
    note(
      path,
      path === 'case.yaml'
        ? 'An evaluation has no `case.yaml`: its settings and graders'
        : 'An evaluation has no further files',
      true,
    );
  }
}
