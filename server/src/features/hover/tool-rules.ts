import {
  findRenamedTool,
  findTool,
  isMcpToolName,
  nearestTool,
  SPECIFIERS,
  TOOL_RULES_SOURCE,
  TOOLS_SOURCE,
} from '../../dialect/tools.ts';
import { rangeHolds, type TextRange, textRange } from '../../document/text-range.ts';
import type { YamlValue } from '../../document/yaml-value.ts';
import { codeSpan, joinMarkdown, type Markdown, markdown, ownMarkdown } from '../text/markdown-text.ts';
import { sinceAndSource, withNearest } from './field-text.ts';

/** One `Tool` or `Tool(specifier)` as it is written, broken or not. */
export interface WrittenRule {
  readonly name: string;
  readonly nameRange: TextRange;
  /** The text in the parentheses; undefined without them. */
  readonly specifier: TextRange | undefined;
}

/**
 * The rules in a range of YAML, whether a list or a string separated by commas or spaces. Reads unfinished text, too:
 * an open parenthesis extends to the end of its line.
 */
export function scanToolRules(text: string, range: TextRange): WrittenRule[] {
  const rules: WrittenRule[] = [];
  const pattern = /[^\s,[\]"'()#-][^\s,[\]"'()]*|\(|#[^\n]*/g;
  pattern.lastIndex = range.start;
  for (let match = pattern.exec(text); match && match.index < range.end; match = pattern.exec(text)) {
    const [word] = match;
    const end = Math.min(range.end, match.index + word.length);
    if (word === '(') {
      const last = rules.at(-1);
      const close = closingParenthesis(text, match.index, range.end);
      if (last?.nameRange.end === match.index) rules[rules.length - 1] = { ...last, specifier: textRange(end, close) };
      pattern.lastIndex = close;
    } else if (!word.startsWith('#')) {
      rules.push({ name: text.slice(match.index, end), nameRange: textRange(match.index, end), specifier: undefined });
    }
  }
  return rules;
}

/** Where the parenthesis at `open` is closed, nested ones skipped, or its line endings. */
function closingParenthesis(text: string, open: number, limit: number): number {
  let depth = 0;
  for (let offset = open; offset < limit; offset++) {
    const unit = text[offset];
    if (unit === '\n' || unit === '\r') return offset;
    if (unit === '(') depth++;
    if (unit === ')' && --depth === 0) return offset;
  }
  return limit;
}

/** The rule whose tool name is at an offset of a value. */
export function toolAt(text: string, value: YamlValue, offset: number): WrittenRule | undefined {
  if (!rangeHolds(value.range, offset)) return undefined;
  return scanToolRules(text, value.range).find(({ nameRange }) => rangeHolds(nameRange, offset));
}

/** The meaning of a rule, as paragraphs of markdown. */
export function toolText({ name, specifier }: WrittenRule): Markdown[] {
  const tool = findTool(name);
  if (!tool) return [unknownToolText(name)];
  const facts = [ownMarkdown(tool.description)];
  if (tool.specifier) {
    const { description } = SPECIFIERS[tool.specifier];
    const about = ownMarkdown(description);
    const example =
      tool.example && markdown`${ownMarkdown(description.replace(/\.$/, ''))}, for example ${codeSpan(tool.example)}`;
    facts.push(example || about);
  }
  if (tool.interactive) facts.push(markdown`It always asks, even if a rule allows it`);
  const source = specifier && tool.specifier ? TOOL_RULES_SOURCE : TOOLS_SOURCE;
  return [joinMarkdown(facts, '  \n'), sinceAndSource(tool.since, source)];
}

function unknownToolText(name: string): Markdown {
  const renamed = findRenamedTool(name);
  if (renamed) {
    const now = codeSpan(renamed.now);
    return renamed.stillAccepted
      ? markdown`The former name of ${now}, which still works`
      : markdown`The former name of ${now}`;
  }
  if (isMcpToolName(name)) return markdown`A tool from an MCP server`;
  const near = nearestTool(name);
  return withNearest(markdown`Claude Code has no tool ${codeSpan(name)}`, near?.name);
}
