import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** How long a generated skill is. */
export type SkillSize = { readonly bytes: number } | { readonly lines: number };

/** The size of the skill in the middle, of all public ones. */
export const usualSize: SkillSize = { bytes: 7 * 1024 };

/** The size that the authoring guide names as the limit. */
export const largeSize: SkillSize = { lines: 500 };

/** As large as Claude Code still loads. */
export const hugeSize: SkillSize = { bytes: 980_000 };

/** A word that every generated skill has once in its description, for edits to write into. */
export const wordInFrontmatter = 'frontmatterword';

/** A word that every generated skill has once in its body, about the middle, for edits to write into. */
export const wordInBody = 'bodyword';

const topics = ['release notes', 'database migrations', 'log files', 'pull requests', 'test coverage', 'API clients'];

/** A skill as people write them: eight fields, headings, lists, links, fences, placeholders. Another one for every number. */
export function generateSkill(number: number, size: SkillSize): string {
  const head = frontmatter(number);
  const sections: string[] = [];
  const text = () => head + [...sections, ''].join('\n');
  const isLong = () => ('bytes' in size ? text().length >= size.bytes : text().split('\n').length >= size.lines);
  while (!isLong()) sections.push(section(number, sections.length + 1));
  const middle = Math.floor(sections.length / 2);
  sections[middle] = sections[middle]!.replace('every finding', `every ${wordInBody} finding`);
  const cut = 'bytes' in size ? text().slice(0, size.bytes) : text().split('\n').slice(0, size.lines).join('\n');
  return `${cut.trimEnd()}\n`;
}

function frontmatter(number: number): string {
  const topic = topicOf(number);
  return `---
name: ${folderOf(number)}
description: Reviews ${topic} and reports ${wordInFrontmatter} problems with their places. Use when the user asks for a review of ${topic}, or before a release.
when_to_use: "Also when a build fails and the cause may be in the ${topic}: the report tells which change did it."
argument-hint: "[path] [--since tag]"
arguments: [path, since]
allowed-tools: Read, Grep, Glob, Bash(git log:*), Bash(git diff:*)
model: sonnet
metadata:
  author: someone
  version: "1.${number}"
---
`;
}

function section(number: number, index: number): string {
  const topic = topicOf(number + index);
  const name = `step-${number}-${index}`;
  return `
## Step ${index}: look at the ${topic}

Read the ${topic} below \`$path\` and note every finding with **file and line**; see [the guide](references/${name}.md)
for what counts. Skip what was reported before, unless it changed since \`$since\`.

- Compare with the [last report](../reports/${name}.md "the newest one") and with \`scripts/${name}.sh\`.
- Ask before anything is *deleted*; \`git diff --stat\` tells what would go.
  1. Sort by severity, then by place.
  2. Name the cause in one sentence.

\`\`\`bash
# ${name}
git log --oneline "$since"..HEAD -- "$path" | head -${20 + index}
\${CLAUDE_SKILL_DIR}/scripts/${name}.sh --format json
\`\`\`

| Column | Meaning |
| --- | --- |
| place | where it stands |
| cause | what to do about it, see <https://example.com/${name}> |
`;
}

function topicOf(number: number): string {
  return topics[number % topics.length]!;
}

function folderOf(number: number): string {
  return `reviewing-part-${number}`;
}

/** Writes skills with the numbers 0 to `count - 1` into the `.claude/skills` of a project. Returns their paths. */
export async function writeSkills(project: string, count: number, size: SkillSize): Promise<string[]> {
  const paths: string[] = [];
  for (let number = 0; number < count; number++) {
    const folder = path.join(project, '.claude', 'skills', folderOf(number));
    await mkdir(folder, { recursive: true });
    paths.push(path.join(folder, 'SKILL.md'));
    await writeFile(paths.at(-1)!, generateSkill(number, size));
  }
  return paths;
}
