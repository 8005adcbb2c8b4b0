import { CompletionItemKind } from 'vscode-languageserver-types';
import { isUsable } from '../../catalog/resolve/skill-status.ts';
import { BUILT_IN_AGENTS } from '../../dialect/models.ts';
import type { ToolFacts } from '../../dialect/tools.ts';
import type { TextRange } from '../../document/text/text-range.ts';
import { readShellCommand } from '../../shell/read-command.ts';
import type { OpenFile } from '../check/open-file.ts';
import type { CompletionQuestion } from './completion-question.ts';
import type { Proposals } from './proposal.ts';

/** Programs whose first argument says what they do. */
const withSubcommand =
  /^(?:git|gh|npm|pnpm|yarn|bun|npx|docker|kubectl|cargo|go|dotnet|make|uv|pip|terraform|aws|gcloud)$/;

/** How much of a body is read for what its rules could be. */
const max = { codeBlocks: 40, codeLength: 2_000, words: 50 };

/** What can be in the parentheses of a rule for a tool. */
export function completeSpecifier(
  tool: ToolFacts | undefined,
  specifier: TextRange,
  open: OpenFile,
  question: CompletionQuestion,
): Proposals | undefined {
  const words = [...new Set(wordsFor(tool, open, question))].slice(0, max.words);
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
      return tool.name === 'Bash' ? commandsIn(open) : [];
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

/** The commands of the body with any arguments: those that run when it loads, and those in blocks of shell code. */
function commandsIn({ document: { text, body } }: OpenFile): string[] {
  const blocks = body.code
    .filter(({ kind, info }) => kind === 'fence' && /^(?:sh|bash|shell|zsh|console)\b/.test(info))
    .map(({ content }) => content);
  return [...body.injections.map(({ commandRange }) => commandRange), ...blocks]
    .slice(0, max.codeBlocks)
    .flatMap(({ start, end }) => {
      const code = text.slice(start, Math.min(end, start + max.codeLength)).replace(/^\$ /gm, '');
      return readShellCommand(code).parts.flatMap(({ words }) => commandPattern(words) ?? []);
    });
}

function commandPattern([program = '', argument = '']: readonly string[]): string | undefined {
  if (!/^[\w./~-]+$/.test(program) || program === 'cd') return undefined;
  const isSubcommand = withSubcommand.test(program) && /^[a-z][\w:-]*$/.test(argument);
  return isSubcommand ? `${program} ${argument} *` : `${program} *`;
}
