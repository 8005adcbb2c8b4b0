import type { CatalogLocation } from '../../catalog/file/catalog-location.ts';
import { isManagedSettings, isUnreadable } from '../../catalog/settings/managed-permissions.ts';
import {
  matchSkillRule,
  readSkillRule,
  type SkillRuleFault,
  whySkillRuleIsIdle,
} from '../../catalog/settings/skill-rules.ts';
import type { InstalledFacts } from '../../dialect/installed-facts.ts';
import { MAX_WILDCARD_PATTERNS } from '../../dialect/limits.ts';
import { isBuiltInName } from '../../dialect/names/built-in-commands.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { nearestWord, nearestWords } from '../../dialect/text/edit-distance.ts';
import {
  type PermissionList,
  type PermissionRuleFault,
  whyPermissionRuleIsIdle,
} from '../../dialect/tools/permission-rule-faults.ts';
import { type JsonNode, jsonAt, jsonItems, jsonRange, jsonValue } from '../../document/json-document.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { inThousands } from '../../document/text/numbers.ts';
import { fileRulesLeftOut } from '../../runtime/permissions/command-file-rules.ts';
import { offerEdit } from '../edits/field-edits.ts';
import { removeJsonItem } from '../edits/json-edits.ts';
import { inWords } from '../messages/in-words.ts';
import { showText } from '../messages/show-value.ts';
import type { Report, Rule } from '../rule.ts';

/** Further skills are not named. */
const maxNamed = 3;

export const permissionRuleUnmatched: Rule = {
  id: 'permission-rule-unmatched',
  level: 'warning',
  kinds: ['settings'],
  summary: 'A permission rule that Claude Code skips, or one for skills that matches none, or more than intended',
  source: 'https://code.claude.com/docs/en/permissions#tool-specific-permission-rules',
  *check({ document, file }, report) {
    const { root, faults } = document.json!;
    if (faults.length > 0) return;
    const names = file.inCatalog ? namesOf(file.inCatalog) : [];
    const { skipsInvalidPermissionRules } = capabilities(document.runtime);
    const isManaged = skipsInvalidPermissionRules && isManagedSettings(file.path);
    const isWithheld = (list: PermissionList) => {
      const rules = isManaged && list !== 'allow' ? jsonAt(root, ['permissions', list]) : undefined;
      return rules !== undefined && isUnreadable(jsonValue(rules), list);
    };
    for (const list of ['allow', 'deny', 'ask'] as const) {
      for (const rule of jsonItems(jsonAt(root, ['permissions', list]))) {
        yield;
        if (rule.type !== 'string') continue;
        const ofSkills = judge(rule, file.inCatalog, names, document.runtime);
        const found = ofSkills ?? (skipsInvalidPermissionRules ? withoutEffect(rule, list) : undefined);
        if (found) report(isWithheld(list) ? { ...found, message: `${found.message}. ${withheld(list)}` } : found);
      }
    }
    for (const found of tooLong(jsonItems(jsonAt(root, ['permissions', 'deny'])))) report(found);
  },
};

/** The consequence for an organization's file of which nothing in a list can be read. */
function withheld(list: PermissionList): string {
  return `Until then, Claude Code does not apply \`allow\` of this file either, because nothing else in \`${list}\` can be read`;
}

/** Rules about files that would take too long to be compared with every file that a command names. */
function tooLong(denied: readonly JsonNode[]): Report[] {
  const texts = denied.filter(({ type }) => type === 'string');
  const leftOut = fileRulesLeftOut(texts.map(({ value }) => String(value)));
  const max = inThousands(MAX_WILDCARD_PATTERNS);
  return texts
    .filter(({ value }) => leftOut.has(String(value)))
    .map((node) => ({
      range: jsonRange(node),
      message: `Skillwright does not apply this rule to commands in skills, because the rules with wildcards together have more than ${max} characters. Shorten them`,
    }));
}

/** A rule for any tool that has no effect as it is written. */
function withoutEffect(node: JsonNode, list: PermissionList): Report | undefined {
  const idle = whyPermissionRuleIsIdle(String(node.value), list);
  if (!idle) return undefined;
  const { fault, meant } = idle;
  const what = fault === 'other-tool' ? 'This rule is never compared with a file' : 'Claude Code skips this rule';
  const advice = meant === undefined ? remedies[fault] : `Write ${showText(meant)}`;
  return {
    range: jsonRange(node),
    message: `${what}, so it ${lostIn[list]}: ${reasons[fault]}. ${advice}`,
    fixes: offerRule(meant, node),
  };
}

const lostIn: Readonly<Record<PermissionList, string>> = {
  allow: 'allows nothing',
  deny: 'denies nothing',
  ask: 'asks for nothing',
};

const reasons: Readonly<Record<PermissionRuleFault, string>> = {
  nothing: 'it is empty',
  unclosed: 'the closing parenthesis is missing',
  form: 'a rule is a tool, or a tool and one pair of parentheses with nothing after it',
  empty: 'the parentheses are empty',
  case: 'tool names begin with an upper-case letter',
  escapes: 'some parentheses have a backslash, and the others do not match',
  'mcp-content': 'rules for the tools of MCP servers have no parentheses',
  wide: 'in `allow`, `*` may only follow `mcp__` and the name of a server',
  prefix: 'there is no command before `:*`',
  'file-prefix': '`:*` is only for commands',
  domain: 'rules for WebFetch begin with `domain:`',
  search: 'rules for WebSearch have no wildcards',
  'other-tool': 'only rules for `Edit` and `Read` are, which cover all tools for files',
};

