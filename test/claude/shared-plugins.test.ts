import { expect, test } from 'vitest';
import { skillTemplates } from '../../server/src/dialect/skill-templates.ts';
import { nothingOpen } from '../../server/src/features/edits/editable-text.ts';
import { sharePlan } from '../../server/src/jobs/publishing/sharing/share-plan.ts';
import type { NewFile } from '../../server/src/jobs/skills/templates/new-file.ts';
import {
  marketplaceText,
  pluginDescription,
  pluginFiles,
} from '../../server/src/jobs/skills/templates/plugin-template.ts';
import { skillText } from '../../server/src/jobs/skills/templates/render-template.ts';
import { isEveryTest } from '../every-test.ts';
import { askAboutPlugin } from '../record/observe-plugin.ts';
import { applyEdits } from '../unit/features/open-text.ts';
import { described, project, treeOf } from '../unit/features/tree-of.ts';
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

test.runIf(isEveryTest)(
  'Claude Code adds a new marketplace, and installs its plugin',
  { timeout: 120_000 },
  async () => {
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
  },
);

test('Claude Code finds skills that became those of a plugin, in a marketplace that it adds', {
  timeout: 120_000,
}, async () => {
  const content: Record<string, string> = {
    [`${project}/.claude/skills/review/SKILL.md`]: described('Reviews').concat(
      'Run .claude/skills/review/a.sh, then /ship.\n',
    ),
    [`${project}/.claude/skills/review/a.sh`]: '#!/bin/sh\n',
    [`${project}/.claude/skills/ship/SKILL.md`]: described('Ships after /review.'),
    [`${project}/.claude/commands/git/tidy.md`]: described('Tidies.'),
    [`${project}/.claude/settings.json`]: JSON.stringify({
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'sh .claude/skills/review/a.sh' }] }] },
    }),
  };
  const { sessions, files } = await treeOf(content);
  const wish = {
    skills: sessions[0]!.catalog.skills().map(({ id }) => id),
    plugin: { folder: `${project}/plugins/team`, newName: 'team' },
    marketplace: { folder: project, newName: 'acme' },
    year: 2026,
  };
  const plan = await sharePlan(wish, sessions, { files, open: nothingOpen });
  if ('problem' in plan) throw new Error(plan.problem);
  const pathOf = (uri: string) => uri.replace('file://', '');
  const texts: Record<string, string> = { ...content };
  for (const { uri, edits } of plan.files) texts[pathOf(uri)] = applyEdits(content[pathOf(uri)]!, edits);
  for (const { uri, text } of plan.created) texts[pathOf(uri)] = text;
  const moved = Object.entries(texts).map(([path, text]) => {
    const move = plan.moves.find(({ oldUri }) => `${path}/`.startsWith(`${pathOf(oldUri)}/`));
    const after = move ? pathOf(move.newUri) + path.slice(pathOf(move.oldUri).length) : path;
    return [after.replace(`${project}/`, ''), text];
  });
  const observed = await askAboutPlugin(installedRelease().command, {
    files: Object.fromEntries(moved),
    install: ['team@acme'],
  });
  expect(observed).toMatchObject({
    validate: { errors: [], warnings: [] },
    added: null,
    installed: { 'team@acme': null },
    list: { 'team@acme': [] },
    session: { skills: expect.arrayContaining(['team:review', 'team:ship']), errors: [] },
  });
  expect(Object.keys(Object.fromEntries(moved))).toContain('plugins/team/hooks/hooks.json');
  const { skills, commands } = observed.session!;
  expect([...skills, ...commands].sort()).toEqual(['team:git:tidy', 'team:review', 'team:ship']);
});
