import { defineTool, folderField, skillField } from './tool.ts';

export const whyTool = defineTool({
  name: 'why',
  title: 'Why Is a Skill Used, or Not?',
  description:
    'Says what keeps the model of Claude Code from using a skill, and what makes it use it too often, step by step: whether it is loaded, listed and allowed, and which other skills have similar descriptions.',
  fields: {
    skill: skillField,
    request: { type: 'string', description: 'What was typed when the skill should have been used' },
    folder: folderField,
  },
  required: ['skill'],
  async run({ skill, request }, { options, source, skill: named }) {
    const { explainUse } = await import('../../skills/why.ts');
    return explainUse(await named(skill), request, options, source);
  },
});
