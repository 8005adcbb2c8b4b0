import { Disposable } from 'vscode';
import type { SkillInfo } from '../../../../server/src/protocol.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { chooseDestination } from '../choose-destination.ts';
import { copySkill, isElsewhere, moveSkill } from '../move-or-copy-skill.ts';
import { hasFlag } from '../node-flags.ts';
import type { SkillChoice } from '../skill-choice.ts';

/** "Move Skill To…" and "Copy Skill To…". */
export function registerMoveAndCopySkill(
  server: LanguageServer,
  choice: SkillChoice,
  changes: SkillChanges,
  failures: FailureReporter,
): Disposable {
  const choosePlace = (skill: SkillInfo, question: string) =>
    chooseDestination(server, { skill: skill.id }, question, isElsewhere(skill));
  return Disposable.from(
    registerCommand('moveSkill', (argument?: unknown) =>
      failures.guard('Could not move the skill', async () => {
        const skill = await choice.skill(argument, 'Select a skill to move', (node) => hasFlag(node, 'editable'));
        if (!skill) return;
        // Menus show the command only for editable skills, but our pages pass any skill by its id.
        if (!skill.editable) throw new Error(`${skill.name} is read-only. Copy it instead`);
        const destination = await choosePlace(skill, `Where do you want to move ${skill.baseName} to?`);
        if (destination) await moveSkill(server, changes, skill, destination);
      }),
    ),
    registerCommand('copySkill', (argument?: unknown) =>
      failures.guard('Could not copy the skill', async () => {
        const skill = await choice.skill(argument, 'Select a skill to copy');
        if (!skill) return;
        const destination = await choosePlace(skill, `Where do you want to copy ${skill.baseName} to?`);
        if (destination) await copySkill(server, changes, skill, destination);
      }),
    ),
  );
}
