import { expect, test } from 'vitest';
import { HOOK_VARIABLES } from '../../server/src/dialect/hooks.ts';
import { inSession } from '../unit/rules/check-in-session.ts';
import { check } from '../unit/rules/expect-findings.ts';
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

/** A script that says `ran`, in the folder of a skill whose hook should run it. */
const scripts = recordings('hooks', 'claude-code').filter(({ id }) => id.startsWith('hook-script-'));

test.for(scripts.map((it) => [it.id, it] as const))('%s', async ([, { input, observed }]) => {
  const { toolResults } = observed as unknown as Observed;
  const files = Object.fromEntries(
    Object.entries(input.files).map(([name, content]) => [`/project/${name}`, String(content)]),
  );
  const path = Object.keys(files).find((it) => it.endsWith('/SKILL.md'))!;
  const findings = check(files[path]!, await inSession(path, files)).findings.map(({ rule }) => rule);
  expect(findings.includes('hook-command')).toBe(!toolResults[0]!.text.endsWith(': ran\n'));
});
