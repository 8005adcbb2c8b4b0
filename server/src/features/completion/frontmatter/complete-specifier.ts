import { CompletionItemKind } from 'vscode-languageserver-types';
import { isUsable } from '../../../catalog/resolve/skill-status.ts';
import { BUILT_IN_AGENTS } from '../../../dialect/models.ts';
import type { ToolFacts } from '../../../dialect/tools/tools.ts';
import type { TextRange } from '../../../document/text/text-range.ts';
import { commandsInBody } from '../../../rules/readings/arguments/commands-in-body.ts';
import type { OpenFile } from '../../check/open-file.ts';
import type { CompletionQuestion } from '../completion-question.ts';
import type { Proposals } from '../proposal.ts';

/** Proposals for one tool. */
const maxWords = 50;

/** Proposals for the parentheses of a tool rule. */
export function completeSpecifier(
  tool: ToolFacts | undefined,
  specifier: TextRange,
  open: OpenFile,
  question: CompletionQuestion,
): Proposals | undefined {
  const words = [...new Set(wordsFor(tool, open, question))].slice(0, maxWords);
  if (words.length === 0) return undefined;
  const items = words.map((word) => ({ label: word, kind: CompletionItemKind.Value, text: word }));
  return { replace: specifier, items };
}

function wordsFor(
  tool: ToolFacts | undefined,
  open: OpenFile,
  { catalog, globs = [] }: CompletionQuestion,
): readonly string[] {
  switch (tool?.specifier) {
    case 'skill': {
      const named = open.file.inCatalog?.names.filter(({ loaded }) => loaded) ?? [];
      const usable = catalog?.skills().filter(isUsable) ?? [];
      return [...named, ...usable]
        .map(({ name }) => name)
        .filter((name) => /^[^\s(),]+$/.test(name))
        .sort();
    }
    case 'agent':
      return agentNames(open, catalog);
    case 'path':
      return globs;
    case 'domain':
      return domainsIn(open);
    case 'command':
      return tool.name === 'Bash' ? [...commandsInBody(open.document)].filter((command) => command !== undefined) : [];
    default:
      return [];
  }
}

/** The agents that a file can name, built-in ones first. */
export function agentNames({ file }: OpenFile, catalog: CompletionQuestion['catalog']): readonly string[] {
  const own = [...(file.agentNames ?? []), ...(catalog?.agents() ?? []).map(({ name }) => name)];
  return [...new Set([...BUILT_IN_AGENTS.map(({ name }) => name), ...own.sort()])];
}

/** The hosts of the addresses in the body. */
function domainsIn({ document: { text, bodyStart } }: OpenFile): string[] {
  const found = text.slice(bodyStart).matchAll(/\bhttps?:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi);
  return [...found].map(([, host]) => `domain:${host!.toLowerCase()}`);
}
