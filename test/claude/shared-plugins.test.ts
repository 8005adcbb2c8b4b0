import { expect, test } from 'vitest';
import type { NewFile } from '../../server/src/features/templates/new-file.ts';
import {
  marketplaceText,
  pluginDescription,
  pluginFiles,
} from '../../server/src/features/templates/plugin-template.ts';
import { skillText } from '../../server/src/features/templates/render-template.ts';
import { skillTemplates } from '../../server/src/features/templates/skill-templates.ts';
import { askAboutPlugin } from '../record/observe-plugin.ts';
import { installedRelease } from './verified-release.ts';

const facts = { name: 'team-tools', author: 'Ada', year: 2026, skills: skillTemplates.map(({ id }) => id) };

/** A new plugin with a skill of every template. */
function newPlugin(marketplace?: string): NewFile[] {
  const skills = skillTemplates.map((template) => ({
    path: `skills/${template.id}/SKILL.md`,
    text: skillText(template, template.id),
  }));
  return [...pluginFiles({ ...facts, marketplace }), ...skills];
}

function byPath(files: readonly NewFile[], folder = ''): Record<string, string> {
  return Object.fromEntries(files.map(({ path, text }) => [folder + path, text]));
}

test('Claude Code has nothing against a new plugin', async () => {
  const { validate } = await askAboutPlugin(installedRelease().command, { files: byPath(newPlugin()), install: [] });
  expect(validate).toEqual({ errors: [], warnings: [] });
});

test('Claude Code adds a new marketplace, and installs its plugin', { timeout: 120_000 }, async () => {
  const entry = { name: facts.name, source: './plugins/team-tools', description: pluginDescription(facts.name) };
  const marketplace = marketplaceText({ name: 'acme', owner: 'Ada', plugins: [entry] });
  const observed = await askAboutPlugin(installedRelease().command, {
    files: {
      '.claude-plugin/marketplace.json': marketplace,
      ...byPath(newPlugin('acme'), 'plugins/team-tools/'),
    },
    install: ['team-tools@acme'],
  });
  const listed = facts.skills.filter((id) => id !== 'reference');
  expect(observed).toMatchObject({
    validate: { errors: [], warnings: [] },
    added: null,
    installed: { 'team-tools@acme': null },
    list: { 'team-tools@acme': [] },
    // The reference is only for the model, and is not listed there.
    session: { skills: listed.map((id) => `team-tools:${id}`).sort(), errors: [] },
  });
});
