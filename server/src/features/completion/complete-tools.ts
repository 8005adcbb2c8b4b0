import { CompletionItemKind } from 'vscode-languageserver-types';
import type { FieldFacts } from '../../dialect/fields.ts';
import { SKILL_TOOL } from '../../dialect/skill-tool.ts';
import { TOOLS_BY_USE, type ToolFacts } from '../../dialect/tools.ts';
import { rangeHolds, type TextRange, textRange } from '../../document/text-range.ts';
import type { OpenFile } from '../check/open-file.ts';
import { scanToolRules, toolText } from '../hover/tool-rules.ts';
import { joinMarkdown, type Markdown, ownMarkdown } from '../text/markdown-text.ts';
import { spaceBefore } from './complete-value.ts';
import type { FrontmatterPosition } from './frontmatter-position.ts';
import { type Proposal, type Proposals, snippetText } from './proposal.ts';

/** Names of tools in a list or in a string of rules, and of skills inside the parentheses of `Skill(…)`. */
export function completeTools(
  { document, file }: OpenFile,
  place: FrontmatterPosition,
  field: FieldFacts,
  offset: number,
): Proposals | undefined {
  const { text, frontmatter } = document;
  const rules = scanToolRules(text, place.typed);
  const around = rules.find(({ specifier }) => specifier && rangeHolds(specifier, offset));
  if (around) return around.name === SKILL_TOOL ? skillsIn(around.specifier!, file) : undefined;
  const replace = rules.find(({ nameRange }) => rangeHolds(nameRange, offset))?.nameRange ?? textRange(offset, offset);
  const value = frontmatter.entries.find(({ key }) => key === field.name)?.value.range ?? place.typed;
  const listed = scanToolRules(text, value).filter(({ nameRange }) => !rangeHolds(nameRange, offset));
  // A second rule for a tool is only useful if rules can distinguish calls.
  const done = new Set(listed.filter(({ specifier }) => !specifier).map(({ name }) => name));
  const tools = TOOLS_BY_USE.filter(({ name, interactive }) => !done.has(name) && !(interactive && grants(field)));
  const space = spaceBefore(text, replace.start);
  return { replace, items: tools.flatMap((tool) => proposeTool(tool, space, text[replace.end] === '(')) };
}

/** The skills that a rule can be about. */
function skillsIn(specifier: TextRange, { inCatalog }: OpenFile['file']): Proposals | undefined {
  const names = (inCatalog?.names ?? []).filter(({ name, loaded }) => loaded && /^[^\s(),]+$/.test(name));
  if (names.length === 0) return undefined;
  const items = [...new Set(names.map(({ name }) => name))].sort().map((name): Proposal => {
    return { label: name, kind: CompletionItemKind.Value, text: name };
  });
  return { replace: specifier, items };
}

/** Whether the field lets tools run without asking, which some of them never do. */
function grants(field: FieldFacts): boolean {
  return field.name === 'allowed-tools';
}

/** @param hasSpecifier parentheses follow already */
function proposeTool(tool: ToolFacts, space: string, hasSpecifier: boolean): Proposal[] {
  const { name, description, specifier, example } = tool;
  const whole: Proposal = {
    label: name,
    kind: CompletionItemKind.Function,
    text: space + name,
    documentation: toolDocumentation(tool),
  };
  const sample = example?.slice(name.length + 1, -1);
  if (specifier !== 'command' || sample === undefined || hasSpecifier) return [whole];
  const part: Proposal = {
    label: `${name}(…)`,
    kind: CompletionItemKind.Function,
    text: `${space}${name}()`,
    snippet: `${space}${name}(\${1:${snippetText(sample)}})`,
    detail: 'specific commands only',
    documentation: ownMarkdown(description),
  };
  return [part, whole];
}

function toolDocumentation({ name }: ToolFacts): Markdown {
  return joinMarkdown(toolText({ name, nameRange: textRange(0, 0), specifier: undefined }), '\n\n');
}
