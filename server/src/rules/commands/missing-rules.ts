import { findVariable } from '../../dialect/names/variables.ts';
import { checkCommand } from '../../runtime/permissions/check-command.ts';
import type { CommandPermissions } from '../../runtime/permissions/command-permissions.ts';
import type { VariableValues } from '../../runtime/render/substitute-variables.ts';

/** How often further rules are searched for: a command may have as many parts. */
const maxRules = 8;

/** The rules that a command lacks; undefined if rules cannot help. */
export function missingRules(command: string, permissions: CommandPermissions): readonly string[] | undefined {
  const { granted } = permissions;
  const added: string[] = [];
  for (let count = 0; count <= maxRules; count++) {
    const verdict = checkCommand(command, { ...permissions, granted: [...granted, ...added] });
    if (verdict.allowed !== false) break;
    if (!verdict.suggestedRule || added.includes(verdict.suggestedRule) || count === maxRules) return undefined;
    added.push(verdict.suggestedRule);
  }
  return added;
}

/** A rule for the folders of this machine, as it would be written in the skill. */
export function ruleWithVariables(rule: string, variables: VariableValues): string {
  let written = rule;
  for (const [name, value] of variables) {
    if (findVariable(name)?.inToolRules && value.startsWith('/'))
      written = written.replaceAll(value, () => `\${${name}}`);
  }
  return written;
}
