import { type JsonMap, parseMap } from '../../../document/json-values.ts';
import { deniedTool } from '../../../evaluation/grading/denied-calls.ts';
import { readTrace } from '../../../evaluation/grading/recorded-run.ts';
import { slashedPath } from '../../../platform/slashed-path.ts';
import type { RunPart } from '../../../protocol.ts';

/**
 * How a run used a file: it read lines of it, from 1 on and the last included, or started it as a script, or either was
 * denied.
 */
export type FileUse =
  | { readonly kind: 'read'; readonly path: string; readonly first: number; readonly last: number }
  | { readonly kind: 'started' | 'denied'; readonly path: string };

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
 * The use of the files in a folder by a run, according to its trace. A command starts the scripts that it names; calls that
 * failed used nothing.
 *
 * @param files the paths of the files
 */
export function useInTrace(trace: string, files: readonly string[]): readonly (FileUse | SkillUse)[] {
  const { calls, results } = readTrace(trace);
  return useOf(
    calls.map((call): UsingCall => {
      const result = results.get(call.id);
      const isDenied = result?.isError === true && deniedTool(result.text ?? '') !== undefined;
      const state = isDenied ? 'denied' : result !== undefined && !result.isError ? 'succeeded' : 'failed';
      return { tool: call.tool, input: parseMap(call.input) ?? {}, output: result?.text, state };
    }),
    files,
  );
}

/** The same of a run whose parts were kept. Of these, the input of a shell is its command, and long texts are cut. */
export function useInParts(parts: readonly RunPart[], files: readonly string[]): readonly (FileUse | SkillUse)[] {
  return useOf(
    parts.flatMap((part): UsingCall[] => {
      if (part.kind !== 'tool') return [];
      const input = commandTools.has(part.name) ? { command: part.input } : (parseMap(part.input) ?? {});
      const state = part.state === 'succeeded' || part.state === 'denied' ? part.state : 'failed';
      return [{ tool: part.name, input, output: part.output, state }];
    }),
    files,
  );
}

/** A call, and what became of it. */
interface UsingCall {
  readonly tool: string;
  readonly input: JsonMap;
  readonly output: string | undefined;
  readonly state: 'succeeded' | 'denied' | 'failed';
}

function useOf(calls: readonly UsingCall[], files: readonly string[]): readonly (FileUse | SkillUse)[] {
  const known = new Set(files);
  let left = maxCommands;
  return calls.slice(0, maxCalls).flatMap(({ tool, input, output, state }): (FileUse | SkillUse)[] => {
    if (state === 'failed') return [];
    const isDenied = state === 'denied';
    if (tool === 'Read')
      return readUse(input, output, known).map((use) => (isDenied ? { kind: 'denied', path: use.path } : use));
    if (tool === 'Skill' && !isDenied && typeof input.skill === 'string') return [{ kind: 'skill', name: input.skill }];
    const { command } = input;
    if (!commandTools.has(tool) || typeof command !== 'string') return [];
    left -= command.length;
    if (left < 0) return [];
    return files
      .filter((path) => isNamed(path, command))
      .map((path) => ({ kind: isDenied ? 'denied' : 'started', path }));
  });
}

function readUse(
  input: JsonMap,
  result: string | undefined,
  known: ReadonlySet<string>,
): (FileUse & { kind: 'read' })[] {
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
