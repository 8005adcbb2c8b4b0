import { isDeepStrictEqual } from 'node:util';
import type { Observed } from './recorded-case.ts';

/** A field in which an answer differs from a recording. */
export interface FieldDifference {
  readonly field: string;
  readonly recorded: unknown;
  readonly answered: unknown;
}

/** Fields that only recordings made for them hold: they repeat for every case, or say what others say. */
const onlyOnRequest = ['tool', 'attached', 'agents'];

/**
 * The fields of an answer that a recording holds. A recording with an exit code holds all that was seen, so that a new
 * field counts; any other was cut down to the fields it is about.
 */
export function inShapeOf(recorded: Observed, answered: Observed): Observed {
  const isComplete = 'exit' in recorded;
  const kept = Object.entries(answered).filter(([field]) =>
    isComplete ? field in recorded || !onlyOnRequest.includes(field) : field in recorded,
  );
  const observed: Record<string, unknown> = Object.fromEntries(kept);
  if (holdsSkillToolOnly(recorded)) observed['fullRequests'] = withSkillToolOnly(observed['fullRequests']);
  return observed;
}

/** Compares an answer with a recording, leaving out what no release decides. */
export function compare(recorded: Observed, answered: Observed): FieldDifference[] {
  const before = steady(recorded);
  const now = steady(inShapeOf(recorded, answered));
  return [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((field) => !isDeepStrictEqual(before[field], now[field]))
    .map((field) => ({ field, recorded: before[field], answered: now[field] }));
}

export function isSame(recorded: Observed, answered: Observed): boolean {
  return compare(recorded, answered).length === 0;
}

/** Some recordings hold only whether the Skill tool was offered, and not the name of every tool. */
function holdsSkillToolOnly({ fullRequests }: Observed): boolean {
  return Array.isArray(fullRequests) && fullRequests.some((it) => 'skillTool' in it);
}

function withSkillToolOnly(requests: unknown): unknown {
  if (!Array.isArray(requests)) return requests;
  return requests.map(({ tools, ...others }: { readonly tools?: readonly string[] }) => ({
    ...others,
    skillTool: tools?.includes('Skill') ?? false,
  }));
}

/**
 * Without what differs between two runs of one release. The notice about another model was once recorded with what is
 * injected; it moved to a system message, where nothing about skills depends on it.
 */
function steady(observed: Observed): Observed {
  const { injected } = observed;
  if (!Array.isArray(injected)) return observed;
  return {
    ...observed,
    injected: injected.filter((it: string) => !it.startsWith('You are powered by the model named ')),
  };
}
