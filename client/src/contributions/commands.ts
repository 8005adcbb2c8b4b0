import type { NamedCommand } from '../../../server/src/protocol.ts';
import type { Command } from './command.ts';
import { budgetCommands } from './commands/budget.ts';
import { claudeCodeCommands } from './commands/claude-code.ts';
import { evaluationsCommands } from './commands/evaluations.ts';
import { extensionCommands } from './commands/extension.ts';
import { previewCommands } from './commands/preview.ts';
import { publishingCommands } from './commands/publishing.ts';
import { reviewCommands } from './commands/review.ts';
import { rulesCommands } from './commands/rules.ts';
import { sessionsCommands } from './commands/sessions.ts';
import { skillsCommands } from './commands/skills.ts';
import { skillsViewCommands } from './commands/skills-view.ts';

/** All commands of the extension, with their places in menus and their keys. */
export const commands = {
  ...skillsCommands,
  ...skillsViewCommands,
  ...rulesCommands,
  ...budgetCommands,
  ...previewCommands,
  ...claudeCodeCommands,
  ...sessionsCommands,
  ...evaluationsCommands,
  ...reviewCommands,
  ...publishingCommands,
  ...extensionCommands,
} as const satisfies Readonly<Record<string, Command> & Record<NamedCommand, Command>>;

export type CommandName = keyof typeof commands;
