import { check, fileContext } from '../../unit/rules/expect-findings.ts';
import type { CheckableFile } from '../clean-text.ts';

const texts: readonly { readonly path: string; readonly text: string }[] = [
  {
    path: '/project/.claude/skills/sorting-photos/SKILL.md',
    text: `---
name: sorting-photos
description: Sorts photos into folders by date and place. Use when the user has a folder full of pictures.
allowed-tools: Bash(exiftool:*), Read
---

# Sorting photos

Read the date of each picture, and move it to the folder of its month. Never delete a picture.

\`\`\`bash
exiftool -d '%Y/%m' '-directory<DateTimeOriginal' "$PHOTOS"
\`\`\`

## Places

| Source | Folder |
|---|---|
| Camera | \`camera/\` |
| Telephone | \`phone/\` |
`,
  },
  {
    path: '/project/.claude/skills/writing-minutes/SKILL.md',
    text: `---
name: writing-minutes
description: "Writes the minutes of a meeting: decisions, tasks and open questions. Use after a meeting, when there is a transcript."
---
Read the transcript. List what was decided, and who does what until when.

- Quote a decision in the words that were spoken.
- Leave out small talk.
`,
  },
  {
    path: '/project/.claude/skills/comparing-branches/SKILL.md',
    text: `---
name: comparing-branches
description: Compares two branches and explains what differs. Use when the user asks what changed between two branches.
argument-hint: "[base] [head]"
---

# Comparing branches

Compare $0 with $1, and explain each difference in one sentence.
`,
  },
  {
    path: '/project/.claude/commands/translate.md',
    text: `---
description: Translates a text into simple English
argument-hint: "[text...]"
---

Translate the following text, and keep names as they are:

$ARGUMENTS
`,
  },
  {
    path: '/project/.claude/agents/proofreader.md',
    text: `---
name: proofreader
description: Finds mistakes in texts. Use after a text was written.
tools: Read, Grep
---

Read the text twice, and list every mistake with its line.
`,
  },
  {
    path: '/project/.claude/settings.json',
    text: `{
  "permissions": {
    "allow": ["Skill(sorting-photos)", "Bash(git status)"],
    "deny": ["Skill(deploying)"]
  }
}
`,
  },
  {
    path: '/project/office/.claude-plugin/plugin.json',
    text: `{
  "name": "office",
  "version": "1.0.0"
}
`,
  },
];

/** Files without mistakes, each checked without a session: nothing else can be found in them. */
export const loneFiles: readonly CheckableFile[] = texts.map(({ path, text }) => {
  const recheck = (changed: string) => check(changed, { path });
  return { ...recheck(text), text, context: fileContext({ path }), recheck };
});
