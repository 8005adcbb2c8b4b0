import { commands, Disposable } from 'vscode';
import { registerCommand } from '../contributions/register-command.ts';
import type { FailureReporter } from '../failure-reporter.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { hasFlag } from '../skills/node-flags.ts';
import type { SkillChoice } from '../skills/skill-choice.ts';
import { registerTool } from './language-model-api.ts';
import { listSkillsTool } from './list-skills-tool.ts';
import { SkillTool, type SkillToolParts } from './skill-tool.ts';
import { validateSkillTool } from './validate-skill-tool.ts';

/** The tools that package.json offers to the language models of VS Code, and "Use in Chat". */
export function registerLanguageModelTools(
  server: LanguageServer,
  choice: SkillChoice,
  failures: FailureReporter,
  { consented, documents }: Omit<SkillToolParts, 'server'>,
): Disposable {
  return Disposable.from(
    registerTool('skillwright_load_skill', new SkillTool({ server, consented, documents })),
    registerTool('skillwright_list_skills', listSkillsTool(server)),
    registerTool('skillwright_validate_skill', validateSkillTool(server)),
    registerCommand('useInChat', (argument?: unknown) =>
      failures.guard('Could not open the chat', () => useInChat(choice, argument)),
    ),
  );
}

async function useInChat(choice: SkillChoice, argument: unknown): Promise<void> {
  const isInvocable = (node: Parameters<typeof hasFlag>[0]) => hasFlag(node, 'invocable');
  const skill = await choice.skill(argument, 'Select a skill to use in chat', isInvocable);
  if (!skill) return;
  // The rest of the question is up to the user.
  const query = `Use the skill ${skill.invocation.slice(1)} #claudeSkill `;
  await commands.executeCommand('workbench.action.chat.open', { query, isPartialQuery: true });
}
