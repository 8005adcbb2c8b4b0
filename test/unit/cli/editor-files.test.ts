import { expect, test } from 'vitest';
import { isEditorFile } from '../../../server/src/cli/watch/editor-files.ts';

test.each([
  '.SKILL.md.swp',
  '.SKILL.md.swo',
  '4913',
  'SKILL.md~',
  '#SKILL.md#',
  '.#SKILL.md',
  '.goutputstream-A1B2C3',
  'SKILL.md.kate-swp',
  'SKILL.md___jb_tmp___',
  'sedAb12cD',
  'SKILL.md.tmp',
  'SKILL.md.tmp.4711.1767225600000',
  '.skillwright-12-0123456789ab.tmp',
])('%s is a temporary file of an editor', (name) => {
  expect(isEditorFile(name)).toBe(true);
});

test.each(['SKILL.md', '49130', 'sedentary', 'swap.swp.md', 'notes.temp.md', '.gitignore', 'c#', 'tmp', 'template.md'])(
  '%s is a file like any other',
  (name) => {
    expect(isEditorFile(name)).toBe(false);
  },
);
