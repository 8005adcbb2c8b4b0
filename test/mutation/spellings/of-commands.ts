import { asParagraph, type Spellings } from './spellings.ts';

/** Wrong and right ways to write commands in a body. */
export const spellingsOfCommands: readonly Spellings[] = [
  {
    kind: 'commands with the mark inside the backticks',
    rule: 'injection-literal',
    files: ['skill', 'command'],
    into: asParagraph,
    mistakes: ['«`!git status`»', '- Branch: «`!git branch --show-current`»', 'State: «`! git status`».'],
    valid: [
      'State: !`git status`',
      // What users type, and what notebooks run.
      '- Type: `!git status`',
      'In a cell: `!git status`',
      '- `!pip install pillow`',
      '- `!important` and `!photo`',
      'With `!git status`, a user runs it.',
    ],
  },
  {
    kind: 'commands in code blocks',
    rule: 'injection-in-code',
    files: ['skill', 'command'],
    into: asParagraph,
    mistakes: [
      '```bash\n«!`git status`»\n```',
      '```markdown\nState: «!`git status`»\n```',
      '```\nState: «!`git status`»\n```',
      'An example:\n\n    State: «!`git status`»',
      '`` «!`git status`» ``',
    ],
    valid: [
      '```bash\ngit status\n```',
      '- State:\n    !`git status`',
      // The block is there to hold the output.
      '```json\n!`git status`\n```',
    ],
  },
  {
    kind: 'commands that nothing allows',
    rule: 'injection-not-allowed',
    files: ['skill', 'command'],
    into: asParagraph,
    mistakes: ['Now: !`«git push»`', 'Now: !`«make && ./run.sh»`', 'Now: !`«curl https://example.com»`'],
    // Those that only read need no rule.
    valid: ['Now: !`git status`', 'Now: !`ls`', 'Now: !`whoami`'],
  },
];
