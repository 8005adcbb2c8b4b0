import { describe, expect, test } from 'vitest';
import { allowCommandEdit } from '../../../server/src/jobs/preview/allow-command-edit.ts';
import { invocationPreview } from '../../../server/src/jobs/preview/invocation-preview.ts';
import { noFiles } from '../../../server/src/platform/no-files.ts';
import { applyEdits } from './open-text.ts';
import { previewSubject } from './preview-of.ts';

/** The frontmatter after the missing rules of the first command were added, or why they were not. */
async function allowed(body: string, fields: readonly string[], given = ''): Promise<string> {
  const subject = { ...(await previewSubject(body, { fields })), version: 1 };
  const { preview } = await invocationPreview(subject, given);
  const { hash } = preview.injections[0]!;
  const made = await allowCommandEdit(subject, { arguments: given, hash }, noFiles);
  if ('problem' in made) return made.problem;
  expect(made).toMatchObject({ uri: subject.uri, version: 1 });
  return applyEdits(subject.skill.document.text, made.edits).split('---\n')[1]!.replace('description: Demo\n', '');
}

describe('the rules that a command lacks', () => {
  test.each<[string, readonly string[], string]>([
    ['a new field', [], 'allowed-tools: "Bash(git push:*)"\n'],
    ['a plain value', ['allowed-tools: Read, Grep'], 'allowed-tools: Read, Grep, Bash(git push:*)\n'],
    ['words', ['allowed-tools: Read Grep'], 'allowed-tools: Read Grep Bash(git push:*)\n'],
    ['a quoted value', ["allowed-tools: 'Read, Grep'"], "allowed-tools: 'Read, Grep, Bash(git push:*)'\n"],
    ['a flow list', ['allowed-tools: [Read, "Grep"]'], 'allowed-tools: [Read, "Grep", "Bash(git push:*)"]\n'],
    [
      'a block list',
      ['allowed-tools:', '  - Read # files', '  - Grep', 'model: haiku'],
      'allowed-tools:\n  - Read # files\n  - Grep\n  - Bash(git push:*)\nmodel: haiku\n',
    ],
  ])('are added to %s', async (_, fields, expected) => {
    expect(await allowed('!`git push origin`', fields)).toBe(expected);
  });

  test('are all that it lacks', async () => {
    expect(await allowed('!`git push && npm publish`', [])).toMatch(/Bash\(git push.*Bash\(npm publish/);
  });

  test('are written with variables', async () => {
    expect(await allowed('!`${CLAUDE_SKILL_DIR}/run.sh`', [])).toContain('${CLAUDE_SKILL_DIR}/run.sh');
  });

  test('are refused with a reason', async () => {
    expect(await allowed('!`git status`', [])).toBe('the command is allowed already');
    const folded = ['allowed-tools: >', '  Read,', '  Grep'];
    expect(await allowed('!`git push`', folded)).toBe('its value cannot be extended. Add `Bash(git push:*)` yourself');
    const subject = await previewSubject('Text');
    expect(await allowCommandEdit(subject, { arguments: '', hash: 'x' }, noFiles)).toEqual({
      problem: 'the text no longer contains this command',
    });
  });
});
