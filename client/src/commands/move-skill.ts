import { commands, type Disposable, l10n } from 'vscode';
import { chooseDestination } from '../skills/choose-destination.ts';
import { chooseSkill } from '../skills/choose-skill.ts';
import { isElsewhere, putSkill } from '../skills/put-skill.ts';
import { orSayWhyNot, type SkillActions } from '../skills/skill-actions.ts';

/** "Skillwright: Move Skill To…" */
export function registerMoveSkill(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.moveSkill', (argument?: unknown) =>
    orSayWhyNot(actions, l10n.t('The skill could not be moved'), async () => {
      const skill = await chooseSkill(argument, actions, l10n.t('Skill to move'));
      if (!skill) return;
      const question = l10n.t('Where should {0} be moved to?', skill.baseName);
      const elsewhere = isElsewhere(skill);
      const destination = await chooseDestination(actions, { skill: skill.id }, question, elsewhere);
      if (destination) await putSkill(actions, skill, destination, 'move');
    }),
  );
}
