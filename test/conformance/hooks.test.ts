import { expect, test } from 'vitest';
import { HOOK_VARIABLES } from '../../server/src/dialect/hooks.ts';
import { recordings } from './recordings.ts';

interface Observed {
  readonly toolResults: readonly { readonly text: string }[];
}

/** What the command of a hook in frontmatter wrote between `shell` and the end: the values of variables. */
function valuesOf(id: string): (string | undefined)[] {
  const found = recordings('hooks', 'claude-code').find((it) => it.id === id);
  const { toolResults } = found!.observed as unknown as Observed;
  const written = toolResults[0]!.text.slice(toolResults[0]!.text.lastIndexOf('shell ['));
  return [...written.matchAll(/\[([^\]]*)\]/g)].map(([, value]) => value || undefined);
}

test('commands of hooks in frontmatter have the variables that are proposed for them, and no others', () => {
  const names = ['CLAUDE_SKILL_DIR', 'CLAUDE_PLUGIN_ROOT', 'CLAUDE_PROJECT_DIR', 'CLAUDE_PLUGIN_OPTION_KEY'];
  const set = (id: string) => {
    const values = valuesOf(id);
    expect(values).toHaveLength(names.length);
    return names.flatMap((name, index) => (values[index] === undefined ? [] : [[name, values[index]]]));
  };
  const proposed = HOOK_VARIABLES.map(({ name }) => name).toSorted();
  for (const id of ['hook-variables-own', 'hook-variables-plugin', 'hook-variables-option'])
    expect(
      set(id)
        .map(([name]) => name)
        .toSorted(),
      id,
    ).toEqual(proposed);
  expect(set('hook-variables-own')).toContainEqual(['CLAUDE_PLUGIN_ROOT', '${PROJECT}/.claude/skills/greet']);
  expect(set('hook-variables-plugin')).toContainEqual(['CLAUDE_PLUGIN_ROOT', '${PROJECT}/plug']);
});
