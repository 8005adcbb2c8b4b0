import { matchesOf } from '../../document/text/matches-of.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';

/** One permission rule for a tool as it is written, valid or not: `Read`, `Bash(git *)`. Offsets are those of the text read. */
export interface ToolRule extends TextRange {
  readonly text: string;
  /** The text before the first parenthesis. */
  readonly name: string;
  /** The text after the first parenthesis; undefined without one. */
  readonly specifier: TextRange | undefined;
  /** Whether every parenthesis has its other half, and nothing follows the last one. */
  readonly isBalanced: boolean;
}

/**
 * The permission rules in a string such as `allowed-tools: Read, Bash(git *)`: separated by commas or spaces, except
 * inside parentheses. An unclosed parenthesis runs to the end. A line break or a tab does not separate: the rules on both
 * sides are one, which matches nothing (test/conformance: own-tool-lines).
 */
export function readToolRules(text: string): ToolRule[] {
  const rules: ToolRule[] = [];
  for (const { 0: written, index } of matchesOf(oneRule, text)) {
    const rule = written.trim();
    if (rule !== '') rules.push(readToolRule(rule, index + written.indexOf(rule)));
  }
  return rules;
}

const oneRule = /(?:\([^)]*(?:\)|$)|[^ ,(])+/g;

/** The texts of {@link readToolRules}. */
export function splitToolRules(text: string): string[] {
  return readToolRules(text).map((rule) => rule.text);
}

function readToolRule(text: string, start: number): ToolRule {
  const end = start + text.length;
  const open = text.indexOf('(');
  if (open < 0) {
    return { start, end, text, name: text, specifier: undefined, isBalanced: !text.includes(')') };
  }
  const isClosed = text.endsWith(')');
  return {
    start,
    end,
    text,
    name: text.slice(0, open),
    specifier: textRange(start + open + 1, isClosed ? end - 1 : end),
    isBalanced: isClosed && depthAfter(text) === 0,
  };
}

/** How many parentheses are open at the end; negative if more are closed. */
function depthAfter(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '(') depth++;
    else if (character === ')') depth--;
  }
  return depth;
}
