import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inShapeOf } from './compare.ts';
import type { JudgedCase } from './group-differences.ts';
import { type Observed, type RecordingLine, readLines, toCase } from './recorded-case.ts';

/** Which answers become recordings. */
export type WriteChoice = 'nothing' | 'differences' | 'everything';

/** Whether an answer is certain enough to be stored. */
export function isWritten({ verdict }: JudgedCase, choice: WriteChoice): boolean {
  if (choice === 'nothing' || verdict === 'unsteady' || verdict === 'unconfirmed') return false;
  return choice === 'everything' || verdict === 'changed';
}

/** A recording of a release, with the fields of the one it repeats. */
export function recordingOf({ stored }: JudgedCase, version: string, answer: Observed): RecordingLine {
  const { id, kind, input, observed } = stored;
  return { id, kind, version, input, observed: inShapeOf(observed, answer) };
}

/** Replaces recordings of the same cases, and keeps the others and their order. */
export function mergeRecordings(known: readonly RecordingLine[], fresh: readonly RecordingLine[]): RecordingLine[] {
  const byKey = new Map([...known, ...fresh].map((line) => [toCase(line, '').key, line]));
  return [...byKey.values()];
}

/** Stores recordings in `<group>.<version>.jsonl`; returns the names of the files. */
export function writeRecordings(
  folder: string,
  version: string,
  cases: readonly JudgedCase[],
  answerOf: (key: string) => Observed,
): string[] {
  const groups = new Map<string, RecordingLine[]>();
  for (const judged of cases) {
    const { group, key } = judged.stored;
    groups.set(group, [...(groups.get(group) ?? []), recordingOf(judged, version, answerOf(key))]);
  }
  return [...groups].map(([group, lines]) => {
    const name = `${group}.${version}.jsonl`;
    const file = path.join(folder, name);
    const merged = mergeRecordings(existsSync(file) ? readLines(file) : [], lines);
    writeFileSync(file, merged.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return name;
  });
}
