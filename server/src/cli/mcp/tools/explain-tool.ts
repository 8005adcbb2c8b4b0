import { defineTool } from './tool.ts';

export const explainTool = defineTool({
  name: 'explain',
  title: 'Explain a Rule',
  description:
    'Returns the page of a rule, with what Claude Code does, a bad and a good example. Without a rule, all rules with their levels.',
  fields: { rule: { type: 'string', description: 'Its id, as in a finding' } },
  async run({ rule }) {
    const { ruleList, rulePageText } = await import('../../check/explain.ts');
    return rule === undefined ? ruleList() : rulePageText(rule);
  },
});
