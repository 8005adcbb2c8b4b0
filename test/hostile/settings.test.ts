import { expect, test } from 'vitest';
import { invocationPreview } from '../../server/src/jobs/preview/invocation-preview.ts';
import { previewSubject } from '../unit/features/preview-of.ts';
import { catalogOf, project, skillPath } from '../unit/features/session-of.ts';

const settingsPath = `${project}/.claude/settings.json`;

/** More entries than one call takes as arguments. */
const many = 150_000;

test('settings with more permission rules than fit on the stack leave the skills alone', async () => {
  const deny = Array.from({ length: many }, (_, index) => `Skill(x${index})`);
  const { catalog } = await catalogOf({
    [skillPath('kept')]: '---\ndescription: Kept\n---\nBody\n',
    [settingsPath]: JSON.stringify({ permissions: { deny } }),
  });
  expect(catalog.skills().map(({ name }) => name)).toEqual(['kept']);
  expect(catalog.settings.permissions).toHaveLength(many);
});

test('a rule of more lines than fit on the stack leaves the preview alone', async () => {
  const subject = await previewSubject('!`cat a`\n', {
    disk: { [settingsPath]: JSON.stringify({ permissions: { deny: [`Read(b${'\n'.repeat(many)}a)`] } }) },
  });
  const { preview } = await invocationPreview(subject, '');
  expect(preview.injections).toHaveLength(1);
});
