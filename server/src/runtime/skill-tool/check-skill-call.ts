import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { readParameterRule } from '../../catalog/settings/parameter-rule.ts';
import type { PermissionRule } from '../../catalog/settings/session-settings.ts';
import { matchSkillRule, readSkillRule } from '../../catalog/settings/skill-rules.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { SKILL_TOOL, skillRefusal } from '../../dialect/tools/skill-tool.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { matchesWildcards } from '../../patterns/wildcard-text.ts';
import type { ContextChange } from '../render/context-change.ts';
import { calledName } from './validate-skill-call.ts';

/** The facts of a session that decide on Skill tool calls. */
export interface SkillPermissions {
  readonly runtime: RuntimeId;
  /** The rules that apply, from the settings and the command line. */
  readonly rules: readonly PermissionRule[];
  /** `--permission-mode` or `permissions.defaultMode`; undefined for the default one. */
  readonly mode: string | undefined;
  /**
   * Whether Claude Code tells the model which rule the user could add: only if local settings apply, and not only managed
   * rules.
   */
  readonly offersRule: boolean;
}

/** The input of a call. */
export interface SkillCall {
  /** As the model wrote it. */
  readonly skill: string;
  readonly args?: string | undefined;
}

/** The skill of a call, as far as permissions depend on it. */
interface CheckedSkill {
  readonly name: string;
  /** Its other names: a `deny` rule is compared with all of them. */
  readonly otherNames: readonly string[];
  readonly change: Pick<ContextChange, 'allowedTools' | 'disallowedTools' | 'hooks'>;
}

/** The decision on a call. */
export interface SkillVerdict {
  readonly decision: 'allow' | 'ask' | 'deny';
  /** The rule that decided. */
  readonly rule: PermissionRule | undefined;
  /** Claude Code's question to the user; empty if it asks nothing. */
  readonly question: string;
  /**
   * The rules that the user is offered to add to `permissions.allow`, the most common one first; empty if Claude Code offers
   * nothing.
   */
  readonly suggestedRules: readonly string[];
  /** The input that is used: some releases drop the arguments if a rule for exactly this skill allows the call. */
  readonly call: SkillCall;
  /** The message to the model if the call is denied, or if nobody can be asked; undefined if it is allowed. */
  readonly refusal: string | undefined;
}

/** The rule that removes the whole tool from a session; undefined if the tool is available. */
export function ruleWithoutSkillTool({ rules, runtime }: SkillPermissions): PermissionRule | undefined {
  return rules.find(({ rule, behavior }) => behavior === 'deny' && readSkillRule(rule, runtime)?.kind === 'tool');
}

/** Why the model may not load a skill, whatever the arguments. */
export interface SkillDenial {
  readonly rule: PermissionRule;
  /** The rule removes the Skill tool from the session, so that the model sees no skills at all. */
  readonly removesTool: boolean;
}

/** The rule that keeps the model from loading a skill; undefined if it may, or if it is asked about. */
export function skillDenial(
  skill: CatalogSkill,
  rules: readonly PermissionRule[],
  runtime: RuntimeId,
): SkillDenial | undefined {
  if (!rules.some(({ behavior }) => behavior === 'deny')) return undefined;
  // Only questions depend on the mode and on what the skill changes.
  const permissions: SkillPermissions = { runtime, rules, mode: undefined, offersRule: false };
  const ofTool = ruleWithoutSkillTool(permissions);
  if (ofTool) return { rule: ofTool, removesTool: true };
  const { name } = skill;
  const change = { allowedTools: [], disallowedTools: [], hooks: null };
  const { decision, rule } = checkSkillCall(
    { skill: name },
    { name, otherNames: namesForRules(skill), change },
    permissions,
  );
  return decision === 'deny' && rule ? { rule, removesTool: false } : undefined;
}

/** Other names of a skill in rules, besides its identifier. */
export function namesForRules({ alias, baseName, name, source }: CatalogSkill): readonly string[] {
  const unscoped = source.scope !== undefined && name !== baseName ? [baseName] : [];
  return alias === undefined ? unscoped : [alias, ...unscoped];
}

/** Decides on a call as the tool's `checkPermissions` and its caller in Claude Code do. */
export function checkSkillCall(call: SkillCall, skill: CheckedSkill, permissions: SkillPermissions): SkillVerdict {
  return capabilities(permissions.runtime).skillCheck === 'by-need'
    ? checkByNeed(call, skill, permissions)
    : checkByRule(call, permissions);
}

/**
 * `deny`, then `ask`, then `allow`; a skill that requests nothing special needs no rule. Only questions depend on the
 * mode.
 */
