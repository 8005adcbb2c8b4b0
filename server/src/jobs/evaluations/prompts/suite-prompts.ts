import { type TextRange, textRange } from '../../../document/text/text-range.ts';
import { readEvaluation } from '../../../evaluation/cases/read-evaluation.ts';
import { textAt, textsAt, type Value, valueAt } from '../../../evaluation/values/value.ts';
import { decodeText } from '../../../platform/decode-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import type { Suite } from '../running/suites.ts';

/** The prompts of an `evals.json`. */
export interface PromptSet {
  readonly path: string;
  readonly text: string;
  /** Whether it is no JSON, so that it has no prompts for its runner. */
  readonly isBroken: boolean;
  /** The folder of the skill; undefined if it cannot be found. */
  readonly skill: string | undefined;
  readonly prompts: readonly SetPrompt[];
}

/** One prompt of a set, with statements about what comes of it. */
export interface SetPrompt {
  /** Identifies it in the set. */
  readonly id: string;
  readonly prompt: string;
  readonly expectedOutput: string | undefined;
  /** Input files, relative to the folder of the skill. */
  readonly files: readonly string[];
  readonly statements: readonly Statement[];
  readonly range: TextRange;
}

/** Something that should be true of the output. */
interface Statement {
  readonly text: string;
  readonly range: TextRange;
}

/** Reads the `evals.json` of a suite; undefined if there is none, or if it cannot be read. */
export async function readPromptSet(suite: Suite, files: FileSystem): Promise<PromptSet | undefined> {
  const path = suite.prompts;
  const bytes = path === undefined ? undefined : await files.readFile(path);
  if (path === undefined || !bytes) return undefined;
  const text = decodeText(bytes);
  const { data, fault } = readEvaluation(text, 'eval-set');
  const list = valueAt(data, 'evals');
  const items = list?.kind === 'list' ? list.items : [];
  const seen = new Set<string>();
  const prompts = items.flatMap((item, index): SetPrompt[] => {
    const prompt = textAt(item, 'prompt');
    if (!prompt) return [];
    // An id that is repeated identifies nothing.
    const written = idOf(valueAt(item, 'id'));
    const id = written === undefined || seen.has(written) ? `#${index + 1}` : written;
    seen.add(id);
    return [
      {
        id,
        prompt: prompt.value,
        expectedOutput: textAt(item, 'expected_output')?.value,
        files: textsAt(item, 'files').map(({ value }) => value),
        statements: [...statementsIn(valueAt(item, 'expectations')), ...statementsIn(valueAt(item, 'assertions'))],
        range: textRange(item.range.start, prompt.range.end),
      },
    ];
  });
  const isBroken = fault !== undefined;
  return { path, text, isBroken, skill: await skillOf(suite, textAt(data, 'skill_name')?.value, files), prompts };
}

/** The folders to which the input files of prompts may be relative; the first that has one counts. */
export function inputFolders({ owner, folder }: Suite, { skill }: PromptSet): readonly string[] {
  return [...new Set([...(skill === undefined ? [] : [skill]), owner, folder])];
}

/** The skill around the set, or the one of that name in the plugin or project around it. */
async function skillOf(
  { owner, kind }: Suite,
  name: string | undefined,
  files: FileSystem,
): Promise<string | undefined> {
  if (kind === 'skill') return owner;
  // A name, and no path.
  if (name === undefined || !/^[\w-]+$/.test(name)) return undefined;
  for (const folder of [`${owner}/skills/${name}`, `${owner}/.claude/skills/${name}`]) {
    if ((await files.typeOf(`${folder}/SKILL.md`)) === 'file') return folder;
  }
  return undefined;
}

function idOf(value: Value | undefined): string | undefined {
  return value?.kind === 'string' || value?.kind === 'number' ? String(value.value) : undefined;
}

/** Some write them as texts, others as objects with a `text`. */
function statementsIn(list: Value | undefined): readonly Statement[] {
  if (list?.kind !== 'list') return [];
  return list.items.flatMap((item) => {
    const written = item.kind === 'string' ? item : textAt(item, 'text');
    return written ? [{ text: written.value, range: written.range }] : [];
  });
}
