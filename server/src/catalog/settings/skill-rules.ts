import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { matchesWildcards } from '../../patterns/wildcard-text.ts';
import { readParameterRule } from './parameter-rule.ts';

/*
 * Permission rules about skills, as in `permissions` of the settings: `Skill(review)`. Recorded with every supported
 * latest release.
 */

/** How a rule chooses skills. */
type SkillRuleKind =
  /** The whole Skill tool: `Skill`. */
  | 'tool'
  /** One name: `Skill(review)`. */
  | 'exact'
  /** Every name that begins this way, whatever follows: `Skill(review *)` includes `review-all`. */
  | 'prefix'
  /** The tool's parameter: `Skill(skill:review)`. It counts in `deny` and `ask` only. */
  | 'parameter';

/** A permission rule about the Skill tool. */
interface SkillRule {
  readonly kind: SkillRuleKind;
  /** The name, or the prefix of names; empty for the tool. */
  readonly text: string;
}

/** Why a rule matches no skill. */
export type SkillRuleFault =
  /** Meant for the Skill tool, but written in another way: `skill(review)`, `Skill (review)`. */
  | 'tool'
  /** `Skill(review` */
  | 'unclosed'
  /** `Skill()` */
  | 'empty'
  /** A `*` that is not a wildcard in this position: `Skill(review*)`. */
  | 'wildcard'
  /** Whitespace around the name is part of it: `Skill( review )`. */
  | 'spaces'
  /** The name is case-sensitive: `Skill(Review)`. */
  | 'case'
  /** Arguments are ignored: `Skill(review all)`. */
  | 'arguments'
  /** A prefix that is not a plugin: `Skill(project:review)`. */
  | 'qualifier'
  /** The skill of a plugin without its plugin: `Skill(pdf)` for `office:pdf`. */
  | 'plugin-missing'
  /** A plugin without its skills: `Skill(office)` for `office:pdf`. */
  | 'plugin-alone'
  /** There is no such skill, and none with a similar name. */
  | 'unknown';

/** A rule without effect. */
interface IdleSkillRule {
  readonly fault: SkillRuleFault;
  /** The whole rule that was probably meant; undefined if that is unclear. */
  readonly meant: string | undefined;
}

/** Reads a permission rule; undefined for one about another tool. */
export function readSkillRule(rule: string, runtime: RuntimeId): SkillRule | undefined {
  if (rule === 'Skill') return { kind: 'tool', text: '' };
  const written = contentOf(rule);
  if (written === undefined) return undefined;
  const { readsWildcardSkillRules, readsSkillParameterRules } = capabilities(runtime);
  if (readsWildcardSkillRules && written === '*') return { kind: 'tool', text: '' };
  const content = written.startsWith('/') ? written.slice(1) : written;
  if (content.endsWith(':*') || (readsWildcardSkillRules && content.endsWith(' *'))) {
    return { kind: 'prefix', text: content.slice(0, -2) };
  }
  if (readsSkillParameterRules && content.startsWith('skill:')) {
    return { kind: 'parameter', text: content.slice('skill:'.length) };
  }
  return { kind: 'exact', text: content };
}

/**
 * How a permission rule matches a skill; undefined where it does not.
 *
 * @param names the skill's identifier and its alias; some releases check only the one that is called
 */
export function matchSkillRule(rule: string, names: readonly string[], runtime: RuntimeId): SkillRuleKind | undefined {
  const read = readSkillRule(rule, runtime);
  if (read === undefined) return undefined;
  const { kind, text } = read;
  if (kind === 'tool') return kind;
  // `Skill(:*)`: every name begins with the empty string.
  if (kind === 'prefix') return names.some((name) => name.startsWith(text)) ? kind : undefined;
  // A plugin may be called `skill`.
  if (kind === 'parameter' && names.includes(`skill:${text}`)) return 'exact';
  return text !== '' && names.includes(text) ? kind : undefined;
}

/**
 * Why a permission rule about skills matches none; undefined if it matches one or is about another tool.
 *
 * @param names every name of every skill, including aliases
 */
