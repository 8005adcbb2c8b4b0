import { type JsonMap, parseMap } from '../../../document/json-values.ts';
import type { RunPart, RunSummary } from '../../../protocol.ts';
import { type ObservedWork, WorkSum } from './observed-work.ts';

/** The work of a run in the editor, as far as a case can ask for it again. */
export function workOfRun(
  { invocation, folder }: Pick<RunSummary, 'invocation' | 'folder'>,
  parts: readonly RunPart[],
  isSkill: (name: string) => boolean,
): ObservedWork {
  const sum = new WorkSum(isSkill);
  for (const part of parts) {
    if (part.kind === 'tool' && part.state === 'succeeded') sum.add({ tool: part.name, input: inputOf(part) }, folder);
  }
  return sum.work(invocation);
}

function inputOf({ input, inputCut }: { readonly input: string; readonly inputCut?: number }): JsonMap {
  if (inputCut === undefined) return parseMap(input) ?? {};
  // Of a whole file, only the beginning is kept, and its path comes first.
  const path = /^\{\s*"file_path": ("(?:[^"\\]|\\.)*")/.exec(input)?.[1];
  return path === undefined ? {} : { file_path: JSON.parse(path) as string };
}
