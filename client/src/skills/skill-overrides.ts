import { Uri, window } from 'vscode';
import type { OverrideParams, OverrideValue, SkillInfo } from '../../../server/src/protocol.ts';
import { changeSettings } from '../changes/change-settings.ts';
import type { SkillChanges } from '../changes/skill-changes.ts';
import type { FailureReporter } from '../failure-reporter.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { labelText } from '../text/displayed-text.ts';
import { placeOf } from '../text/place-of.ts';
import { hasFlag } from './node-flags.ts';
import type { SkillChoice } from './skill-choice.ts';

type Scope = OverrideParams['scope'];

const actionNames = { on: 'Enable', off: 'Disable', 'name-only': 'Show Only the Name of' } as const;

/** Enables, disables or shortens skills in the settings of Claude Code. */
export class SkillOverrides {
  readonly #server: LanguageServer;
  readonly #choice: SkillChoice;

  readonly #changes: SkillChanges;
  readonly #failures: FailureReporter;

  constructor(server: LanguageServer, choice: SkillChoice, changes: SkillChanges, failures: FailureReporter) {
    this.#server = server;
    this.#choice = choice;

    this.#changes = changes;
    this.#failures = failures;
  }

  /** Changes the setting of a skill, in a file that the user chooses. */
  set(argument: unknown, value: OverrideValue, question: string): Promise<void> {
    return this.#failures.guard('Could not change the settings', async () => {
      const skill = await this.#choice.skill(argument, question, (node) => hasFlag(node, 'switchable'));
      const scope = skill && (await this.#chooseScope(skill, value));
      if (!scope) return;
      await this.#changes.make(async () => {
        // Requested again: the file may have changed while the user was choosing.
        const edit = await this.#server.request('skillwright/overrideEdit', { skill: skill.id, value, scope });
        return changeSettings(edit, `setting for ${skill.name}`);
      });
      await this.#changes.show();
    });
  }

  /** One of the settings files that can be changed, chosen by the user. */
  async #chooseScope(skill: SkillInfo, value: OverrideValue): Promise<Scope | undefined> {
    const titles: readonly (readonly [Scope, string])[] = [
      ['local', 'In this project, for me only'],
      ['project', 'In this project, for everyone'],
      ['user', 'In all my projects'],
    ];
    const errors: unknown[] = [];
    const items = await Promise.all(
      titles.map(async ([scope, label]) => {
        const params = { skill: skill.id, value, scope };
        const edit = await this.#server.request('skillwright/overrideEdit', params).catch((error) => {
          errors.push(error);
          this.#failures.note(`${label}: ${error instanceof Error ? error.message : String(error)}`);
          return null;
        });
        return edit && { label, description: labelText(placeOf(Uri.parse(edit.uri))), scope };
      }),
    );
    const possible = items.filter((item) => item !== null);
    if (possible.length === 0) throw errors[0] ?? new Error('no settings file mentions this skill');
    const placeHolder = 'Where should this apply?';
    const title = labelText(
      `${value !== null && value !== 'user-invocable-only' ? actionNames[value] : 'Change'} ${skill.name}`,
    );
    return (await window.showQuickPick(possible, { title, placeHolder, matchOnDescription: true }))?.scope;
  }
}
