import type { ClaudeCode } from '../../../platform/claude-code.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { TerminalRun } from '../../../protocol.ts';
import { resumeArguments, terminalArguments } from './run-arguments.ts';
import { type PlannedRun, planRun } from './run-plan.ts';
import type { RunSettings } from './run-settings.ts';

/*
 * A run in a terminal starts Claude Code in place of a shell, so that no shell reads the arguments. Only a batch file
 * of npm on Windows is run by cmd.exe, with a command line in which every special character is escaped for both times
 * that it is read. VS Code does not restore such a terminal, because it would run the skill again.
 */

/** How Claude Code is started in a terminal with the invocation of a skill, or why it cannot be. */
export async function terminalRun(asked: PlannedRun, claudeCode: ClaudeCode): Promise<TerminalRun | Refusal> {
  const plan = await planRun(asked);
  if ('problem' in plan) return plan;
  const { command, folder, session, invocation } = plan;
  const program = await claudeCode.find(asked.settings.path);
  if ('problem' in program) return program;
  const args = terminalArguments(asked.settings, session, { ...asked, pluginFolder: plan.pluginFolder }, invocation);
  return { name: `/${command}`, program: program.path, args, folder };
}

/** How a session is continued in a terminal: whatever has become of the skill that began it. */
export async function resumedRun(
  { settings, resume, folder }: { readonly settings: RunSettings; readonly resume: string; readonly folder: string },
  claudeCode: ClaudeCode,
): Promise<TerminalRun | Refusal> {
  const program = await claudeCode.find(settings.path);
  if ('problem' in program) return program;
  return { name: 'Claude Code', program: program.path, args: resumeArguments(settings, resume), folder };
}
