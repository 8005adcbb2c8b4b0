import { type DocumentSelector, languages, type TextDocument } from 'vscode';

/*
 * By path: the language of a SKILL.md may be `skill`, `markdown`, or set by the user's file associations.
 * The server decides for itself, and ignores other files.
 */
const patterns = [
  '**/[sS][kK][iI][lL][lL].[mM][dD]',
  '**/.claude/{agents,agent,commands,command}/**/*.md',
  '**/.claude/skills/*.md',
  '**/.claude-plugin/{plugin,marketplace}.json',
  // Other products have a `settings.json` too.
  '**/.claude/{settings,settings.local}.json',
  '**/managed-settings.json',
  '**/managed-settings.d/*.json',
];

/** Parts of plugins, which are outside `.claude`, servers of projects, skills whose file has another name, and evaluations. */
const otherPatterns = [
  '**/{agents,commands}/**/*.md',
  '**/hooks/hooks.json',
  '**/{.mcp,.lsp}.json',
  '**/skills/*.md',
  '**/.claude/skills/*/*.md',
  // The manifest of a plugin may name any folder for them.
  '**/{prompt.md,case.yaml,graders/*.md,mocks/*/*.md,mocks/*/_tools.json}',
  '**/evals/*.json',
];

/**
 * Markdown files that a skill may bundle, and instructions, which name skills and files. Nothing is checked in them, and the server ignores bundled files that have no SKILL.md in a folder above.
 */
const followedPatterns = [
  '**/skills/*/**/*.md',
  '**/{references,reference,resources,assets}/**/*.md',
  '**/CLAUDE.md',
  '**/CLAUDE.local.md',
  '**/AGENTS.md',
  '**/.claude/rules/**/*.md',
];

/** A skill that was never saved has no path yet, only the language that the user chose. */
const unsavedSkill = { scheme: 'untitled', language: 'skill' };

/** The documents that the language server checks. */
export const documentSelector: ({ readonly pattern: string } | typeof unsavedSkill)[] = [
  ...[...patterns, ...otherPatterns].map((pattern) => ({ pattern })),
  unsavedSkill,
];

/** The documents in which names and paths are followed, too. */
export const followedSelector: typeof documentSelector = [
  ...documentSelector,
  ...followedPatterns.map((pattern) => ({ pattern })),
];

/** Evaluations whose name shows what they are. */
const evaluationPattern = '**/evals/{evals.json,**/prompt.md,**/case.yaml,**/graders/*.md}';

/** Documents that start the language server. Markdown in any folder named `agents` is too common to start it for. */
const startingSelector: DocumentSelector = [
  ...[...patterns, '**/.claude/skills/*/**/*.md', evaluationPattern].map((pattern) => ({ pattern })),
  unsavedSkill,
];

/** Whether opening this document should start the language server. */
export function startsServer(document: TextDocument): boolean {
  return languages.match(startingSelector, document) > 0;
}
