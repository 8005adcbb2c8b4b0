import {
  READ_ONLY_TOOLS,
  TOOLS_GRANTED_TOGETHER,
  TOOLS_READING_TOGETHER,
  UNAVAILABLE_TOOLS,
  WITH_ONLY_TOOL,
} from '../../dialect/evaluations.ts';
import { isToolName } from '../../dialect/tools/tools.ts';
import type { Value } from '../values/value.ts';
import { type MergedCase, settingOf } from './merged-case.ts';

/** The rights of the sessions of a case, besides working on tasks and calling skills that only add text. */
export interface CaseGrants {
  /** Whether they may read every file. Otherwise, only those of their own folder, which is empty. */
  readonly mayRead: boolean;
  /** Whether they may call every skill, also those that change what is allowed. */
  readonly mayCallSkills: boolean;
  /** The other rules that they were granted, such as `Write`. */
  readonly others: readonly string[];
}

/**
 * The rights that the runner grants: reading and skills if the case asks for them or they are allowed for the run, all
 * others only if they are allowed for the run.
 *
 * @param allowed rules that are allowed for the run
 */
export function grantsOf(merged: MergedCase, allowed: readonly string[]): CaseGrants {
  const withheld = withheldTools(merged);
  const isHeld = (rule: string) => !withheld.has(bareTool(rule));
  const asked = rulesIn(settingOf(merged, 'allowed_tools'));
  const free = [...asked, ...allowed].filter(isHeld);
  const gated = allowed.filter((rule) => isGated(rule) && isHeld(rule));
  const together = gated.some((rule) => TOOLS_GRANTED_TOGETHER.includes(rule)) ? TOOLS_GRANTED_TOGETHER : [];
  return {
    mayRead: free.some((rule) => TOOLS_READING_TOGETHER.includes(rule)),
    mayCallSkills: free.some((rule) => bareTool(rule) === WITH_ONLY_TOOL),
    others: [...new Set([...gated, ...together.filter(isHeld)])],
  };
}

export function askedRules(merged: MergedCase): readonly string[] {
  return rulesIn(settingOf(merged, 'allowed_tools'));
}

/** The tools that a case withholds: in its prompt or in its definition. */
export function withheldTools(merged: MergedCase): ReadonlySet<string> {
  const both = [merged, { ...merged, prompt: undefined }];
  return new Set(both.flatMap((it) => rulesIn(settingOf(it, 'disallowed_tools'))).map(bareTool));
}

/** The name of the tool in a rule. */
export function bareTool(rule: string): string {
  return rule.replace(/\(.*$/s, '').trim();
}

function isGated(rule: string): boolean {
  const tool = bareTool(rule);
  return isToolName(tool) && !READ_ONLY_TOOLS.has(tool) && !UNAVAILABLE_TOOLS.has(tool);
}

/** The rules in a list: one rule or several in each text. */
function rulesIn(value: Value | undefined): readonly string[] {
  if (value?.kind !== 'list') return [];
  return value.items.flatMap((item) =>
    item.kind === 'string' ? item.value.split(/,(?![^(]*\))/).map((rule) => rule.trim()) : [],
  );
}
