import { type VariableContext, variablesIn } from '../../dialect/names/variables.ts';
import { readPlaceholders } from '../../document/arguments/placeholder-tokens.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { withoutVirtualPlace } from '../../platform/virtual-path.ts';
import { contextChange } from './context-change.ts';
import type { RenderableSkill, RenderSession } from './renderable-skill.ts';
import type { Replacement } from './spanned-text.ts';

/** The values of the variables in a skill, by name. */
export type VariableValues = ReadonlyMap<string, string>;

/** The variables of a text and their values, in a release that replaces them last. */
export function variableReplacements(text: string, values: VariableValues, runtime: RuntimeId): Replacement[] {
  const isVariable = (name: string) => values.has(name);
  return readPlaceholders(text, { runtime, names: [], isVariable }).tokens.flatMap((token) => {
    const value = token.kind === 'variable' ? values.get(token.name) : undefined;
    return value === undefined ? [] : [{ ...token.range, text: value, kind: 'variable' as const }];
  });
}

/** A text with its variables replaced one after the other, so that a value may contain another variable. */
export function expandVariables(text: string, values: VariableValues): string {
  if (!text.includes('${')) return text;
  let expanded = text;
  for (const [name, value] of values) expanded = expanded.replaceAll(`\${${name}}`, () => value);
  return expanded;
}

/** The values of the variables that the runtime supports here. */
export function variableValues(skill: RenderableSkill, session: RenderSession): VariableValues {
  const { plugin, folder, document } = skill;
  const known: Readonly<Record<string, string | undefined>> = {
    CLAUDE_SKILL_DIR: folder,
    CLAUDE_PROJECT_DIR: withoutVirtualPlace(session.folder),
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

/** The kind of a skill's text, as far as variables are concerned. */
function placeOf({ kind, plugin, inOwnFolder }: RenderableSkill): VariableContext {
  if (plugin !== undefined) return `plugin-${kind}`;
  return inOwnFolder ? 'skill' : kind;
}

/** The effort of the turn. A number has no name, so Claude Code uses its word for none. */
function effortOf(skill: RenderableSkill, session: RenderSession): string {
  // The text does not change it.
  const { effort } = contextChange(skill, { text: '' });
  return typeof effort === 'number' ? 'high' : (effort ?? session.effort);
}
