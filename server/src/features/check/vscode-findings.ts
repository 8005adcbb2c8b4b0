/*
 * VS Code has a validator of its own for documents of the language `skill` (seen with 1.139.1). Its markers carry
 * neither source nor code, so what tells them apart is what they say.
 */

/** By rule: the message of VS Code's that reports the same defect at the same place. */
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
  return `^${message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*')}$`;
}
