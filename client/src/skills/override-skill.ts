import { Uri, window } from 'vscode';
import type { OverrideParams, OverrideValue, SkillInfo } from '../../../server/src/protocol.ts';
import { labelText } from '../text/displayed-text.ts';
import { placeOf } from '../text/place-of.ts';
import { changeSettings } from './changes/change-settings.ts';
import { chooseSkill } from './choose-skill.ts';
import { hasFlag } from './node-flags.ts';
import { type SkillActions, withErrorMessage } from './skill-actions.ts';

type Scope = OverrideParams['scope'];

const actionNames = { on: 'Enable', off: 'Disable', 'name-only': 'Show Only the Name of' } as const;

/** Enables, disables or shortens a skill in the settings of Claude Code, in a file that the user chooses. */
export async function overrideSkill(
  actions: SkillActions,
  argument: unknown,
  value: OverrideValue,
  question: string,
): Promise<void> {
  await withErrorMessage(actions, 'Could not change the settings', async () => {
    const skill = await chooseSkill(argument, actions, question, (node) => hasFlag(node, 'switchable'));
    const scope = skill && (await chooseScope(actions, skill, value));
    if (!scope) return;
    await actions.history.make(async () => {
      // Requested again: the file may have changed while the user was choosing.
      const edit = await actions.server.request('skillwright/overrideEdit', { skill: skill.id, value, scope });
      return changeSettings(edit, `setting for ${skill.name}`);
    });
    await actions.view.reload();
  });
}

/** One of the settings files that can be changed, chosen by the user. */
async function chooseScope(
  { server, output }: Pick<SkillActions, 'server' | 'output'>,
  skill: SkillInfo,
  value: OverrideValue,
): Promise<Scope | undefined> {
  const titles: readonly (readonly [Scope, string])[] = [
    ['local', 'In this project, for me only'],
    ['project', 'In this project, for everyone'],
    ['user', 'In all my projects'],
  ];
  const failures: unknown[] = [];
  const items = await Promise.all(
    titles.map(async ([scope, label]) => {
      const params = { skill: skill.id, value, scope };
      const edit = await server.request('skillwright/overrideEdit', params).catch((error) => {
        failures.push(error);
        output.info(`${label}: ${error instanceof Error ? error.message : String(error)}`);
        return null;
      });
      return edit && { label, description: labelText(placeOf(Uri.parse(edit.uri))), scope };
    }),
  );
  const possible = items.filter((item) => item !== null);
  if (possible.length === 0) throw failures[0] ?? new Error('no settings file mentions this skill');
  const placeHolder = 'Where should this apply?';
  const title = labelText(
    `${value !== null && value !== 'user-invocable-only' ? actionNames[value] : 'Change'} ${skill.name}`,
  );
  return (await window.showQuickPick(possible, { title, placeHolder, matchOnDescription: true }))?.scope;
}
