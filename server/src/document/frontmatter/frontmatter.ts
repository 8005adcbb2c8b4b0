import type { RuntimeId } from '../runtime-id.ts';
import type { Field, Frontmatter, FrontmatterBlock, YamlProblem } from '../skill-document.ts';
import { readYaml, tooManyTokens, type YamlReading } from '../yaml/yaml-reader.ts';
import type { YamlValue } from '../yaml/yaml-value.ts';
import { findFrontmatterBlock } from './frontmatter-block.ts';
import { repairLines } from './line-repair.ts';
import { scanTopLevelEntries } from './loose-entries.ts';

/** Most edits are in the body, so what was read last is often read again. */
let last: { readonly head: string; readonly runtime: RuntimeId; readonly frontmatter: Frontmatter } | undefined;

const nothing = { fields: new Map(), entries: [], problems: [], repairs: [], tabIndents: [], repeated: [] } as const;

/**
 * Reads the frontmatter as the runtime does: as YAML, then once more after quoting suspicious one-line values. If it is
 * still not readable, every field is silently lost. Frontmatter with too many tokens is not read at all.
 */
export function readFrontmatter(text: string, runtime: RuntimeId): Frontmatter {
  const block = findFrontmatterBlock(text, runtime);
  if (!block) return { ...nothing, reading: 'absent', block: undefined };
  const head = text.slice(0, block.range.end);
  if (last?.head !== head || last.runtime !== runtime)
    last = { head, runtime, frontmatter: readBlock(text, block, runtime) };
  return last.frontmatter;
}

function readBlock(text: string, block: FrontmatterBlock, runtime: RuntimeId): Frontmatter {
  const base = block.content.start;
  const content = text.slice(base, block.content.end);

  const strict = readYaml(content, runtime, (offset) => base + offset);
  if (strict.kind === 'value') {
    const { fields, entries, repeated } = fieldsOf(strict.value);
    const reading = isMap(strict.value) ? 'read' : 'no-map';
    // Not by spreads: V8 would give the frontmatter of each of thousands of files a shape of its own.
    return { reading, block, fields, entries, problems: [], repairs: [], tabIndents: [], repeated };
  }
  if (isTooLong(strict)) return unread(strict.problems);
  const repaired = repairLines(content, base, runtime);
  if (repaired.isUnfinished) return unread(strict.problems);
  if (repaired.repairs.length + repaired.tabIndents.length > 0) {
    const lenient = readYaml(repaired.text, runtime, repaired.toSource);
    if (lenient.kind === 'value') {
      return {
        reading: isMap(lenient.value) ? 'repaired' : 'no-map',
        block,
        problems: strict.problems,
        repairs: repaired.repairs,
        tabIndents: repaired.tabIndents,
        ...fieldsOf(lenient.value),
      };
    }
    if (isTooLong(lenient)) return unread(lenient.problems);
  }
  return { ...nothing, reading: 'lost', block, entries: scanTopLevelEntries(content, base), problems: strict.problems };

  function unread(problems: readonly YamlProblem[]): Frontmatter {
    return { ...nothing, reading: 'unread', block, problems };
  }
}

function isTooLong(reading: YamlReading): boolean {
  return reading.kind === 'failed' && reading.problems.some(({ code }) => code === tooManyTokens);
}

function isMap(value: YamlValue | undefined): boolean {
  return value?.kind === 'map';
}

function fieldsOf(value: YamlValue | undefined): Pick<Frontmatter, 'fields' | 'entries' | 'repeated'> {
  if (value?.kind !== 'map') return { fields: new Map(), entries: [], repeated: [] };
  const fields = new Map<string, Field>();
  const repeated: Field[] = [];
  for (const entry of value.entries) {
    const earlier = fields.get(entry.key);
    if (earlier) repeated.push(earlier);
    fields.set(entry.key, entry);
  }
  return { fields, entries: value.entries, repeated };
}
