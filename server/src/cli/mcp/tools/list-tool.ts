import { skillFilters } from '../../reports/skill-filters.ts';
import { defineTool, folderField } from './tool.ts';

export const listTool = defineTool({
  name: 'list',
  title: 'List Skills',
  description:
    'Lists every skill that a Claude Code session has, with its status and the reason if it is hidden or not loaded, and `listing`, the lines that the model sees.',
  fields: {
    filter: {
      type: 'string',
      description: 'Only skills that these can use: the model, the user, or the user by typing a slash',
      enum: skillFilters,
    },
    name: { type: 'string', description: 'Only skills of this name' },
    folder: folderField,
  },
  async run({ filter, name }, { options, source }) {
    const { listSession } = await import('../../skills/list.ts');
    const { report } = await listSession(options, filter, source);
    return name === undefined ? report : { ...report, skills: report.skills.filter((it) => it.name === name) };
  },
});
