import { HOOK_HANDLERS, type HookHandlerFacts } from '../../../dialect/hooks.ts';
import type { ShapeProblem } from '../../../dialect/validate.ts';
import type { TextRange } from '../../../document/text/text-range.ts';
import type { MapEntry, YamlValue } from '../../../document/yaml/yaml-value.ts';
import { inWords } from '../../messages/in-words.ts';
import { kindInWords } from '../../messages/show-value.ts';
import type { Report } from '../../rule.ts';

/** The level of a position in the value of an event, by the length of its path. */
const depth = { event: 1, group: 2, handler: 4 } as const;

/** The name of a JSON type. */
const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'a mapping',
  string: 'a string',
  number: 'a number',
  boolean: '`true` or `false`',
};

/** The value at the end of a path of keys and indexes; the last entry of a repeated key counts. */
export function valueAt(value: YamlValue, path: readonly string[]): YamlValue | undefined {
  let at: YamlValue | undefined = value;
  for (const step of path) {
    if (at?.kind === 'list') at = at.items[Number(step)];
    else if (at?.kind === 'map') at = at.entries.findLast(({ key }) => key === step)?.value;
    else return undefined;
  }
  return at;
}

/** Reports what is wrong with the hooks of an event, where, and what Claude Code does then. */
export function describeHookFault(event: MapEntry, problem: ShapeProblem, effect: string): Report {
  const value = valueAt(event.value, problem.path.slice(1)) ?? event.value;
  const { fault, advice } = explain(problem, value);
  return {
    range: problem.kind === 'missing' ? ownerRange(value) : rangeOf(value, keyAt(event, problem.path)),
    message: `${fault}: ${effect}${advice ? `. ${advice}` : ''}`,
  };
}

/** The consequence for all hooks of an event of which one is wrong, in frontmatter. */
export function ignoresEvent(event: string): string {
  return `Claude Code ignores every \`${event}\` hook in this file`;
}

function explain({ path, kind, detail }: ShapeProblem, value: YamlValue): { fault: string; advice?: string } {
  const key = path.at(-1)!;
  const types = inWords(HOOK_HANDLERS.map(({ type }) => `\`${type}\``));
  if (kind === 'unknown-kind') return { fault: 'No handler has this type', advice: `The types are ${types}` };
  if (kind === 'missing') {
    if (path.length === depth.group) {
      return { fault: 'The entry has no `hooks` list', advice: 'Put the handler in a list under `hooks`' };
    }
    if (detail === 'type') {
      const type = typeByKeys(value)?.type;
      return { fault: 'The handler has no `type`', advice: type ? `Add \`type: ${type}\`` : `The types are ${types}` };
    }
    const type = valueAt(value, ['type']);
    const name = type?.kind === 'scalar' ? ` of type \`${type.value}\`` : '';
    return { fault: `A handler${name} needs \`${detail}\`` };
  }
  if (kind === 'type') {
    const advice = path.length === depth.event && value.kind === 'map' ? 'Insert `- ` before its first key' : undefined;
    const isEmpty = value.kind === 'scalar' && value.value === null;
    const fault = `${nameOf(path, key)} must be ${kinds[detail] ?? detail}, ${isEmpty ? 'but is empty' : `not ${kindInWords(value)}`}`;
    return { fault, ...(advice && { advice }) };
  }
  return { fault: `\`${key}\` must be ${detail === 'exclusiveMinimum' ? 'greater than 0' : 'something else'}` };
}

function nameOf(path: readonly string[], key: string): string {
  if (path.length === depth.group) return `An entry of \`${path[0]}\``;
  if (path.length === depth.handler) return 'A handler';
  return `\`${Number.isNaN(Number(key)) ? key : path.at(-2)}\``;
}

/** The kind of handler whose required keys are there. */
function typeByKeys(handler: YamlValue): HookHandlerFacts | undefined {
  return HOOK_HANDLERS.find(({ keys }) =>
    keys.every(({ name, required }) => !required || valueAt(handler, [name]) !== undefined),
  );
}

/** The key that best identifies a mapping: one of a handler's keys outside `hooks`, else the first. */
function ownerRange(value: YamlValue): TextRange {
  if (value.kind !== 'map') return value.range;
  const telling = value.entries.find(({ key }) =>
    HOOK_HANDLERS.some(({ keys }) => keys.some((it) => it.required && it.name === key)),
  );
  return (telling ?? value.entries[0])?.keyRange ?? value.range;
}

/** A value of several lines is marked at its first key, an empty one at its own. */
function rangeOf(value: YamlValue, key: TextRange): TextRange {
  if (value.kind === 'map') return value.entries[0]?.keyRange ?? value.range;
  return value.range.start === value.range.end ? key : value.range;
}

/** The position of the key of the nearest mapping on a path. */
function keyAt(event: MapEntry, path: readonly string[]): TextRange {
  const owner = valueAt(event.value, path.slice(1, -1));
  return (
    (owner?.kind === 'map' && owner.entries.findLast(({ key }) => key === path.at(-1))?.keyRange) || event.keyRange
  );
}
