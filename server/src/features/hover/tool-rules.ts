import { readToolRules } from '../../dialect/tools/tool-rules.ts';
import {
  findRenamedTool,
  findTool,
  isMcpToolName,
  nearestTool,
  SPECIFIERS,
  TOOL_RULES_SOURCE,
  TOOLS_SOURCE,
} from '../../dialect/tools/tools.ts';
import { rangeHolds, type TextRange, textRange } from '../../document/text/text-range.ts';
import type { YamlValue } from '../../document/yaml/yaml-value.ts';
import { codeSpan, joinMarkdown, type Markdown, markdown, ownMarkdown, sentence } from '../text/markdown-text.ts';
import { sinceAndSource, withNearest } from './field-text.ts';

/** One `Tool` or `Tool(specifier)` as it is written, broken or not. */
interface WrittenRule {
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
  let start = range.start;
  for (const line of text.slice(range.start, range.end).split('\n')) {
    for (const { start: at, name, specifier } of readToolRules(withoutYaml(line))) {
      if (name === '') continue;
      const nameRange = textRange(start + at, start + at + name.length);
      const written = specifier && textRange(start + specifier.start, start + specifier.end);
      rules.push({ name, nameRange, specifier: written });
    }
    start += line.length + 1;
  }
  return rules;
}

/** A line with spaces in place of the brackets, quotes, dashes and comments of YAML. */
function withoutYaml(line: string): string {
  const blank = (written: string) => ' '.repeat(written.length);
  return line.replace(/^[ \t]*-(?=[ \t]|$)|(?:^|[ \t])#.*|[[\]"'\r]/g, blank);
}

/** The rule whose tool name is at an offset of a value. */
export function toolAt(text: string, value: YamlValue, offset: number): WrittenRule | undefined {
  if (!rangeHolds(value.range, offset)) return undefined;
  return scanToolRules(text, value.range).find(({ nameRange }) => rangeHolds(nameRange, offset));
}

/** The meaning of a rule, as paragraphs of markdown. */
export function toolText({ name, specifier }: WrittenRule): Markdown[] {
  const tool = findTool(name);
  if (!tool) return [sentence(unknownToolText(name))];
  const facts = [ownMarkdown(tool.description)];
  if (tool.specifier) {
    const { description } = SPECIFIERS[tool.specifier];
    const about = ownMarkdown(description);
    const example =
      tool.example && markdown`${ownMarkdown(description.replace(/\.$/, ''))}, for example ${codeSpan(tool.example)}.`;
    facts.push(example || about);
  }
  if (tool.interactive) facts.push(markdown`It always asks, even if a rule allows it.`);
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
