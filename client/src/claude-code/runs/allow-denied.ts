import { workspace } from 'vscode';
import { allowRules } from '../../changes/allow-rules.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';

/** Adds the rules that a denied call lacks to the settings of the folder that the skill was run in, the narrowest first. */
export function allowDenied(
  server: LanguageServer,
  changes: SkillChanges,
  failures: FailureReporter,
  id: string,
  part: string,
): Promise<void> {
  return failures.guard('Could not change the settings', async () => {
    if (!workspace.isTrusted) throw new Error('the workspace is not trusted');
    const askFor = (onlyThis: boolean) => server.request('skillwright/allowDenied', { id, part, onlyThis });
    const { call, hasExact } = await askFor(true);
    await allowRules(changes, {
      question: 'Let Claude Code do this without asking?',
      subject: call,
      label: 'permission for a denied call',
      choices: [
        ...(hasExact ? [{ title: 'Allow Only This', ask: async () => withRules(await askFor(true)) }] : []),
        { title: hasExact ? 'Allow More' : 'Always Allow', ask: async () => withRules(await askFor(false)) },
      ],
    });
  });
}

function withRules<Edit extends { readonly rules: readonly string[] }>(edit: Edit) {
  return { edit, rules: edit.rules };
}
