import { commands, type Disposable, l10n } from 'vscode';
import { chooseDestination } from '../skills/choose-destination.ts';
import { chooseSkill } from '../skills/choose-skill.ts';
import { hasWord } from '../skills/node-words.ts';
import { isElsewhere, putSkill } from '../skills/put-skill.ts';
import { orSayWhyNot, type SkillActions } from '../skills/skill-actions.ts';

/** "Skillwright: Move Skill To…" */
export function registerMoveSkill(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.moveSkill', (argument?: unknown) =>
    orSayWhyNot(actions, l10n.t('The skill could not be moved'), async () => {
      const skill = await chooseSkill(argument, actions, l10n.t('Skill to move'), (node) => hasWord(node, 'editable'));
      // A menu shows the command only where it works; from elsewhere a skill comes by its id.
      if (!skill) return;
      if (!skill.editable) throw new Error(l10n.t('{0} is read-only: copy it instead', skill.name));
      const question = l10n.t('Where should {0} be moved to?', skill.baseName);
      const elsewhere = isElsewhere(skill);
      const destination = await chooseDestination(actions, { skill: skill.id }, question, elsewhere);
      if (destination) await putSkill(actions, skill, destination, 'move');
    }),
  );
}
