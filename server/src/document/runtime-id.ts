/** Whose rules apply: a release of Claude Code. */
export type { RuntimeId } from '../dialect/runtimes/capabilities.ts';

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
