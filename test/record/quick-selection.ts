import type { StoredCase } from './recorded-case.ts';
import { sharedGroups } from './shared-client.ts';

/**
 * The cases to ask if there is little time: a sixteenth of those that can share clients, which cost little, and of the others the
 * first with anything new in question or answer, such as a setting, a flag, a kind of observation, or a sentence.
 */
export function quickSelection(cases: readonly StoredCase[]): StoredCase[] {
  const groups = sharedGroups(cases).map((group) => group.map(({ stored }) => stored));
  const chosen = new Set(groups.filter((_, index) => index % 16 === 0).flat());
  const known = new Set([...chosen].flatMap(traitsOf));
  for (const stored of cases) {
    const traits = traitsOf(stored).filter((it) => !known.has(it));
    if (traits.length === 0) continue;
    for (const trait of traits) known.add(trait);
    chosen.add(stored);
  }
  return cases.filter((it) => chosen.has(it));
}

/** What may make the answer to a case another one in the next release. */
function traitsOf({ group, kind, input, observed }: StoredCase): string[] {
  return [
    `${group} ${kind}`,
    ...keysIn(input, 'input', 3),
    ...(input.args ?? []).filter((it) => it.startsWith('--')),
    ...sentencesIn(observed, kind),
  ];
}

/** The keys of an object and of those in it, but not names that the case itself chooses. */
function* keysIn(value: unknown, path: string, depth: number): Generator<string> {
  if (typeof value !== 'object' || value === null || depth === 0) return;
  if (Array.isArray(value)) {
    for (const item of value) yield* keysIn(item, path, depth);
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    if (!/^[A-Za-z_]+$/.test(key)) continue;
    yield `${path}.${key}`;
    yield* keysIn(inner, `${path}.${key}`, depth - 1);
  }
}

/** The sentences of an answer, without what is specific to a case. */
function* sentencesIn(value: unknown, path: string): Generator<string> {
  if (typeof value === 'string') {
    for (const sentence of value.split(/(?<=[.:])\s|\n/))
      if (/^[A-Z].* .* /.test(sentence)) yield `${path} ${masked(sentence)}`;
  } else if (Array.isArray(value)) {
    for (const item of value) yield* sentencesIn(item, path);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      yield `${path}.${key}`;
      yield* sentencesIn(inner, `${path}.${key}`);
    }
  }
}

function masked(sentence: string): string {
  return sentence
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .replaceAll(/\S*[/${}\d\\]\S*/g, '…')
    .slice(0, 80);
}
