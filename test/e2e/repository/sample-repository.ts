import { type PreparedSkills, skill } from '../skills-tree/prepared-skills.ts';

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** What an author of skills opens: a marketplace with two plugins, and a folder of skills. Nothing in `.claude`. */
export const sampleRepository: PreparedSkills = {
  workspace: {
    'README.md': '# Skills for an office\n',
    '.claude-plugin/marketplace.json': json({
      name: 'office-market',
      owner: { name: 'Office' },
      plugins: [
        { name: 'office', source: './plugins/office', description: 'Documents' },
        { name: 'broken', source: './plugins/broken', description: 'Has a faulty manifest' },
      ],
    }),
    'plugins/office/.claude-plugin/plugin.json': json({ name: 'office', version: '1.0.0' }),
    'plugins/office/skills/pdf/SKILL.md': skill('Reads PDF files. Use when a PDF is mentioned.', 'Read $ARGUMENTS.'),
    'plugins/office/skills/pdf/references/forms.md': '# Forms\n',
    'plugins/office/skills/slides/SKILL.md': skill('Makes slides. Use when a talk is prepared.'),
    'plugins/office/commands/print.md': skill('Prints a document.'),
    'plugins/broken/.claude-plugin/plugin.json': '{ "name": "broken", }\n',
    'plugins/broken/skills/lost/SKILL.md': skill('Is lost. Use on Mondays.'),
    'skills/notes/SKILL.md': skill('Keeps meeting notes. Use when a meeting is over.'),
    'skills/review/SKILL.md': skill('Reviews a diff. Use when changes are ready.'),
  },
};
