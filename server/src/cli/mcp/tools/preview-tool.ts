import { defineTool, folderField, skillField } from './tool.ts';

export const previewTool = defineTool({
  name: 'preview',
  title: 'Preview Invocation',
  description:
    'Returns what Claude Code sends to its model for `/skill arguments`, as `text`, with the permissions that it grants and the commands that it would run, which are not run. If nothing is sent, `aborted` says why.',
  fields: {
    skill: skillField,
    arguments: { type: 'string', description: 'What is typed after the name' },
    folder: folderField,
  },
  required: ['skill'],
  async run({ skill, arguments: typed = '' }, { options, source, skill: named }) {
    const { renderSkill } = await import('../../preview/render.ts');
    return (await renderSkill(await named(skill), typed, options, source)).report;
  },
});
