/** Whose rules apply: a release of Claude Code. */
export type { RuntimeId } from '../dialect/runtimes/capabilities.ts';

/** The kind of a markdown file; all kinds are read by the same code but have their own fields and findings. */
export type MarkdownKind = 'skill' | 'command' | 'agent';

/** The kind of a JSON file: a plugin's manifest, or settings of Claude Code. */
export type JsonKind = 'plugin' | 'settings';

/** The kind of a file. */
export type FileKind = MarkdownKind | JsonKind;

/** Whether files of a kind are JSON, without frontmatter and body. */
export function isJsonKind(kind: FileKind): kind is JsonKind {
  return kind === 'plugin' || kind === 'settings';
}
