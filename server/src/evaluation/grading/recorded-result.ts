import { type JsonNode, jsonAt, jsonItems, jsonValue, readJson } from '../../document/json-document.ts';
import { typeOf } from '../cases/case-expressions.ts';
import { type CaseGrader, graderText } from '../cases/merged-case.ts';
import { numberAt, textAt, type Value, valueAt } from '../values/value.ts';

/** What `aggregate-result.json` says about one case. */
export interface RecordedResultOfCase {
  /** How each grader was written. */
  readonly graders: ReadonlyMap<string, string>;
  readonly runs: readonly RecordedArm[];
}

/** One run, with or without the plugin. */
export interface RecordedArm {
  readonly isWithPlugin: boolean;
  /** Where its trace was. */
  readonly tracePath: string | undefined;
  /** Why it did not end as it should: `interrupted`, a time limit. */
  readonly error: string | undefined;
  /** Whether its score reached the threshold; undefined in results that do not say so. */
  readonly passed: boolean | undefined;
  /** US dollars, with what models as judges cost. */
  readonly cost: number | undefined;
  readonly seconds: number | undefined;
  readonly verdicts: ReadonlyMap<string, RecordedVerdict>;
}

/** What was said about a run. */
export interface RecordedVerdict {
  readonly passed: boolean;
  readonly explanation: string;
  /** Whether it counts for the score. */
  readonly isScored: boolean;
}

/** A result of `claude plugin eval` that was read, with all of its cases. */
export interface ResultFile {
  readonly root: JsonNode;
}

/** Reads a result; undefined if it is not one. */
export function readResultFile(text: string): ResultFile | undefined {
  const { root, faults } = readJson(text);
  return root && faults.length === 0 ? { root } : undefined;
}

/** What a result says about the case in a folder; undefined if it has no such case. */
export function resultOfCase({ root }: ResultFile, caseFolder: string): RecordedResultOfCase | undefined {
  const found = jsonItems(jsonAt(root, ['cases'])).find((it) => {
    const dir = stringAt(it, 'dir')?.replaceAll('\\', '/');
    return dir !== undefined && dir !== '' && `${caseFolder}/`.endsWith(`/${dir}/`);
  });
  if (!found) return undefined;
  const graders = jsonItems(jsonAt(found, ['graders'])).map((it): [string, string] => {
    const config = jsonAt(it, ['config']);
    const written = config?.type === 'object' ? (jsonValue(config) as object) : {};
    return [stringAt(it, 'name') ?? '', inOrder({ type: stringAt(it, 'type'), ...written })];
  });
  const runs = (['with', 'without'] as const).flatMap((arm) =>
    jsonItems(jsonAt(found, ['arms', arm])).map((run): RecordedArm => {
      const verdicts = jsonItems(jsonAt(run, ['graders'])).map((it): [string, RecordedVerdict] => [
        stringAt(it, 'name') ?? '',
        {
          passed: jsonAt(it, ['passed'])?.value === true,
          explanation: stringAt(it, 'explanation') ?? '',
          isScored: jsonAt(it, ['scored'])?.value !== false,
        },
      ]);
      const passed: unknown = jsonAt(run, ['passed'])?.value;
      const cost = numberAtKey(run, 'costUsd');
      return {
        isWithPlugin: arm === 'with',
        tracePath: stringAt(run, 'tracePath'),
        error: stringAt(run, 'error'),
        passed: typeof passed === 'boolean' ? passed : undefined,
        cost: cost === undefined ? undefined : cost + (numberAtKey(run, 'judgeCostUsd') ?? 0),
        seconds: numberAtKey(run, 'durationSeconds'),
        verdicts: new Map(verdicts),
      };
    }),
  );
  return { graders: new Map(graders), runs };
}

/** Whether a grader is as it was when a case was run. */
export function isUnchanged(grader: CaseGrader, { graders }: RecordedResultOfCase): boolean {
  return graders.get(grader.name) === inOrder(configOf(grader));
}

/** Whether a grader is as a result has it. */
export function isWrittenAs(grader: CaseGrader, written: object): boolean {
  return inOrder(written) === inOrder(configOf(grader));
}

/** A deterministic grader as results have it. */
function configOf(grader: CaseGrader): object {
  const { value } = grader;
  const type = typeOf(grader);
  const written = (key: string) => textAt(value, key)?.value;
  switch (type) {
    case 'regex':
      return {
        type,
        target: targetOf(valueAt(value, 'target')),
        pattern: graderText(grader, 'pattern', 'pattern')?.value,
        flags: written('flags') ?? '',
        match: written('match') ?? 'contains',
      };
    case 'tool_used':
      return { type, ...callOf(value), min: numberAt(value, 'min'), max: numberAt(value, 'max') };
    case 'tool_order':
      return { type, before: callOf(valueAt(value, 'before')), after: callOf(valueAt(value, 'after')) };
    default: {
      const exists = valueAt(value, 'exists');
      return { type, path: written('path'), exists: !(exists?.kind === 'boolean' && !exists.value) };
    }
  }
}

function targetOf(target: Value | undefined): unknown {
  if (target?.kind !== 'map') return target?.kind === 'string' ? target.value : 'last_message';
  return { source: textAt(target, 'source')?.value, path: textAt(target, 'path')?.value };
}

function callOf(call: Value | undefined): object {
  if (call?.kind === 'string') return { tool: call.value };
  return { tool: textAt(call, 'tool')?.value, input_match: textAt(call, 'input_match')?.value };
}

/** As JSON whose keys are in order, without what is not written, and without what does not change what is found. */
function inOrder(config: object): string {
  return JSON.stringify(config, (key, value: unknown) => {
    if (key === 'arm' || key === 'weight') return undefined;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function stringAt(node: JsonNode | undefined, key: string): string | undefined {
  const value: unknown = jsonAt(node, [key])?.value;
  return typeof value === 'string' ? value : undefined;
}

function numberAtKey(node: JsonNode | undefined, key: string): number | undefined {
  const value: unknown = jsonAt(node, [key])?.value;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
