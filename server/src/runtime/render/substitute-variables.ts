import { type VariablePlace, variablesIn } from '../../dialect/variables.ts';
import { contextChange } from './context-change.ts';
import type { RenderableSkill, RenderSession } from './renderable-skill.ts';
import type { Replacement } from './spanned-text.ts';

/** The values of the variables that stand in a skill, by name. */
export type VariableValues = ReadonlyMap<string, string>;

/** What looks like a variable in a text. */
export const variablePattern = /\$\{(\w+)\}/g;

/** Where a text has variables, and what for. */
export function variableReplacements(text: string, values: VariableValues): Replacement[] {
  if (!text.includes('${')) return [];
  return [...text.matchAll(variablePattern)].flatMap(({ index: start, 0: written, 1: name }) => {
    const value = values.get(name!);
    return value === undefined ? [] : [{ start, end: start + written.length, text: value, kind: 'variable' as const }];
  });
}

/** A text with its variables replaced one after the other, so that one may bring another. */
export function expandVariables(text: string, values: VariableValues): string {
  if (!text.includes('${')) return text;
  let expanded = text;
  for (const [name, value] of values) expanded = expanded.replaceAll(`\${${name}}`, () => value);
  return expanded;
}

/** The values of the variables that the runtime knows in this place. */
export function variableValues(skill: RenderableSkill, session: RenderSession): VariableValues {
  const { plugin, folder, document } = skill;
  const known: Readonly<Record<string, string | undefined>> = {
    CLAUDE_SKILL_DIR: folder,
    CLAUDE_PROJECT_DIR: session.folder,
    CLAUDE_SESSION_ID: session.sessionId,
    CLAUDE_EFFORT: effortOf(skill, session),
    CLAUDE_PLUGIN_ROOT: plugin?.root,
    CLAUDE_PLUGIN_DATA: plugin?.data,
  };
  const values = new Map<string, string>();
  for (const { name } of variablesIn(placeOf(skill), document.runtime)) {
    const value = known[name];
    if (value !== undefined) values.set(name, value);
  }
  return values;
}

/** What sort of text a skill is, as far as variables go. */
function placeOf({ kind, plugin, inOwnFolder }: RenderableSkill): VariablePlace {
  if (plugin !== undefined) return `plugin-${kind}`;
  return inOwnFolder ? 'skill' : kind;
}

/** The effort of the turn. One that is a number has no name, so the client says the word for none. */
function effortOf(skill: RenderableSkill, session: RenderSession): string {
  // The text changes nothing of it.
  const { effort } = contextChange(skill, 'user', '');
  return typeof effort === 'number' ? 'high' : (effort ?? session.effort);
}
