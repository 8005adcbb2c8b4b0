import { expect, test } from 'vitest';
import { bundledSkills } from '../../../server/src/dialect/names/bundled-skills.ts';
import {
  type ControlAnswer,
  type ControlRequest,
  readAnswers,
} from '../../../server/src/jobs/claude-code/ask/claude-code-answers.ts';
import { installedFacts } from '../../../server/src/jobs/claude-code/ask/installed-facts.ts';
import { resolveSlashCommand } from '../../../server/src/runtime/skill-tool/slash-command.ts';
import { catalogOf, project } from './session-of.ts';

/** They are not off, as in other tests. */
const variables = { CLAUDE_CODE_DISABLE_BUNDLED_SKILLS: '' };
const [known] = bundledSkills('claude-code', () => false);
const perToken = 3;
const lineTokens = (name: string, units: number) => Math.round((`- ${name}: `.length + units) / perToken);

/** What Claude Code says of itself if it lists these of its own skills, and describes its commands so. */
function factsOf(
  listed: Readonly<Record<string, number>>,
  commands: readonly { readonly name: string; readonly description?: string; readonly aliases?: readonly string[] }[],
  events?: unknown,
  { isCrowded = false, textCap = 1536 } = {},
) {
  const answers = new Map<ControlRequest, ControlAnswer>([
    [
      'initialize',
      { content: { claude_code_version: '9.9.9', commands: commands.map((it) => ({ builtin: true, ...it })) } },
    ],
    [
      'get_context_usage',
      {
        content: {
          skills: {
            skillFrontmatter: Object.entries(listed).map(([name, tokens]) => ({ name, tokens, source: 'built-in' })),
          },
        },
      },
    ],
    ['get_hooks_listing', events === undefined ? { problem: 'Unsupported' } : { content: { eventCatalog: events } }],
  ]);
  return installedFacts(readAnswers(answers), { charactersPerToken: perToken, textCap, isCrowded });
}

test('the text of a listed skill is the known one, the description, or as long as the tokens say', () => {
  const { name, units } = known!;
  const description = 'Ships a release. Use when asked to publish.';
  const facts = factsOf({ [name]: lineTokens(name, units), ship: lineTokens('ship', description.length), loop: 20 }, [
    { name: 'ship', description, aliases: ['release'] },
    { name: 'loop', description: 'Short.' },
  ]);
  expect(facts?.commandNames).toEqual(['ship', 'loop', name]);
  const [first, second, third] = facts!.listedSkills!;
  expect(first).toEqual(known);
  expect(second).toMatchObject({ name: 'ship', units: description.length, text: description });
  expect(lineTokens('loop', third!.units)).toBe(20);
});

test('a text that is cut is known by its cut length, and where texts do not fit, tokens say nothing', () => {
  const { name } = known!;
  const cut = factsOf({ [name]: lineTokens(name, 100) }, [], undefined, { textCap: 100 });
  const crowded = factsOf({ [name]: 3 }, [], undefined, { isCrowded: true });
  for (const facts of [cut, crowded]) expect(facts!.listedSkills).toEqual([known]);
});

test('what Claude Code does not say is unknown, and nothing at all is undefined', () => {
  expect(factsOf({}, [])).toBeUndefined();
  expect(factsOf({}, [{ name: 'ship' }])).toEqual({
    version: '9.9.9',
    commandNames: ['ship'],
    listedSkills: undefined,
    hookEvents: undefined,
  });
  expect(factsOf({}, [], [{ name: 'PreLaunch', summary: 'Before a launch' }, { name: 3 }])).toBeUndefined();
  expect(factsOf({}, [], [{ name: 'PreLaunch', summary: 'Before a launch' }])?.hookEvents).toEqual([
    { name: 'PreLaunch', summary: 'Before a launch' },
  ]);
});

test('a session counts what Claude Code lists, still obeys its switches, and knows its commands', async () => {
  const file = `${project}/.claude/skills/greet/SKILL.md`;
  const files = { [file]: '---\nname: ship\ndescription: Greets.\n---\n' };
  const installed = factsOf({ ship: 40, [known!.name]: 50 }, [{ name: 'ship' }, { name: 'launch' }]);
  const entries = async (more: Readonly<Record<string, string>>) => {
    const { catalog } = await catalogOf({ ...files, ...more }, { installed, variables });
    return catalog.listing().entries.map(({ name, full }) => `${name} ${full}`);
  };
  expect(await entries({})).toEqual(['greet 16', 'ship 120', `${known!.name} 150`]);
  const off = JSON.stringify({ disableBundledSkills: true });
  expect(await entries({ [`${project}/.claude/settings.json`]: off })).toEqual(['greet 16']);

  const { catalog } = await catalogOf(files, { installed, variables });
  expect(catalog.listing().text).toContain('- greet: Greets.');
  expect(resolveSlashCommand('/launch', catalog).kind).toBe('built-in');
  const { catalog: without } = await catalogOf(files);
  expect(without.listing().text).toContain('- greet (ship): Greets.');
  expect(resolveSlashCommand('/launch', without)).toMatchObject({ kind: 'plain-text' });
});
