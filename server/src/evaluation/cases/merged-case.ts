import { PROMPT_KEYS } from '../../dialect/evaluations.ts';
import type { EvaluationKind } from '../../document/runtime-id.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import type { SavedCase } from '../surroundings/evaluation-surroundings.ts';
import { entryOf, type Mapping, type TextValue, textAt, type Value, valueAt } from '../values/value.ts';
import { bodyOf, type EvaluationFile, mappingOf, readEvaluation } from './read-evaluation.ts';

/** A case as the runner puts it together from its files, one of which is open. */
export interface MergedCase {
  readonly prompt: EvaluationFile | undefined;
  readonly definition: EvaluationFile | undefined;
  /** Those of the definition first. */
  readonly graders: readonly CaseGrader[];
  /** Whether all files could be read. */
  readonly isReadable: boolean;
  readonly hasMocks: boolean;
  /** Files in the folder that are not read, although they were meant to be. */
  readonly misnamed: SavedCase['misnamed'];
  /** Whether it is in the folder of another case, where the runner does not find it. */
  readonly isInCase: boolean;
  /** Whether the files show that this is a case for Claude Code, and not one of another tool. */
  readonly isMeant: boolean;
}

export interface CaseGrader {
  readonly name: string;
  /** Its mapping; undefined if it is none. */
  readonly value: Mapping;
  /** The name of its file; undefined if it is in the definition. */
  readonly fileName: string | undefined;
  /** Whether it is in the open file. */
  readonly isOpen: boolean;
  /** The text of its file's body. */
  readonly body: string;
  /** Where that is in its file. */
  readonly bodyRange: TextRange;
  /** A short place for what is about the whole grader. */
  readonly head: TextRange;
}

/** Puts a case together. */
export function mergeCase(kind: EvaluationKind, open: EvaluationFile, saved: SavedCase, fileName: string): MergedCase {
  const file = (of: EvaluationKind, text: string | undefined): EvaluationFile | undefined =>
    kind === of ? open : text === undefined ? undefined : readEvaluation(text, of);
  const prompt = file('eval-prompt', saved.prompt);
  const definition = file('eval-case', saved.definition);
  const isGrader = kind === 'eval-grader';
  const names = (saved.graders ?? []).map((grader) => grader.fileName);
  const files = (saved.graders ?? []).map((grader) => ({
    fileName: grader.fileName,
    file: isGrader && grader.fileName === fileName ? open : readEvaluation(grader.text, 'eval-grader'),
  }));
  if (isGrader && !names.includes(fileName)) files.push({ fileName, file: open });
  const graders = [
    ...listed(definition, kind === 'eval-case'),
    ...files.flatMap((it) => inFile(it.fileName, it.file, open)),
  ];
  const all = [prompt, definition, ...files.map((it) => it.file)];
  return {
    prompt,
    definition,
    graders,
    isReadable: all.every((it) => !it?.fault && it?.isUnread !== true),
    hasMocks: saved.hasMocks,
    misnamed: saved.misnamed,
    isInCase: saved.isInCase,
    isMeant: isCase(prompt, definition, saved, kind),
  };
}

function listed(definition: EvaluationFile | undefined, isOpen: boolean): CaseGrader[] {
  const list = valueAt(definition && mappingOf(definition), 'graders');
  if (list?.kind !== 'list') return [];
  return list.items.flatMap((value): CaseGrader[] => {
    if (value.kind !== 'map') return [];
    const name = textAt(value, 'name');
    const head = name?.range ?? value.entries[0]?.keyRange ?? value.range;
    return [{ name: name?.value ?? '', value, fileName: undefined, isOpen, body: '', bodyRange: head, head }];
  });
}

/** A file without frontmatter is not a grader. */
function inFile(fileName: string, file: EvaluationFile, open: EvaluationFile): CaseGrader[] {
  const value = mappingOf(file);
  if (!value) return [];
  const name = textAt(value, 'name')?.value ?? fileName.slice(0, -'.md'.length);
  const head = entryOf(value, 'type')?.value.range ?? file.head;
  return [{ name, value, fileName, isOpen: file === open, body: bodyOf(file), bodyRange: file.body, head }];
}

const definitionKeys = ['schema_version', 'execution', 'graders'];

function isCase(
  prompt: EvaluationFile | undefined,
  definition: EvaluationFile | undefined,
  saved: SavedCase,
  kind: EvaluationKind,
): boolean {
  const isDefinition = definitionKeys.some((key) => entryOf(definition && mappingOf(definition), key));
  // A definition of another tool, if nothing around it is of Claude Code.
  if (definition && !isDefinition && !definition.fault && !isEmptyDefinition(definition))
    return prompt !== undefined && isTyped(saved);
  if (isDefinition || definition?.fault) return true;
  const promptEntries = (prompt && mappingOf(prompt)?.entries) ?? [];
  const hasKeys = promptEntries.some(({ key }) => Object.hasOwn(PROMPT_KEYS, key));
  // The name of the folder is Claude Code's own.
  return hasKeys || (prompt !== undefined && (saved.graders !== undefined || kind === 'eval-grader')) || isTyped(saved);
}

/** Whether nothing is in a definition, which then says no more than a missing one. */
export function isEmptyDefinition(definition: EvaluationFile): boolean {
  const { data, fault, isUnread } = definition;
  return !fault && !isUnread && (!data || data.kind === 'null' || (data.kind === 'map' && data.entries.length === 0));
}

/** A setting of a case for its session: `prompt.md` wins over the definition. */
export function settingOf({ prompt, definition }: MergedCase, key: string): Value | undefined {
  return valueAt(prompt && mappingOf(prompt), key) ?? valueAt(definition && mappingOf(definition), 'execution', key);
}

/** The prompt of a case: the body of `prompt.md`, or else `prompt` of the definition. Undefined if there is none. */
export function promptOf({ prompt, definition }: MergedCase): TextValue | undefined {
  const body = prompt ? bodyOf(prompt) : '';
  if (prompt && body !== '') return { kind: 'string', value: body, range: prompt.body };
  const written = textAt(definition && mappingOf(definition), 'execution', 'prompt');
  const value = written?.value.trim() ?? '';
  return written && value !== '' ? { ...written, value } : undefined;
}

/** The text of a grader's key: in its frontmatter, or the body. */
export function graderText({ value, body, bodyRange }: CaseGrader, key: string, bodyKey: string | undefined) {
  const written = entryOf(value, key);
  if (written) return written.value.kind === 'string' ? written.value : undefined;
  if (key !== bodyKey || body === '') return undefined;
  return { kind: 'string', value: body, range: textRange(bodyRange.start, bodyRange.end) } as const;
}

/** A grader without a prompt, or in a folder that is not read. */
function isTyped({ graders = [], misnamed }: SavedCase): boolean {
  if (misnamed.some(({ meant }) => meant === 'graders')) return true;
  return graders.some(({ text }) => /^\uFEFF?---\s*\n[\s\S]{0,2000}?^type[ \t]*:/m.test(text));
}
