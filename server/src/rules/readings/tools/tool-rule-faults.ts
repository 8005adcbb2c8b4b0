import { splitToolRules } from '../../../dialect/tools/tool-rules.ts';
import { findTool, isMcpToolName, isToolName, TOOLS } from '../../../dialect/tools/tools.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';
import { oncePer } from '../../../platform/once.ts';
import { showText } from '../../messages/show-value.ts';
import type { ToolList, ToolListPurpose, WrittenToolRule } from './written-tool-rules.ts';

/** Something in a list of tools that Claude Code does not read as it is meant. */
interface ToolRuleFault {
  readonly range: TextRange;
  /** The rules that exist only because of it, as Claude Code splits them. */
  readonly rules: readonly WrittenToolRule[];
  /** A sentence without a full stop. */
  readonly message: string;
  /** The replacement of the range; undefined if that is unclear. */
  readonly meant?: string | undefined;
}

/** The faults of a list of tools, in the order of the source. */
export const toolRuleFaults = oncePer((list: ToolList): readonly ToolRuleFault[] => {
  const whole = bracketsInText(list) ?? rulesAcrossLines(list);
  if (whole) return [whole];
  const faults: ToolRuleFault[] = [];
  const { rules, purpose } = list;
  for (let index = 0; index < rules.length; index++) {
    const found =
      blankBeforeParenthesis(rules, index, purpose) ??
      otherBrackets(rules, index, purpose) ??
      quotedRule(rules[index]!, purpose) ??
      otherSeparators(rules[index]!, purpose) ??
      splitInParentheses(rules, index) ??
      unbalanced(rules[index]!, purpose) ??
      wildcardName(rules[index]!, purpose) ??
      badSpecifier(rules[index]!, purpose);
    if (!found) continue;
    faults.push(found);
    index += found.rules.length - 1;
  }
  return faults;
});

/** The rules of a list that Claude Code reads as they are meant, as far as their form shows. */
export const soundToolRules = oncePer((list: ToolList): readonly WrittenToolRule[] => {
  const faulty = new Set(toolRuleFaults(list).flatMap(({ rules }) => rules));
  return list.rules.filter((rule) => !faulty.has(rule));
});

/** The effect of a rule that names no tool or no call, as the end of a sentence. */
export const lostEffects: Readonly<Record<ToolListPurpose, string>> = {
  grant: 'grants nothing',
  deny: 'denies nothing',
  offer: 'adds no tool to the agent',
  withhold: 'removes no tool',
};

/** `"[Read, Write]"`: a list that is text. */
function bracketsInText({ field: { value }, rules, purpose }: ToolList): ToolRuleFault | undefined {
  if (value.kind !== 'scalar' || rules.length === 0) return undefined;
  const inner = /^\s*\[([^[\]]*)\]\s*$/s.exec(String(value.value))?.[1];
  if (inner === undefined) return undefined;
  return {
    range: value.range,
    rules,
    message: `The value is a string, so its brackets belong to the tool names, and what they touch ${lostEffects[purpose]}. Write a list without quotes around it`,
    meant: `[${inner}]`,
  };
}

