import { CompletionItemKind } from 'vscode-languageserver-types';
import { HOOK_VARIABLES } from '../../../dialect/hooks.ts';
import { folderOf } from '../../../platform/paths.ts';
import type { OpenFile } from '../../check/open-file.ts';
import { ownMarkdown } from '../../text/markdown-text.ts';
import { bodyLine, replaced } from '../body/body-line.ts';
import { proposeEntries, type TypedPath, typedAfterVariable } from '../complete-entry.ts';
import type { CompletionQuestion } from '../completion-question.ts';
import type { Proposal, Proposals } from '../proposal.ts';

/** The path after a variable in the command of a hook. */
export function typedHookPath({ document, file }: OpenFile, offset: number): TypedPath | undefined {
  const line = bodyLine(document, offset);
  const ownFolder = file.kind === 'skill' ? folderOf(file.path) : undefined;
  return typedAfterVariable(line, {
    CLAUDE_PROJECT_DIR: file.project,
    // For a skill of no plugin, it is the folder of the skill.
    CLAUDE_PLUGIN_ROOT: file.pluginRoot ?? ownFolder,
  });
}

/** Variables in the command of a hook, and files after them. */
export function completeHookCommand(
  open: OpenFile,
  offset: number,
  { entries }: CompletionQuestion,
): Proposals | undefined {
  const path = typedHookPath(open, offset);
  if (path) return proposeEntries(path, entries);
  const line = bodyLine(open.document, offset);
  const typed = /\$\{?\w{0,60}$/.exec(line.before)?.[0];
  if (typed === undefined) return undefined;
  const word = typed.replace(/^\$\{?/, '').toLowerCase();
  const variables = HOOK_VARIABLES.filter(
    ({ name }) => name !== 'CLAUDE_PLUGIN_ROOT' || open.file.pluginRoot !== undefined || open.file.kind === 'skill',
  ).map(({ name, description }): Proposal => {
    const label = `\${${name}}`;
    return { label, kind: CompletionItemKind.Variable, text: label, documentation: ownMarkdown(description) };
  });
  const items = variables.filter(({ label }) => label.toLowerCase().includes(word));
  return items.length === 0 ? undefined : { replace: replaced(line, typed, /^\w*\}?/), items };
}