export function whySkillRuleIsIdle(
  rule: string,
  names: readonly string[],
  runtime: RuntimeId,
): IdleSkillRule | undefined {
  const read = readSkillRule(rule, runtime);
  if (read === undefined) return otherSpelling(rule);
  if (matchSkillRule(rule, names, runtime) !== undefined) return undefined;
  if (capabilities(runtime).readsSkillParameterRules && matchesInput(rule, names)) return undefined;
  const { text } = read;
  const known = (name: string): string | undefined => (names.includes(name) ? `Skill(${name})` : undefined);
  if (text.trim() === '') return { fault: 'empty', meant: undefined };
  if (/^[^()]*\)+$/.test(text)) return { fault: 'tool', meant: `Skill(${text.replace(/\)+$/, '')})` };
  if (text !== text.trim()) return { fault: 'spaces', meant: known(text.trim()) };
  if (read.kind === 'exact' && text.includes('*')) return { fault: 'wildcard', meant: meantWildcard(text, runtime) };
  const inOtherCase = names.find((name) => beginsAlike(name, read));
  if (inOtherCase !== undefined) {
    const whole = read.kind === 'prefix' ? `${inOtherCase.slice(0, text.length)}${rule.slice(-3, -1)}` : inOtherCase;
    return { fault: 'case', meant: `Skill(${whole})` };
  }
  const [firstWord = ''] = text.split(/\s/);
  if (firstWord !== text && names.includes(firstWord)) return { fault: 'arguments', meant: known(firstWord) };
  const ofPlugin = names.filter((name) => name.endsWith(`:${text}`));
  if (ofPlugin.length > 0) {
    return { fault: 'plugin-missing', meant: ofPlugin.length === 1 ? `Skill(${ofPlugin[0]})` : undefined };
  }
  if (names.some((name) => name.startsWith(`${text}:`))) {
    return { fault: 'plugin-alone', meant: `Skill(${text}:*)` };
  }
  const unqualified = text.slice(text.indexOf(':') + 1);
  if (unqualified !== text && names.includes(unqualified)) return { fault: 'qualifier', meant: known(unqualified) };
  return { fault: 'unknown', meant: undefined };
}

/** A rule that names the Skill tool in no way that Claude Code reads. */
function otherSpelling(rule: string): IdleSkillRule | undefined {
  const match = /^\s*skills?\s*(?:[([{:]\s*([^()[\]{}]*?)\s*[)\]}]*|\s([\w:-]+))?\s*$/i.exec(rule);
  if (!match) return undefined;
  const name = match[1] ?? match[2] ?? '';
  const isUnclosed = rule.startsWith('Skill(') && !rule.includes(')');
  return { fault: isUnclosed ? 'unclosed' : 'tool', meant: name === '' ? 'Skill' : `Skill(${name})` };
}

/** Whether a rule has arguments, which can be anything, or with `*` the name of an existing skill. */
function matchesInput(rule: string, names: readonly string[]): boolean {
  const read = readParameterRule(rule, 'Skill', ['skill', 'args']);
  return read !== undefined && (read.parameter === 'args' || names.some((name) => matchesWildcards(name, read.value)));
}

/** The text between the parentheses of a rule about the Skill tool. */
function contentOf(rule: string): string | undefined {
  return rule.startsWith('Skill(') && rule.endsWith(')') ? rule.slice('Skill('.length, -1) : undefined;
}

/** `review*` was meant to be a prefix, `*` everything. */
function meantWildcard(text: string, runtime: RuntimeId): string | undefined {
  if (text === '*') return 'Skill';
  const start = text.replace(/[\s:]*\*$/, '');
  if (start.includes('*') || start === '') return undefined;
  return capabilities(runtime).readsWildcardSkillRules ? `Skill(${start} *)` : `Skill(${start}:*)`;
}

/** Whether a name differs only by case from what a rule asks for. */
function beginsAlike(name: string, { kind, text }: SkillRule): boolean {
  const asked = text.toLowerCase();
  return kind === 'prefix' ? name.toLowerCase().startsWith(asked) : name.toLowerCase() === asked;
}
