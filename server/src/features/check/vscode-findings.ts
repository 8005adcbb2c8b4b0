import { escapeRegExp } from '../../document/text/escape-reg-exp.ts';

/*
 * VS Code has its own validator for documents of the language `skill` (seen with 1.139.1). Its markers have
 * neither source nor code, so only their messages distinguish them.
 */

/** By rule: VS Code's message for the same problem in the same range. */
const messages: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'name-missing': 'Skill should provide a name.',
    'name-folder-mismatch': "The skill name '…' should match the folder name '…'.",
    'name-format': 'Skill name may only contain lowercase letters, numbers, and hyphens.',
    'description-missing': 'Skill should provide a description.',
    'description-empty': "The 'description' attribute should not be empty.",
    'boolean-value': "The '…' attribute must be 'true' or 'false'.",
    'field-type': "The '…' attribute must be a string.",
    'argument-hint-list': "The '…' attribute must be a string.",
  }),
);

/** The rules some of whose findings VS Code reports too. */
export const rulesSharedWithVscode: readonly string[] = [...messages.keys()];

/** The source of a regular expression for VS Code's own message about what a rule finds; undefined without any. */
export function sameMessageInVscode(rule: string): string | undefined {
  const message = messages.get(rule);
  if (message === undefined) return undefined;
  return `^${escapeRegExp(message).replaceAll('…', '.*')}$`;
}
