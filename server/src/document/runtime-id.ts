/** Whose rules apply: a release of Claude Code. */
export type { RuntimeId } from '../dialect/runtimes/capabilities.ts';

/** The kind of a markdown file; all kinds are read by the same code but have their own fields and findings. */
export type MarkdownKind = 'skill' | 'command' | 'agent';

/**
 * The kind of a JSON file: a plugin's manifest, a marketplace of plugins, settings of Claude Code, hooks of a plugin, MCP
 * servers of a plugin or project, or language servers of a plugin.
 */
export type JsonKind = (typeof jsonKinds)[number];

const jsonKinds = ['plugin', 'marketplace', 'settings', 'hooks', 'mcp-servers', 'lsp-servers'] as const;

/**
 * The kind of a file of an evaluation. A case of `claude plugin eval` is a folder with a prompt or a definition, graders
 * and mocks; skill-creator has sets of prompts, and sets of queries that should trigger a skill or not.
 */
export type EvaluationKind = keyof typeof evaluationFormats;

export type FileKind = MarkdownKind | JsonKind | EvaluationKind;

/** How a file is written: Markdown may have frontmatter, the others are data alone. */
type FileFormat = 'markdown' | 'json' | 'yaml';

const evaluationFormats = {
  'eval-prompt': 'markdown',
  'eval-case': 'yaml',
  'eval-grader': 'markdown',
  'eval-mock': 'markdown',
  'eval-tools': 'json',
  'eval-set': 'json',
  'trigger-set': 'json',
} as const satisfies Readonly<Record<string, FileFormat>>;

/** Whether files of a kind belong to an evaluation. */
export function isEvaluationKind(kind: FileKind): kind is EvaluationKind {
  return Object.hasOwn(evaluationFormats, kind);
}

/** How files of a kind are written. */
export function formatOf(kind: FileKind): FileFormat {
  if (isEvaluationKind(kind)) return evaluationFormats[kind];
  return isJsonKind(kind) ? 'json' : 'markdown';
}

/** Whether files of a kind are Claude Code's own JSON files. */
export function isJsonKind(kind: FileKind): kind is JsonKind {
  return (jsonKinds as readonly string[]).includes(kind);
}
