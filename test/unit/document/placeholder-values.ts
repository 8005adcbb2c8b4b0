import type { Placeholder, SkillDocument } from '../../../server/src/document/skill-document.ts';
import { renderSkill } from '../../../server/src/runtime/render/render-skill.ts';
import type { RenderableSkill } from '../../../server/src/runtime/render/renderable-skill.ts';
import { type VariableValues, variableValues } from '../../../server/src/runtime/render/substitute-variables.ts';

const session = { folder: '/work', sessionId: 'an-id', effort: 'medium', shellDisabled: false };

/**
 * All are read as files of a plugin: there every variable has a value, so that the scan, which does not know where a file
 * is, takes the same ones for variables.
 */
function skillOf(document: SkillDocument): RenderableSkill {
  const plugin = { name: 'plug', root: '/work/plugin', data: '/work/data' };
  const kind = document.runtime === 'claude-code' ? 'skill' : 'command';
  return { name: 'greet', kind, folder: '/work/plugin/skills/greet', document, tier: 'plugin', plugin };
}

/** The parts of the file that rendering replaces, and with what; undefined if it is rejected as too long. */
export function replacedPlaceholders(document: SkillDocument, given: string): [number, number, string][] | undefined {
  const { text, spans, refusal } = renderSkill(skillOf(document), given, session);
  if (refusal !== undefined) return undefined;
  return spans
    .filter(({ kind, source }) => {
      const isEscapeOrReserved = /^(\\\$|[\ufffe\uffff]+)$/.test(document.text.slice(source.start, source.end));
      return kind !== 'appended' && !isEscapeOrReserved;
    })
    .map(({ start, end, source }) => [source.start, source.end, text.slice(start, end)]);
}

/** The same by the scan: what each placeholder that is not escaped stands for. */
export function shownPlaceholders(document: SkillDocument, words: readonly string[]): [number, number, string][] {
  const variables = variableValues(skillOf(document), session);
  return document.body.placeholders.flatMap((placeholder) => {
    const value = placeholder.escaped ? undefined : meaningOf(placeholder, words, variables);
    const { start, end } = placeholder.range;
    return value === undefined ? [] : [[start, end, value] as [number, number, string]];
  });
}

function meaningOf(
  { kind, name, index }: Placeholder,
  words: readonly string[],
  variables: VariableValues,
): string | undefined {
  if (kind === 'variable') return variables.get(name);
  if (kind === 'all') return words.join(' ');
  return words[index!] ?? (kind === 'named' ? '' : undefined);
}