function checkByNeed(call: SkillCall, skill: CheckedSkill, permissions: SkillPermissions): SkillVerdict {
  const { rules, runtime, mode, offersRule } = permissions;
  const called = calledName(call.skill);
  const of = (behavior: PermissionRule['behavior']) => rules.filter((rule) => rule.behavior === behavior);
  const matches = (names: readonly string[]) => (rule: PermissionRule) =>
    matchSkillRule(rule.rule, names, runtime) !== undefined;

  const aboutInput = of('deny').find(({ rule }) => matchesInput(rule, call));
  if (aboutInput) {
    const { content } = readInputRule(aboutInput.rule)!;
    return denied(call, aboutInput, `Permission to use ${SKILL_TOOL} with ${content} has been denied.`);
  }
  const everyName = [called, skill.name, ...skill.otherNames];
  const denying = of('deny').find((it) => matches(everyName)(it) || matchesNames(it.rule, everyName));
  if (denying) return denied(call, denying, BLOCKED);

  const asking = of('ask').find((it) => appliesToTool(it.rule, runtime) || matchesInput(it.rule, call));
  const allowing = of('allow').find(({ rule }) => isAllowing(rule, [called, skill.name], runtime));
  const isFree = !needsPermission(skill);
  const isAllowed = allowing !== undefined || isFree;
  if (asking === undefined && (isAllowed || mode === 'bypassPermissions')) return allowed(call, allowing);

  const hasAskRules = of('ask').some(({ rule }) => readSkillRule(rule, runtime) !== undefined);
  const hint =
    offersRule && !hasAskRules && HINTED_NAME.test(skill.name)
      ? `. The user can add the allow rule ${SKILL_TOOL}(${skill.name}) to .claude/settings.local.json to let it run without asking.`
      : '';
  const question = isAllowed ? NOT_GRANTED : `Execute skill: ${called}`;
  const isJudged = (mode === 'auto' || mode === 'plan') && !isAllowed;
  return {
    decision: mode === 'dontAsk' ? 'deny' : 'ask',
    rule: asking,
    question,
    call,
    // Claude Code offers a rule for the name in the call, and names the skill's own name to the model.
    suggestedRules: isAllowed ? [] : [`${SKILL_TOOL}(${called})`, `${SKILL_TOOL}(${called}:*)`],
    refusal:
      mode === 'dontAsk'
        ? skillRefusal('dontAsk', runtime, `${question}${isAllowed ? '' : hint}`)
        : isJudged
          ? skillRefusal('auto', runtime, question)
          : `${question}${isAllowed ? '' : hint}`,
  };
}

/** Only the name in the call counts, every call needs a rule, and `ask` works only for the whole tool. */
function checkByRule(call: SkillCall, { rules, runtime, mode }: SkillPermissions): SkillVerdict {
  const called = calledName(call.skill);
  const matching = (behavior: PermissionRule['behavior']) =>
    rules.find((it) => it.behavior === behavior && matchSkillRule(it.rule, [called], runtime) !== undefined);
  const asking = rules.find(({ rule, behavior }) => behavior === 'ask' && appliesToTool(rule, runtime));
  const denying = asking ? undefined : matching('deny');
  if (denying) return denied(call, denying, BLOCKED);
  if (asking === undefined) {
    // A rule for the whole tool takes precedence over one for the skill.
    const forTool = rules.find(({ rule, behavior }) => behavior === 'allow' && appliesToTool(rule, runtime));
    if (forTool || mode === 'bypassPermissions') return allowed(call, forTool);
    const forSkill = matching('allow');
    if (forSkill) return allowed({ skill: call.skill }, forSkill);
  }
  const question = asking ? NOT_GRANTED : `Execute skill: ${called}`;
  return {
    decision: mode === 'dontAsk' ? 'deny' : 'ask',
    rule: asking,
    question,
    call,
    suggestedRules: asking ? [] : [`${SKILL_TOOL}(${called})`, `${SKILL_TOOL}(${called}:*)`],
    refusal: mode === 'dontAsk' ? skillRefusal('dontAsk', runtime, question) : question,
  };
}

const BLOCKED = 'Skill execution blocked by permission rules';
const NOT_GRANTED = `Claude requested permissions to use ${SKILL_TOOL}, but you haven't granted it yet.`;

/** Names for which Claude Code suggests a rule to the model. */
const HINTED_NAME = /^(?!skill:|args:)[\w.-]+(?::[\w.-]+)*$/;

/** Whether a skill does more than add text. */
function needsPermission({ change }: CheckedSkill): boolean {
  return change.allowedTools.length > 0 || change.disallowedTools.length > 0 || change.hooks !== null;
}

function appliesToTool(rule: string, runtime: RuntimeId): boolean {
  return readSkillRule(rule, runtime)?.kind === 'tool';
}

function readInputRule(rule: string) {
  return readParameterRule(rule, SKILL_TOOL, ['skill', 'args']);
}

/** Rules about parameters allow nothing. */
function isAllowing(rule: string, names: readonly string[], runtime: RuntimeId): boolean {
  const kind = matchSkillRule(rule, names, runtime);
  return kind !== undefined && kind !== 'parameter';
}

/** A rule about the input that the model wrote. */
function matchesInput(rule: string, call: SkillCall): boolean {
  const read = readInputRule(rule);
  const given = read?.parameter === 'skill' ? call.skill : call.args;
  return read !== undefined && given !== undefined && matchesWildcards(given.trim(), read.value);
}

/** `Skill(skill:x)` matches every name of the skill if it denies. */
function matchesNames(rule: string, names: readonly string[]): boolean {
  const read = readInputRule(rule);
  return read?.parameter === 'skill' && names.some((name) => matchesWildcards(name, read.value));
}

function denied(call: SkillCall, rule: PermissionRule, refusal: string): SkillVerdict {
  return { decision: 'deny', rule, question: '', suggestedRules: [], call, refusal };
}

function allowed(call: SkillCall, rule: PermissionRule | undefined): SkillVerdict {
  return { decision: 'allow', rule, question: '', suggestedRules: [], call, refusal: undefined };
}
