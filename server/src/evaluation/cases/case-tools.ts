import { READ_ONLY_TOOLS, TOOLS_GRANTED_TOGETHER, WRITING_TOOLS } from '../../dialect/evaluations.ts';
import { isMcpToolName } from '../../dialect/tools/tools.ts';
import type { Value } from '../values/value.ts';
import { type MergedCase, settingOf } from './merged-case.ts';

/** The tools that the runs of a case have, if all that it asks for is granted with `--allow-tools`. */
export interface CaseTools {
  has(tool: string): boolean;
  /** Whether the case withholds a tool. */
  isWithheld(tool: string): boolean;
  /** Whether some tool may create a file. */
  readonly mayWrite: boolean;
}

export function toolsOf(merged: MergedCase): CaseTools {
  const asked = new Set(namesIn(settingOf(merged, 'allowed_tools')));
  const withheld = new Set([
    ...namesIn(settingOf(merged, 'disallowed_tools')),
    ...namesIn(settingOf({ ...merged, prompt: undefined }, 'disallowed_tools')),
  ]);
  const publish = settingOf(merged, 'artifact_publish');
  const publishes = publish?.kind === 'boolean' && publish.value;
  if (TOOLS_GRANTED_TOGETHER.some((tool) => asked.has(tool) && !withheld.has(tool)))
    for (const tool of TOOLS_GRANTED_TOGETHER) asked.add(tool);
  const has = (tool: string): boolean =>
    !withheld.has(tool) && (READ_ONLY_TOOLS.has(tool) || asked.has(tool) || isMcpToolName(tool));
  const mayWrite =
    publishes || [...asked].some((tool) => !withheld.has(tool) && (WRITING_TOOLS.has(tool) || isMcpToolName(tool)));
  return { has, isWithheld: (tool) => withheld.has(tool), mayWrite };
}

/** The tools in a list of rules: one rule or several in each text. */
function namesIn(value: Value | undefined): string[] {
  if (value?.kind !== 'list') return [];
  return value.items.flatMap((item) =>
    item.kind === 'string' ? item.value.split(/,(?![^(]*\))/).map((rule) => rule.replace(/\(.*$/s, '').trim()) : [],
  );
}
