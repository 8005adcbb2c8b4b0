import { expect, test } from 'vitest';
import { pathConditions } from '../../server/src/catalog/facts/path-conditions.ts';
import { matchesPaths } from '../../server/src/catalog/resolve/path-matching.ts';
import { readDocument } from '../../server/src/document/read-document.ts';
import { type Recording, recordings, textOf } from './recordings.ts';

/** A skill with `paths`, of which the model reads the other file and then loads the skill. */
type PathsRecording = Recording & { readonly observed: { readonly toolResults: readonly { readonly text: string }[] } };

const skillPath = '.claude/skills/s/SKILL.md';

test.each(recordings('paths', 'claude-code').map((it) => [it.id, it as PathsRecording] as const))(
  '%s: a file that is read brings the skill back, or not',
  (_, { input, observed }) => {
    const { frontmatter } = readDocument(textOf(input.files[skillPath]!), 'claude-code', 'skill');
    const globs = pathConditions(frontmatter.fields.get('paths')?.value);
    const touched = Object.keys(input.files).find((path) => path !== skillPath)!;
    expect(matchesPaths(globs, touched)).toBe(observed.toolResults.at(-1)!.text.startsWith('Launching skill'));
  },
);