const remedies: Readonly<Record<PermissionRuleFault, string>> = {
  nothing: 'Remove it',
  unclosed: 'Close it',
  form: 'Write, for example, `Bash(git status)`',
  empty: 'Remove it',
  case: 'Write the name of a tool',
  escapes: 'Escape all of them or none',
  'mcp-content': 'Remove the parentheses',
  wide: 'Write, for example, `mcp__github__*`',
  prefix: 'Write, for example, `Bash(git *)`',
  'file-prefix': 'Write, for example, `Read(src/**)`',
  domain: 'Write, for example, `WebFetch(domain:example.com)`',
  search: 'Write what is searched for, or `WebSearch`',
  'other-tool': 'Write a rule for `Edit` or `Read`',
};

function judge(
  node: JsonNode,
  place: CatalogLocation | undefined,
  names: readonly string[],
  runtime: RuntimeId,
): Report | undefined {
  const rule = String(node.value);
  const idle = whySkillRuleIsIdle(rule, names, runtime);
  if (!idle) return place && wide(node, names, runtime);
  if (idle.fault === 'unknown')
    return place?.ofThisSessionAlone ? unknown(node, names, runtime, place.installed) : undefined;
  return {
    range: jsonRange(node),
    severity: isCertain(idle.fault, rule, place) ? 'warning' : 'hint',
    message: `This rule matches no skill: ${causes[idle.fault]}. ${idle.meant ? `Write ${showText(idle.meant)}` : 'Write the skill name as typed after `/`'}`,
    fixes: offerRule(idle.meant, node),
  };
}

const causes: Readonly<Record<Exclude<SkillRuleFault, 'unknown'>, string>> = {
  tool: 'rules for skills are written exactly as `Skill(name)`',
  unclosed: 'the closing parenthesis is missing',
  empty: 'the parentheses are empty',
  wildcard: '`*` is a wildcard only on its own, or at the end after a space or colon',
  spaces: 'the spaces around the name count as part of it',
  case: 'skill names are case-sensitive',
  arguments: 'rules do not compare the arguments of a skill',
  qualifier: 'the text before the colon is not a plugin name',
  'plugin-missing': 'a plugin skill needs the plugin name as a prefix',
  'plugin-alone': 'this is the name of a plugin, not of one of its skills',
};

/** Whether a rule matches nothing anywhere, not only here, where some projects and plugins are not visible. */
function isCertain(fault: SkillRuleFault, rule: string, place: CatalogLocation | undefined): boolean {
  if (['tool', 'unclosed', 'empty', 'wildcard', 'spaces'].includes(fault)) return true;
  if (fault === 'qualifier' && !/^Skill\(\/?(project|user|personal|managed|local):/i.test(rule)) return false;
  return place?.ofThisSessionAlone === true;
}

/** A skill that is not here may come from a plugin or exist on another machine. */
function unknown(
  node: JsonNode,
  names: readonly string[],
  runtime: RuntimeId,
  installed: InstalledFacts | undefined,
): Report | undefined {
  const text = readSkillRule(String(node.value), runtime)!.text;
  if (isBuiltInName(text, installed)) return undefined;
  const nearest = nearestWord(text, new Set(names));
  return {
    range: jsonRange(node),
    severity: 'hint',
    message: `There is no skill ${showText(text)} here, so this rule matches nothing. ${nearest ? `Did you mean \`${nearest}\`?` : 'Remove the rule unless the skill comes from a plugin that is not installed here'}`,
    fixes: [
      ...nearestWords(text, names).flatMap((name) => offerRule(renamed(String(node.value), text, name), node)),
      ...offerEdit(`Remove ${showText(String(node.value))}`, false, removeJsonItem(node)),
    ],
  };
}

/** The rule with another name in its parentheses. */
function renamed(rule: string, from: string, to: string): string {
  return `Skill(${rule.slice('Skill('.length).replace(from, () => to)}`;
}

/** A rule for a skill with any arguments that also matches skills with longer names. */
function wide(node: JsonNode, names: readonly string[], runtime: RuntimeId): Report | undefined {
  const rule = String(node.value);
  const read = readSkillRule(rule, runtime);
  if (read?.kind !== 'prefix') return undefined;
  const matched = names.filter((name) => matchSkillRule(rule, [name], runtime));
  const isMeant = (name: string) => name === read.text || name.startsWith(`${read.text}:`) || read.text.endsWith(':');
  const others = matched.filter((name) => !isMeant(name));
  if (others.length === 0 || others.length === matched.length) return undefined;
  const shown = others.slice(0, maxNamed).map((name) => `\`${name}\``);
  if (others.length > maxNamed) shown.push(`${others.length - maxNamed} more`);
  return {
    range: jsonRange(node),
    severity: 'information',
    message: `This rule applies to every name that starts with \`${read.text}\`, so it also matches ${inWords(shown)}. Write \`Skill(${read.text})\` to match only that skill`,
    fixes: names.includes(read.text) ? offerRule(`Skill(${read.text})`, node) : [],
  };
}

function namesOf({ names }: CatalogLocation): string[] {
  const all = names
    .filter(({ loaded }) => loaded)
    .flatMap(({ name, alias }) => (alias === undefined ? [name] : [name, alias]));
  return [...new Set(all)];
}

function offerRule(rule: string | undefined, node: JsonNode): NonNullable<Report['fixes']> {
  if (rule === undefined) return [];
  const edits = [{ range: jsonRange(node), newText: JSON.stringify(rule) }];
  return [{ title: `Change to ${showText(rule)}`, safe: false, edits }];
}
