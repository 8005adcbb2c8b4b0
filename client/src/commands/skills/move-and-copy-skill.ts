import { Disposable } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import { chooseDestination } from '../../skills/choose-destination.ts';
import { chooseSkill } from '../../skills/choose-skill.ts';
import { isElsewhere, moveOrCopySkill } from '../../skills/move-or-copy-skill.ts';
import { hasFlag } from '../../skills/node-flags.ts';
import { type SkillActions, withErrorMessage } from '../../skills/skill-actions.ts';

/** "Move Skill To…" and "Copy Skill To…". */
export function registerMoveAndCopySkill(actions: SkillActions): Disposable {
  return Disposable.from(
    registerCommand('moveSkill', (argument?: unknown) =>
      withErrorMessage(actions, 'Could not move the skill', () => moveSkill(actions, argument)),
    ),
    registerCommand('copySkill', (argument?: unknown) =>
      withErrorMessage(actions, 'Could not copy the skill', () => copySkill(actions, argument)),
    ),
  );
}

async function moveSkill(actions: SkillActions, argument: unknown): Promise<void> {
  const skill = await chooseSkill(argument, actions, 'Select a skill to move', (node) => hasFlag(node, 'editable'));
  if (!skill) return;
  // Menus show the command only for editable skills, but our pages pass any skill by its id.
  if (!skill.editable) throw new Error(`${skill.name} is read-only. Copy it instead`);
  const question = `Where do you want to move ${skill.baseName} to?`;
  const destination = await chooseDestination(actions, { skill: skill.id }, question, isElsewhere(skill));
  if (destination) await moveOrCopySkill(actions, skill, destination, 'move');
}

async function copySkill(actions: SkillActions, argument: unknown): Promise<void> {
  const skill = await chooseSkill(argument, actions, 'Select a skill to copy');
  if (!skill) return;
  const question = `Where do you want to copy ${skill.baseName} to?`;
  const destination = await chooseDestination(actions, { skill: skill.id }, question, isElsewhere(skill));
  if (destination) await moveOrCopySkill(actions, skill, destination, 'copy');
}
