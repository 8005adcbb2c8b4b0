import { type PreparedSkills, skill } from '../skills-tree/prepared-skills.ts';

const review = `# Review

Look at $range with **$focus** in mind, from \`\${CLAUDE_SKILL_DIR}\`.

| Part  | Weight |
| ----- | ------ |
| Names | much   |

!\`echo "changes of $range"\`

- Read [the checklist](references/checklist.md) and [the guide](https://example.com/guide).
- <b onclick="alert(1)">Never</b> <img src="https://example.com/x.png" alt="a diagram"> guess.

<script>document.title = 'acted';</script>
<form action="https://example.com"><input name="secret"></form>

\`\`\`ts
const answer = 42; // as an example
\`\`\`

${'Go on to the next file and look at it in the same way.\n\n'.repeat(30)}The end.
`;

const tags =
  'p font a button form input textarea select dialog details summary img picture source video audio svg math style base link meta iframe object embed template slot marquee center label label table td body custom-element';
const attributes =
  'id="page" class="note" style="color:red" popover popovertarget="page" tabindex="1" accesskey="x" contenteditable draggable="true" background="https://example.com/b.png" autofocus role="alert" aria-label="x" data-address="command:x" hidden onclick="x()" color="red"';
const everyTag = tags
  .split(' ')
  .map((tag) => `<${tag} ${attributes} open href="x.md" src="x.png">words of ${tag}</${tag}>`)
  .join('\n\n');

/** Skills whose previews use every feature. Commands leave a file where they ran. */
export const previewedSkills: PreparedSkills = {
  workspace: {
    '.claude/skills/review/SKILL.md': skill(
      'Reviews a diff. Use before committing.',
      review,
      'argument-hint: "[range] [focus]"\narguments: [range, focus]\nallowed-tools: Bash(echo:*), Read\nmodel: opus\n',
    ),
    '.claude/skills/review/references/checklist.md': '# Checklist\n\nNames first.\n',
    '.claude/skills/marking/SKILL.md': skill(
      'Leaves marks. Use on Mondays.',
      'First:\n\n!`touch was-run && echo marked`\n\nThen:\n\n!`echo second`\n',
      'allowed-tools: Bash(touch:*), Bash(echo:*)\n',
    ),
    '.claude/skills/slow/SKILL.md': skill(
      'Takes its time. Use on Mondays.',
      '!`sleep 60 && touch slept`\n',
      'allowed-tools: Bash(sleep:*), Bash(touch:*)\n',
    ),
    // This becomes a command if the arguments contain the backticks.
    '.claude/skills/open-ended/SKILL.md': skill(
      'Takes arguments. Use on Mondays.',
      'Do this:\n\n!$ARGUMENTS\n\n!`echo second`\n',
      'allowed-tools: Bash(touch:*), Bash(echo:*)\n',
    ),
    '.claude/skills/markup/SKILL.md': skill('Marks. Use on Mondays.', `# All\n\n${everyTag}\n\nEnd of it`),
    'notes.md': '# Notes\n',
  },
};

export const reviewFile = '.claude/skills/review/SKILL.md';
