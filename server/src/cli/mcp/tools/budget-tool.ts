import { defineTool, folderField } from './tool.ts';

export const budgetTool = defineTool({
  name: 'budget',
  title: 'Show Listing Budget',
  description:
    'Shows how the descriptions of all skills fit into the budget of the listing that Claude Code sends to its model, and which of them it shortens or leaves out.',
  fields: {
    contextWindow: { type: 'integer', description: 'Assume a context window of so many tokens', minimum: 1 },
    budget: { type: 'integer', description: 'Assume a budget of so many characters', minimum: 1 },
    folder: folderField,
  },
  async run({ contextWindow, budget }, { options, source }) {
    const { sessionBudget } = await import('../../skills/budget.ts');
    const assumed = { ...(contextWindow !== undefined && { contextWindow }), ...(budget !== undefined && { budget }) };
    return sessionBudget({ ...options, ...assumed }, source);
  },
});
