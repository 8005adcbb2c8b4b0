import { findTool } from '../../dialect/tools/tools.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { offerEdit } from '../edits/field-edits.ts';
import { showText } from '../messages/show-value.ts';
import { lostEffects, soundToolRules } from '../readings/tools/tool-rule-faults.ts';
import { type ToolListPurpose, toolLists, type WrittenToolRule } from '../readings/tools/written-tool-rules.ts';
import type { Fix, Report, Rule } from '../rule.ts';

export const toolRuleIgnored: Rule = {
  id: 'tool-rule-ignored',
  level: 'warning',
  kinds: ['skill', 'command', 'agent'],
  needs: ['tools-field'],
  summary: 'Parentheses after a tool that Claude Code ignores for this tool or in this field',
  source: 'https://code.claude.com/docs/en/permissions#tool-specific-permission-rules',
  check(context, report) {
    if (context.file.place === 'other-product') return;
    for (const list of toolLists(context)) {
      const { purpose } = list;
      const limited = soundToolRules(list).filter(isLimited);
      if (purpose === 'grant' || purpose === 'deny') {
        for (const rule of limited) {
          const found = forFiles(rule, purpose);
          if (found) report(found);
        }
      } else {
        for (const rules of byTool(limited).values()) report(inAgent(rules, purpose));
      }
    }
  },
};

function isLimited({ specifierRange, text, name }: WrittenToolRule): boolean {
  return specifierRange !== undefined && text.slice(name.length) !== '(*)';
}

/** The rules by tool, without `Agent` and `Skill`, whose parentheses are documented or at least harmless. */
function byTool(rules: readonly WrittenToolRule[]): ReadonlyMap<string, readonly WrittenToolRule[]> {
  const byName = new Map<string, WrittenToolRule[]>();
  for (const rule of rules) {
    if (findTool(rule.name)?.specifier === undefined || /^(Agent|Skill)$/.test(rule.name)) continue;
    const others = byName.get(rule.name);
    if (others) others.push(rule);
    else byName.set(rule.name, [rule]);
  }
  return byName;
}

/** An agent has a tool or does not have it: one finding for all rules about the tool. */
function inAgent(rules: readonly WrittenToolRule[], purpose: 'offer' | 'withhold'): Report {
  const first = rules[0]!;
  const name = showText(first.name);
  const where =
    rules.length > 1 ? `, here and in ${rules.length === 2 ? 'another rule' : `${rules.length - 1} more rules`}` : '';
  const outcome = purpose === 'offer' ? `has all of ${name}` : `has no ${name} at all`;
  return {
    range: parentheses(first),
    message: `Parentheses have no effect in the tools of an agent${where}: the agent ${outcome}. Limit it with permission rules in the settings, or with a hook`,
    fixes: offerTool(rules),
  };
}

/** Writes the tool once, without parentheses. */
function offerTool(rules: readonly WrittenToolRule[]): Fix[] {
  const [first, ...others] = rules;
  const { scalar, range, name } = first!;
  if (!rules.every((rule) => rule.isVerbatim && rule.scalar === scalar)) return [];
  const removals = others.map((rule) => ({ range: textRange(rule.previousEnd!, rule.range.end), newText: '' }));
  return [{ title: `Write \`${name}\``, safe: false, edits: [{ range, newText: name }, ...removals] }];
}

/** Rules with a path are those of Read and Edit, which apply to all tools that read or write files. */
function forFiles(rule: WrittenToolRule, purpose: Exclude<ToolListPurpose, 'offer' | 'withhold'>): Report | undefined {
  const tool = findTool(rule.name);
  if (tool?.pathRulesOf === undefined) return undefined;
  const meant = `${tool.pathRulesOf}${rule.text.slice(rule.name.length)}`;
  return {
    range: rule.range,
    message: `Claude Code never compares \`${rule.name}\` with a path, so ${showText(rule.text)} ${lostEffects[purpose]}. Write ${showText(meant)}, which applies to \`${rule.name}\` too`,
    fixes: rule.isVerbatim
      ? offerEdit(`Write ${showText(meant)}`, false, { range: rule.nameRange, newText: tool.pathRulesOf })
      : [],
  };
}

function parentheses({ nameRange, range }: WrittenToolRule): TextRange {
  return textRange(nameRange.end, range.end);
}
