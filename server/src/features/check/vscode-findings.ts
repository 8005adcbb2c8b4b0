import type { Finding } from '../../rules/rule.ts';

/*
 * Findings beside VS Code's own are all shown, because only ours say what Claude Code does and every list must have
 * the same. Only a faded key that VS Code fades, too, is dropped in the extension's language client middleware, which
 * sees VS Code's markers; with each such diagnostic, the server says which VS Code message means the same. For the
 * same reason the extension itself offers to turn off VS Code's remarks. No setting of VS Code does that (seen with
 * 1.139.1), so it writes a file association: VS Code only checks documents of the language `skill`, and Skillwright
 * selects its documents by path.
 */

/** How VS Code's own validator of skills (seen with 1.139.1) says that a key is unknown. Its markers have no source and no code. */
const unknownKey = "^Attribute '.*' is not supported by VS Code skills\\. Supported: .*\\.$";

/**
 * The source of a regular expression for a message of VS Code that fades the same characters and says as much; undefined without
 * any. All else is shown beside VS Code's message, because only ours says what Claude Code does.
 */
export function sameMessageInVscode({ rule, severity }: Pick<Finding, 'rule' | 'severity'>): string | undefined {
  return rule === 'field-unknown' && severity === 'hint' ? unknownKey : undefined;
}
