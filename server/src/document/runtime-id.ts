/**
 * Whose rules apply. `claude-code` is the latest verified release; `claude-code@2.1.7` is the release around which the
 * skill system was first described. Their facts are in `schemas/dialects.json`.
 */
export type RuntimeId = 'claude-code' | 'claude-code@2.1.7';

/** What sort of markdown file a text is; each is read by the same code but has its own fields and findings. */
export type MarkdownKind = 'skill' | 'command' | 'agent';

/** What sort of JSON file a text is: a plugin's manifest, or settings of Claude Code. */
export type JsonKind = 'plugin' | 'settings';

/** What sort of file a text is. */
export type FileKind = MarkdownKind | JsonKind;

/** Whether files of a kind are JSON, without frontmatter and body. */
export function isJsonKind(kind: FileKind): kind is JsonKind {
  return kind === 'plugin' || kind === 'settings';
}
