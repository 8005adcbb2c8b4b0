import { BUILT_IN_AGENTS } from '../../dialect/models.ts';
import { nearestWord, nearestWords } from '../../dialect/text/edit-distance.ts';
import { offerEdit, removeField } from '../edits/field-edits.ts';
import { replaceValue } from '../edits/write-field.ts';
import { showText } from '../messages/show-value.ts';
import { knownField } from '../readings/fields/known-fields.ts';
import type { Rule, RuleContext } from '../rule.ts';

export const agentUnknown: Rule = {
  id: 'agent-unknown',
  level: 'warning',
  kinds: ['skill', 'command'],
  needs: ['agent-field'],
  summary: 'An `agent` that is neither built in nor defined in an agents folder in scope',
  source: 'https://code.claude.com/docs/en/skills#run-skills-in-a-subagent',
  check(context, report) {
    const { agentNames, place } = context.file;
    const agent = knownField(context, 'agent');
    // If a skill is kept here to be copied elsewhere, its agents are elsewhere too.
    if (!agent || !agentNames || (place !== 'claude' && place !== 'plugin') || !runsForked(context)) return;
    const { value } = agent.field;
    if (value.kind !== 'scalar' || typeof value.value !== 'string') return;
    const name = value.value;
    const known = [...BUILT_IN_AGENTS.map((builtIn) => builtIn.name), ...agentNames];
    // A plugin's agent is named with its plugin, about which nothing is known here.
    if (name === '' || name.includes(':') || known.includes(name)) return;
    const small = name.trim().toLowerCase();
    const nearest = known.find((it) => it.toLowerCase() === small) ?? nearestWord(name, known);
    report({
      range: value.range,
      message: `There is no agent ${showText(name)}, so Claude Code silently runs the default one. ${nearest ? `Did you mean \`${nearest}\`?` : 'Use a built-in agent or one from `.claude/agents`'}`,
      fixes: [
        ...nearestWords(name, known).flatMap((other) =>
          offerEdit(`Change to \`${other}\``, false, replaceValue(context.document.text, agent.field, other)),
        ),
        ...offerEdit('Remove `agent`', false, removeField(context.document, agent.field)),
      ],
    });
  },
};

function runsForked(context: RuleContext): boolean {
  const value = knownField(context, 'context')?.field.value;
  return value?.kind === 'scalar' && value.value === 'fork';
}
