import type { CatalogLocation, SkillNames } from '../../catalog/file/catalog-location.ts';
import type { ModelObstacle } from '../../catalog/resolve/skill-status.ts';
import { nearestWord, nearestWords } from '../../dialect/text/edit-distance.ts';
import { type JsonNode, jsonEntry, jsonRange } from '../../document/json-document.ts';
import type { TextRange } from '../../document/text/text-range.ts';
import { offerEdit } from '../edits/field-edits.ts';
import { removeName } from '../edits/remove-item.ts';
import { inWords } from '../messages/in-words.ts';
import { showText } from '../messages/show-value.ts';
import { knownField } from '../readings/fields/known-fields.ts';
import { skillsByName, writtenSkillNames } from '../readings/skills/written-skill-names.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';

export const agentSkillUnknown: Rule = {
  id: 'agent-skill-unknown',
  level: 'warning',
  kinds: ['agent', 'settings'],
  summary:
    'An agent that does not preload a skill: it does not exist, the model may not load it, or it is the main agent',
  source: 'https://code.claude.com/docs/en/sub-agents#preload-skills-into-subagents',
  *check(context, report) {
    const { document, file } = context;
    const { inCatalog, place } = file;
    if (document.json) {
      const found = inCatalog && mainAgent(document.json.root, inCatalog);
      if (found) report(found);
      return;
    }
    const skills = knownField(context, 'skills');
    // If an agent is kept here to be copied or installed elsewhere, its skills are elsewhere too.
    const isHere = place === 'claude' || (place === 'plugin' && isLoadedPlugin(context));
    if (!inCatalog || !skills || !isHere) return;
    const index = skillsByName(inCatalog.names, document.runtime);
    const plugins = new Set(inCatalog.names.map(({ plugin }) => plugin));
    for (const { name, range } of writtenSkillNames(skills.field.value, context.document.text)) {
      yield;
      const called = index.get(name) ?? [];
      if (called.some(({ notPreloaded }) => notPreloaded === undefined)) continue;
      const [obstacle] = called.map(({ notPreloaded }) => notPreloaded!).sort();
      if (obstacle) {
        report({
          range,
          message: `The agent starts without ${showText(name)}: ${obstacles[obstacle]}`,
          fixes: offerEdit(`Remove ${showText(name)}`, false, removeName(document, skills.field, range)),
        });
      } else if (!isFromElsewhere(name, plugins)) {
        const known = loadableNames(inCatalog.names);
        const nearest = nearestName(name, known);
        report({
          range,
          message: `There is no skill ${showText(name)}, so the agent starts without it. ${nearest ? `Did you mean \`${nearest}\`?` : 'Use the folder name of a skill'}`,
          fixes: [
            ...nearestWords(name, known).map((other) => writeName(other, range)),
            ...offerEdit(`Remove ${showText(name)}`, false, removeName(document, skills.field, range)),
          ],
        });
      }
    }
  },
};

/** Only subagents preload skills, as recordings show: test/conformance/agents.test.ts. */
function mainAgent(root: JsonNode | undefined, { preloadingAgents }: CatalogLocation): Report | undefined {
  const value = jsonEntry(root, 'agent')?.value;
  const agent = preloadingAgents.find(({ name }) => name === value?.value);
  if (!value || !agent) return undefined;
  const skills = inWords(agent.skills.map(showText));
  return {
    range: jsonRange(value),
    message: `${showText(agent.name)} is the main agent here, and only subagents preload skills: the session starts without ${skills}. Let the agent’s text say when to load what it needs`,
  };
}

/** Whether the agent's plugin is one of the session's, so that the plugin's own skills are known. */
function isLoadedPlugin({ file: { inCatalog, pluginRoot } }: RuleContext): boolean {
  return inCatalog?.names.some(({ path }) => path?.startsWith(`${pluginRoot}/`)) === true;
}

const hiddenBySettings =
  'the settings hide the skill from the model. Change `skillOverrides` or remove the skill from the agent';

const obstacles: Readonly<Record<ModelObstacle, string>> = {
  'hidden-from-model':
    'the skill has `disable-model-invocation`. Remove that field from the skill or the skill from the agent',
  off: hiddenBySettings,
  'only-for-users': hiddenBySettings,
  paths:
    'the skill does not exist until Claude reads or writes a file that matches its `paths`. Remove `paths` from the skill',
  nested:
    'the skill loads only when Claude reads or writes a file below its folder. Move it to the project’s skills folder',
  'not-loaded': 'Claude Code does not load the skill. Fix the skill or remove it from the agent',
};

/** A plugin that is not installed here may be installed where the agent is used. */
function isFromElsewhere(name: string, plugins: ReadonlySet<string | undefined>): boolean {
  const colon = name.indexOf(':');
  return colon > 0 && !plugins.has(name.slice(0, colon));
}

function loadableNames(names: readonly SkillNames[]): ReadonlySet<string> {
  return new Set(names.filter(({ notPreloaded }) => notPreloaded === undefined).map(({ name }) => name));
}

function nearestName(written: string, known: ReadonlySet<string>): string | undefined {
  const small = written.toLowerCase();
  return [...known].find((name) => name.toLowerCase() === small) ?? nearestWord(written, known);
}

function writeName(name: string, range: TextRange): Fix {
  return { title: `Change to \`${name}\``, safe: false, edits: [{ range, newText: name }] };
}
