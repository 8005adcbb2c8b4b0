import { isMap, type JsonMap } from '../../catalog/settings/json-map.ts';
import { type RecordedCall, readTrace } from '../../evaluation/grading/recorded-run.ts';
import { slashedPath } from '../../platform/slashed-path.ts';

/** What a run did with a file: it read lines of it, from 1 on and the last included, or all of it ran. */
export type FileUse =
  | { readonly kind: 'read'; readonly path: string; readonly first: number; readonly last: number }
  | { readonly kind: 'ran'; readonly path: string };

/** A skill that was loaded, as it was named. */
export interface SkillUse {
  readonly kind: 'skill';
  readonly name: string;
}

/** Calls of a run that are looked at, and characters of commands, in which every file is searched for. */
const maxCalls = 10_000;
const maxCommands = 1_000_000;

/** Tools that run commands. */
const commandTools = new Set(['Bash', 'PowerShell', 'Monitor']);

/**
 * What a run used of the files in a folder, according to its trace. A command runs the scripts that it names; calls that
 * failed or were denied used nothing.
 *
 * @param files the paths of the files
 */
export function useInTrace(trace: string, files: readonly string[]): readonly (FileUse | SkillUse)[] {
  const { calls, results } = readTrace(trace);
  const known = new Set(files);
  let left = maxCommands;
  return calls.slice(0, maxCalls).flatMap((call): (FileUse | SkillUse)[] => {
    const result = results.get(call.id);
    if (!result || result.isError) return [];
    const input = inputOf(call);
    if (call.tool === 'Read') return readUse(input, result.text, known);
    if (call.tool === 'Skill' && typeof input.skill === 'string') return [{ kind: 'skill', name: input.skill }];
    const { command } = input;
    if (!commandTools.has(call.tool) || typeof command !== 'string') return [];
    left -= command.length;
    if (left < 0) return [];
    return files.filter((path) => isNamed(path, command)).map((path) => ({ kind: 'ran', path }));
  });
}

function inputOf({ input }: RecordedCall): JsonMap {
  const value: unknown = JSON.parse(input);
  return isMap(value) ? value : {};
}

function readUse(input: JsonMap, result: string | undefined, known: ReadonlySet<string>): FileUse[] {
  const path = typeof input.file_path === 'string' ? slashedPath(input.file_path) : undefined;
  if (path === undefined || !known.has(path)) return [];
  const first = typeof input.offset === 'number' && input.offset >= 1 ? Math.floor(input.offset) : 1;
  // Each line of the result begins with its number.
  const numbered = [...(result ?? '').matchAll(/^ *(\d{1,7})[\t→]/gm)].map(([, number]) => Number(number));
  const shown = numbered.length > 0 ? Math.max(...numbered.slice(-1)) : undefined;
  const last = shown ?? (typeof input.limit === 'number' ? first + Math.floor(input.limit) - 1 : Infinity);
  return [{ kind: 'read', path, first, last }];
}

/** Whether a command names a file by its whole path, or by the end of it that begins below the folder of a skill. */
function isNamed(path: string, command: string): boolean {
  const slashed = command.replaceAll('\\', '/');
  const [, below] = /\/skills\/[^/]+\/(.+)$/.exec(path) ?? [];
  return [path, ...(below?.includes('/') ? [below] : [])].some((written) => {
    for (let at = slashed.indexOf(written); at >= 0; at = slashed.indexOf(written, at + 1)) {
      const [before, after] = [slashed[at - 1] ?? ' ', slashed[at + written.length] ?? ' '];
      if (/[\s"'`=(;&|/]/.test(before) && /[\s"'`);&|<>]/.test(after)) return true;
    }
    return false;
  });
}
