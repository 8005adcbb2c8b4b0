import { expect, test } from 'vitest';
import { SkillFolder, skillUri } from '../../../docs/playground/skill-folder.ts';

function folderWith(text: string): SkillFolder {
  const files = new SkillFolder();
  files.folder = 'review';
  files.text = text;
  return files;
}

test('the server finds one project with one skill, whose text is that in the editor', () => {
  const files = folderWith('Grüße 𝒳\n');
  expect(files.answer('skillwright/stat', { uri: skillUri('review') })).toEqual({ type: 'file', size: 13 });
  expect(files.answer('skillwright/stat', { uri: 'file:///project/.claude' })).toEqual({ type: 'folder', size: 0 });
  const read = files.answer('skillwright/readFile', { uri: skillUri('review') }) as { base64: string };
  expect(Buffer.from(read.base64, 'base64').toString()).toBe('Grüße 𝒳\n');
  expect(files.answer('skillwright/readFolder', { uri: 'file:///project/' })).toEqual({
    entries: [{ name: '.claude', type: 'folder' }],
  });
  expect(files.answer('skillwright/readFolder', { uri: 'file:///project/.claude/skills/review' })).toEqual({
    entries: [{ name: 'SKILL.md', type: 'file' }],
  });
});

test('everything else does not exist', () => {
  const files = folderWith('text');
  for (const uri of [
    'file:///etc/passwd',
    'file:///project/.claude/skills/other/SKILL.md',
    'file:///project/.claude/s',
  ]) {
    expect(files.answer('skillwright/stat', { uri })).toBeNull();
    expect(files.answer('skillwright/readFile', { uri })).toBeNull();
    expect(files.answer('skillwright/readFolder', { uri })).toBeNull();
  }
  expect(files.answer('workspace/configuration', { uri: 'file:///project' })).toBeUndefined();
});
