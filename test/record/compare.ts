import { isDeepStrictEqual } from 'node:util';
import type { Observed } from './recorded-case.ts';

/** A field in which an answer differs from a recording. */
export interface FieldDifference {
  readonly field: string;
  readonly recorded: unknown;
  readonly answered: unknown;
}

/** Fields that only recordings made for them contain: they are the same in every case, or repeat other fields. */
const onlyOnRequest = ['tool', 'attached', 'agents'];

/**
 * The fields of an answer that a recording contains. A recording with an exit code contains everything that was
 * observed, so that a new field counts; any other was reduced to the fields it is about.
 */
export function inShapeOf(recorded: Observed, answered: Observed): Observed {
  const isComplete = 'exit' in recorded;
  const kept = Object.entries(answered).filter(([field]) =>
    isComplete ? field in recorded || !onlyOnRequest.includes(field) : field in recorded,
  );
  const observed: Observed = Object.fromEntries(kept);
  return isCutDown(recorded) ? cutDown(observed) : observed;
}

/** Compares an answer with a recording, without what varies between runs. */
export function compare(recorded: Observed, answered: Observed): FieldDifference[] {
  const before = steady(recorded);
  const now = steady(inShapeOf(recorded, answered));
  return [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((field) => !isAbbreviated(before[field]) && !isDeepStrictEqual(before[field], now[field]))
    .map((field) => ({ field, recorded: before[field], answered: now[field] }));
}

/** A text of the client itself, of which only the beginning was recorded. */
function isAbbreviated(recorded: unknown): boolean {
  return typeof recorded === 'string' && /… \[client text, \d+ characters\]$/.test(recorded);
}

export function isSame(recorded: Observed, answered: Observed): boolean {
  return compare(recorded, answered).length === 0;
}

/**
 * Recordings of what agents load were reduced: of the tools to whether Skill was offered, and without results, which
 * contain random ids.
 */
function isCutDown({ fullRequests }: Observed): boolean {
  return Array.isArray(fullRequests) && fullRequests.some((it) => 'skillTool' in it);
}

interface FullRequest {
  readonly tools?: readonly string[];
  readonly skillTool?: boolean;
  readonly new: readonly { readonly type: string }[];
}

function cutDown({ toolResults: _, fullRequests, ...others }: Observed): Observed {
  if (!Array.isArray(fullRequests)) return others;
  return {
    ...others,
    fullRequests: fullRequests.map(({ tools, ...request }: FullRequest) => ({
      ...request,
      new: request.new.filter(({ type }) => type !== 'tool_result'),
      skillTool: request.skillTool ?? tools?.includes('Skill') ?? false,
    })),
  };
}

/** Texts that differ between two runs of one release. */
const random: readonly (readonly [RegExp, string])[] = [
  // The id of an agent, which is also in the names of its files.
  [/\ba[0-9a-f]{16}\b/g, '${AGENT}'],
  [/\bduration_ms: \d+/g, 'duration_ms: ${TIME}'],
  [/\btool-results\/b[0-9a-z]{8}\b/g, 'tool-results/${FILE}'],
  // Commands of a skill that is built in fail at the same time.
  [/!`git (?:diff|diff --name-only|log --no-decorate) origin\/HEAD\.\.\.`/g, '!`git ${COMMAND}`'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '${UUID}'],
];

/**
 * Without what varies between runs. The notice about another model was once recorded with what is injected; it moved to
 * a system message, and nothing about skills depends on it.
 */
function steady(observed: Observed): Observed {
  const replaced = JSON.parse(JSON.stringify(observed), (_, value) =>
    typeof value === 'string' ? withoutRandom(value) : value,
  ) as Observed;
  const { injected, runs } = replaced;
  if (Array.isArray(runs)) return { ...replaced, runs: runs.map(withoutTraces) };
  if (!Array.isArray(injected)) return replaced;
  const others = injected.filter((it: string) => !it.startsWith('You are powered by the model '));
  return { ...replaced, injected: others };
}

/** What is left of an evaluation's run is recorded for our own grading; what the runner made of it says what it was. */
function withoutTraces({ trace: _, files: __, mockCalls: ___, ...run }: Observed): Observed {
  return run;
}

function withoutRandom(text: string): string {
  return random.reduce((left, [pattern, placeholder]) => left.replaceAll(pattern, placeholder), text);
}
