import { CompletionItemKind } from 'vscode-languageserver-types';
import { mcpToolsIn } from '../../../catalog/settings/mcp-tools.ts';
import type { FieldFacts } from '../../../dialect/fields.ts';
import {
  findTool,
  mcpServerRule,
  type SpecifierKind,
  TOOLS_BY_USE,
  type ToolFacts,
} from '../../../dialect/tools/tools.ts';
import { rangeHolds, textRange } from '../../../document/text/text-range.ts';
import type { OpenFile } from '../../check/open-file.ts';
import { scanToolRules, toolText } from '../../hover/tool-rules.ts';
import { joinMarkdown, type Markdown, ownMarkdown } from '../../text/markdown-text.ts';
import type { CompletionQuestion } from '../completion-question.ts';
import { type Proposal, type Proposals, snippetText } from '../proposal.ts';
import { completeSpecifier } from './complete-specifier.ts';
import { spaceBefore } from './complete-value.ts';
import type { FrontmatterPosition } from './frontmatter-position.ts';

/** Tools in a list or in a string of rules, and what can be in the parentheses of one. */
export function completeTools(
  open: OpenFile,
  place: FrontmatterPosition,
  field: FieldFacts,
  offset: number,
  question: CompletionQuestion,
): Proposals | undefined {
  const { text, frontmatter } = open.document;
  const rules = scanToolRules(text, place.typed);
  const around = rules.find(({ specifier }) => specifier && rangeHolds(specifier, offset));
  if (around) return completeSpecifier(findTool(around.name), around.specifier!, open, question);
  const replace = rules.find(({ nameRange }) => rangeHolds(nameRange, offset))?.nameRange ?? textRange(offset, offset);
  const value = frontmatter.entries.find(({ key }) => key === field.name)?.value.range ?? place.typed;
  const listed = scanToolRules(text, value).filter(({ nameRange }) => !rangeHolds(nameRange, offset));
  // A second rule for a tool is only useful if rules can distinguish calls.
  const done = new Set(listed.filter(({ specifier }) => !specifier).map(({ name }) => name));
  const tools = TOOLS_BY_USE.filter(({ name, interactive }) => !done.has(name) && !(interactive && grants(field)));
  const space = spaceBefore(text, replace.start);
  const hasSpecifier = text[replace.end] === '(';
  const own = tools.flatMap((tool) => proposeTool(tool, space, hasSpecifier, grants(field)));
  return {
    replace,
    items: [
      ...own,
      ...mcpTools(question)
        .filter(({ label }) => !done.has(label))
        .map((it) => ({ ...it, text: space + it.text })),
    ],
  };
}

/** The one rule for a tool that a hook is for. */
export function completeRule(
  open: OpenFile,
  { typed }: FrontmatterPosition,
  offset: number,
  question: CompletionQuestion,
): Proposals | undefined {
  const { text } = open.document;
  const [rule, ...others] = scanToolRules(text, typed);
  if (others.length > 0) return undefined;
  if (rule?.specifier && rangeHolds(rule.specifier, offset))
    return completeSpecifier(findTool(rule.name), rule.specifier, open, question);
  if (rule && !rangeHolds(rule.nameRange, offset)) return undefined;
  const replace = rule?.nameRange ?? textRange(offset, offset);
  const space = spaceBefore(text, replace.start);
  const hasSpecifier = text[replace.end] === '(';
  const own = TOOLS_BY_USE.flatMap((tool) => proposeTool(tool, space, hasSpecifier, true));
  return { replace, items: [...own, ...mcpTools(question).map((it) => ({ ...it, text: space + it.text }))] };
}

/** The tools of MCP servers that the settings name, and the servers of the project. */
export function mcpTools({ catalog, mcpServers = [] }: CompletionQuestion): Proposal[] {
  const named = catalog ? mcpToolsIn(catalog.settings) : [];
  return [...new Set([...mcpServers.map(mcpServerRule), ...named])].map((name) => ({
    label: name,
    kind: CompletionItemKind.Module,
    text: name,
    detail: name.split('__').length > 2 ? 'named in the settings' : 'all tools of the MCP server',
  }));
}

/** Whether the field lets tools run without asking, which some of them never do. */
function grants(field: FieldFacts): boolean {
  return field.name === 'allowed-tools';
}

/**
 * @param hasSpecifier parentheses follow already
 * @param grants whether the field lets tools run, so that a rule for a part of what a tool does is useful
 */
function proposeTool(tool: ToolFacts, space: string, hasSpecifier: boolean, grants: boolean): Proposal[] {
  const { name, description, specifier, example } = tool;
  const whole: Proposal = {
    label: name,
    kind: CompletionItemKind.Function,
    text: space + name,
    documentation: toolDocumentation(tool),
  };
  const sample = example?.slice(name.length + 1, -1);
  if (specifier === undefined || sample === undefined || hasSpecifier) return [whole];
  if (specifier !== 'command' && !grants) return [whole];
  const part: Proposal = {
    label: `${name}(…)`,
    kind: CompletionItemKind.Function,
    text: `${space}${name}()`,
    snippet: `${space}${name}(\${1:${snippetText(sample)}})`,
    detail: partDetails[specifier],
    documentation: ownMarkdown(description),
  };
  // A grant of every command is rarely meant.
  return specifier === 'command' ? [part, whole] : [whole, part];
}

/** The subject of a rule with parentheses. */
const partDetails: Readonly<Record<SpecifierKind, string>> = {
  command: 'specific commands only',
  path: 'certain files only',
  domain: 'certain hosts only',
  agent: 'certain agents only',
  skill: 'certain skills only',
};

function toolDocumentation({ name }: ToolFacts): Markdown {
  return joinMarkdown(toolText({ name, nameRange: textRange(0, 0), specifier: undefined }), '\n\n');
}
