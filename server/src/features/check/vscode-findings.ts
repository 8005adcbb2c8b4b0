import type { Finding } from '../../rules/rule.ts';

/** How VS Code's own validator of skills (seen with 1.139.1) says that a key is unknown. Its markers have no source and no code. */
const unknownKey = "^Attribute '.*' is not supported by VS Code skills\\. Supported: .*\\.$";

/**
 * The source of a regular expression for a message of VS Code that fades the same characters and says as much; undefined without
 * any. All else is shown beside VS Code's message, because only ours says what Claude Code does.
 */
export function sameMessageInVscode({ rule, severity }: Pick<Finding, 'rule' | 'severity'>): string | undefined {
  return rule === 'field-unknown' && severity === 'hint' ? unknownKey : undefined;
}
