import { commands, type Disposable } from 'vscode';
import { chooseDestination } from '../skills/choose-destination.ts';
import { chooseSkill } from '../skills/choose-skill.ts';
import { hasWord } from '../skills/node-words.ts';
import { isElsewhere, putSkill } from '../skills/put-skill.ts';
import { orSayWhyNot, type SkillActions } from '../skills/skill-actions.ts';

/** "Skillwright: Move Skill To…" */
export function registerMoveSkill(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.moveSkill', (argument?: unknown) =>
    orSayWhyNot(actions, 'Could not move the skill', async () => {
      const skill = await chooseSkill(argument, actions, 'Select a skill to move', (node) => hasWord(node, 'editable'));
      // A menu shows the command only where it works; from elsewhere a skill comes by its id.
      if (!skill) return;
      if (!skill.editable) throw new Error(`${skill.name} is read-only. Copy it instead`);
      const question = `Where do you want to move ${skill.baseName} to?`;
      const elsewhere = isElsewhere(skill);
      const destination = await chooseDestination(actions, { skill: skill.id }, question, elsewhere);
      if (destination) await putSkill(actions, skill, destination, 'move');
    }),
  );
}