/** Rules below each other in one string, as in a block, which Claude Code does not separate. */
function rulesAcrossLines({ field: { value }, rules, purpose }: ToolList): ToolRuleFault | undefined {
  const merged = rules.find(({ text }) => /[\n\r\t]/.test(text.replace(/\([^)]*\)?/g, '')));
  if (value.kind !== 'scalar' || !merged) return undefined;
  const written = String(value.value);
  const meant = splitToolRules(written.replace(/[\n\r\t]/g, ' ')).filter((rule) => rule !== '-');
  // A rule that needs quotes, or is itself on several lines, is left to the author.
  const isPlain = meant.every((rule) => /^[\w(]/.test(rule) && !/: | #/.test(rule)) && !/\([^)]*[\n\r\t]/.test(written);
  return {
    range: value.range,
    rules,
    message: `Commas and spaces separate rules, line breaks do not, so Claude Code reads ${showText(merged.text)} as one rule, which ${lostEffects[purpose]}. Write commas between the rules`,
    meant: isPlain ? meant.join(', ') : undefined,
  };
}

/** `Bash (git *)`: two rules, of which the first is for every use of the tool. */
function blankBeforeParenthesis(
  rules: readonly WrittenToolRule[],
  index: number,
  purpose: ToolListPurpose,
): ToolRuleFault | undefined {
  const rule = rules[index]!;
  const next = rules[index + 1];
  if (!next || next.scalar !== rule.scalar || next.name !== '' || rule.specifier || !isToolName(rule.name)) {
    return undefined;
  }
  const between = String(rule.scalar.value).slice(rule.end, next.start);
  if (between.trim() !== '') return undefined;
  const name = showText(rule.name);
  const effects: Readonly<Record<ToolListPurpose, string>> = {
    grant: `every use of ${name} runs without asking`,
    deny: `every use of ${name} is denied`,
    offer: `the agent has all of ${name}`,
    withhold: `the agent has no ${name}`,
  };
  return {
    range: textRange(rule.range.start, next.range.end),
    rules: [rule, next],
    message: `Because of the space, Claude Code reads ${name} and ${showText(next.text)} as two rules, and ${effects[purpose]}. Remove the space`,
    meant: rule.isVerbatim && next.isVerbatim ? rule.text + next.text : undefined,
  };
}

/** `Bash[git *]`, `Bash:git`. */
function otherBrackets(
  rules: readonly WrittenToolRule[],
  index: number,
  purpose: ToolListPurpose,
): ToolRuleFault | undefined {
  const rule = rules[index]!;
  const written = /^([A-Za-z]\w*)([[{:=])(.*)$/s.exec(rule.text);
  if (!written) return undefined;
  const [, name = '', sign = '', rest = ''] = written;
  if (findTool(name)?.specifier === undefined || rest === '') return undefined;
  const close = sign === '[' ? ']' : sign === '{' ? '}' : undefined;
  const last = close === undefined ? index : findNear(rules, index, ({ text }) => text.endsWith(close));
  const covered = last < 0 ? [rule] : rules.slice(index, last + 1);
  const end = covered.at(-1)!;
  const isOneText = last >= 0 && covered.every(({ scalar, isVerbatim }) => scalar === rule.scalar && isVerbatim);
  const whole = isOneText ? String(rule.scalar.value).slice(rule.start, end.end) : rule.text;
  const content = whole.slice(name.length + 1, close === undefined ? undefined : -1);
  const meant = isOneText && !/[()]/.test(content) ? `${name}(${content})` : undefined;
  return {
    range: textRange(rule.range.start, end.range.end),
    rules: covered,
    message: `${showText(whole)} ${lostEffects[purpose]}: what a rule is limited to goes in parentheses. Write ${showText(meant ?? `${name}(…)`)}`,
    meant,
  };
}

/** `'"Read", "Write"'`: quotes in a string belong to the names. */
function quotedRule(rule: WrittenToolRule, purpose: ToolListPurpose): ToolRuleFault | undefined {
  const bare = trimmed(rule.text, '"\'`');
  if (bare === rule.text || !isToolName(/^[^(]*/.exec(bare)![0])) return undefined;
  return {
    range: rule.range,
    rules: [rule],
    message: `The quotes are part of the string, so ${showText(rule.text).replaceAll('``', '`')} ${lostEffects[purpose]}. Remove them`,
    meant: rule.isVerbatim ? bare : undefined,
  };
}

const separators = /[;|&+/，、；]/;

/** `Read;Write`, `Bash(git *);`, `Bash(git *)Read`. */
function otherSeparators(rule: WrittenToolRule, purpose: ToolListPurpose): ToolRuleFault | undefined {
  if (isOneName(rule) && !separators.test(rule.text)) return undefined;
  const pieces = /^[^()]+(?:\([^()]*\)[^()]*)*$/.test(rule.text)
    ? rule.text.match(/[^()]+?\([^()]*\)|[^();|&+/，、；]+/g)
    : null;
  if (!pieces) return undefined;
  const names = pieces.map((piece) => piece.replace(/^[;|&+/，、；]+/, ''));
  if (!names.every((name) => isToolName(/^[^(]*/.exec(name)![0]))) return undefined;
  const between = rule.text.replace(/\([^()]*\)/g, '');
  const sign = separators.exec(between)?.[0];
  if (names.length === 1 && sign === undefined) return undefined;
  const meant = names.join(', ') + (separators.test(rule.text.at(-1)!) && !rule.isAlone ? ',' : '');
  return {
    range: rule.range,
    rules: [rule],
    message: `Claude Code reads ${showText(rule.text)} as one rule, which ${lostEffects[purpose]}. Separate rules with commas${sign ? `, not \`${sign}\`` : ''}`,
    meant: rule.isVerbatim ? meant : undefined,
  };
}

/** Nothing follows the first closing parenthesis, if there is one. */
function isOneName({ text }: WrittenToolRule): boolean {
  const close = text.indexOf(')');
  return close < 0 || close === text.length - 1;
}

/** `Bash(echo $(date) *)`: the first `)` ends the rule. */
function splitInParentheses(rules: readonly WrittenToolRule[], index: number): ToolRuleFault | undefined {
  const rule = rules[index]!;
  if (rule.isBalanced || depthOf(rule.text) <= 0 || !rule.text.endsWith(')') || startsAnother(rule.text))
    return undefined;
  const last = findNear(rules, index + 1, (it) => it.scalar === rule.scalar && depthOf(it.text) < 0);
  if (last < 0 || rules.slice(index + 1, last).some(({ specifier }) => specifier)) return undefined;
  const covered = rules.slice(index, last + 1);
  return {
    range: textRange(rule.range.start, covered.at(-1)!.range.end),
    rules: covered,
    message: `Claude Code ends a rule at the first space or comma after \`)\`, so it splits this one at ${showText(covered[1]!.text)}. Use \`*\` in place of the inner parentheses`,
  };
}

/** `Bash(git *`, `Read)`. */
function unbalanced(rule: WrittenToolRule, purpose: ToolListPurpose): ToolRuleFault | undefined {
  if (rule.isBalanced || rule.name === '') return undefined;
  const { text } = rule;
  if (!isToolName(trimmed(rule.name, ')'))) return undefined;
  const surplus = -depthOf(text);
  if (surplus > 0) {
    const meant = text.endsWith(')'.repeat(surplus)) ? text.slice(0, -surplus) : undefined;
    return {
      range: rule.range,
      rules: [rule],
      message: `${showText(text)} ${lostEffects[purpose]}: a parenthesis is closed that is not open. Remove it`,
      meant: rule.isVerbatim ? meant : undefined,
    };
  }
  if (surplus === 0) return undefined;
  const another = startsAnother(text);
  const first = another ? text.slice(0, another.index).trimEnd() : text;
  const meant = another ? `${first})${text.slice(another.index)}` : `${text.trimEnd()})`;
  const swallows = another ? ', and the rules after it are read as part of it' : '';
  return {
    range: rule.range,
    rules: [rule],
    message: `The parenthesis of ${showText(first)} is never closed, so it ${lostEffects[purpose]}${swallows}. Add \`)\``,
    meant: rule.isVerbatim ? meant : undefined,
  };
}

/** Where a rule that lacks its `)` contains the next one: `Bash(git *, Read`. */
function startsAnother(text: string): RegExpExecArray | undefined {
  const found = /,\s*([A-Z]\w*)(?=[(,]|\s*$)/.exec(text);
  return found && isToolName(found[1]!) ? found : undefined;
}

/** `Web*` in a list where `*` is not a wildcard. */
function wildcardName(rule: WrittenToolRule, purpose: ToolListPurpose): ToolRuleFault | undefined {
  const { name } = rule;
  if (rule.specifier || purpose === 'deny' || !name.includes('*') || isMcpToolName(name)) return undefined;
  // An agent with `tools: "*"` has every tool.
  if (name === '*' && purpose === 'offer') return undefined;
  const pattern = name.split('*');
  const matched = TOOLS.filter(
    (tool) => name !== '*' && tool.name.startsWith(pattern[0]!) && tool.name.endsWith(pattern.at(-1)!),
  );
  if (pattern.length !== 2 || (name !== '*' && matched.length === 0)) return undefined;
  const named = matched.map((tool) => tool.name).join(', ');
  return {
    range: rule.range,
    rules: [rule],
    message: `${showText(name)} ${lostEffects[purpose]}: here, tools are not matched with wildcards. Name them`,
    meant: rule.isVerbatim && matched.length > 0 && matched.length <= maxNamed && pattern[0] !== '' ? named : undefined,
  };
}

/** With more tools than these, it is not clear which are meant. */
const maxNamed = 3;

/** Text in the parentheses that matches nothing. */
function badSpecifier(rule: WrittenToolRule, purpose: ToolListPurpose): ToolRuleFault | undefined {
  if (!rule.specifierRange || !rule.isBalanced || (purpose !== 'grant' && purpose !== 'deny')) return undefined;
  const kind = findTool(rule.name)?.specifier;
  if (kind !== 'command' && kind !== 'path') return undefined;
  const text = rule.text.slice(rule.name.length + 1, -1);
  const fault = (message: string, meant: string | undefined): ToolRuleFault => ({
    range: rule.range,
    rules: [rule],
    message,
    meant: rule.isVerbatim ? meant : undefined,
  });
  const inner = /^\s*(["'`])([^"'`]+)\1\s*$/.exec(text)?.[2];
  if (inner !== undefined) {
    const message = `The quotes are compared as well, so ${showText(rule.text)} ${lostEffects[purpose]}. Remove them`;
    return fault(message, `${rule.name}(${inner})`);
  }
  const several = listedIn(text);
  if (several) {
    const meant = several.map((it) => `${rule.name}(${it})`).join(', ');
    const what = kind === 'command' ? 'command' : 'path';
    return fault(
      `A rule is for one ${what}, so ${showText(rule.text)} ${lostEffects[purpose]}. Write ${showText(meant)}`,
      meant,
    );
  }
  if (kind !== 'command') return undefined;
  // A pattern with `*` is compared without the spaces around it.
  if (text !== text.trim() && text.trim() !== '' && !/\*/.test(text.replaceAll(':*', ''))) {
    const message = `The spaces inside the parentheses are compared as well, so ${showText(rule.text)} ${lostEffects[purpose]}. Remove them`;
    return fault(message, `${rule.name}(${text.trim()})`);
  }
  if (text === ':*') {
    return fault(`${showText(rule.text)} ${lostEffects[purpose]}: \`:*\` follows a command. Name one`, undefined);
  }
  const early = /^([\w./-]+):\* +\S/.exec(text);
  if (early) {
    const message = `${showText(rule.text)} ${lostEffects[purpose]}: \`:*\` is a wildcard only at the end. Write ${showText(`${rule.name}(${early[1]} *)`)} or use \`*\``;
    return fault(message, `${rule.name}(${text.replace(':*', ' *')})`);
  }
  return undefined;
}

/** Several commands or paths with wildcards, separated by commas; a comma may also be part of one. */
function listedIn(text: string): readonly string[] | undefined {
  const pieces = text.split(/,\s+/).map((piece) => piece.trim());
  const isOne = (piece: string) => /^[\w./~$@{*-]+( [\w./:*-]+)*(:\*)?$/.test(piece);
  const isList = pieces.length > 1 && pieces.every(isOne) && pieces.slice(0, -1).every((it) => it.endsWith('*'));
  return isList ? pieces : undefined;
}

/** How many further pieces one rule may have been split into. */
const maxPieces = 20;

/** The index of the first rule from an index on for which a condition is true, or -1. */
function findNear(rules: readonly WrittenToolRule[], from: number, holds: (rule: WrittenToolRule) => boolean): number {
  const found = rules.slice(from, from + maxPieces).findIndex(holds);
  return found < 0 ? -1 : from + found;
}

/** A text without some characters at its ends. */
function trimmed(text: string, characters: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text[start]!)) start++;
  while (end > start && characters.includes(text[end - 1]!)) end--;
  return text.slice(start, end);
}

function depthOf(text: string): number {
  return (text.match(/\(/g)?.length ?? 0) - (text.match(/\)/g)?.length ?? 0);
}
