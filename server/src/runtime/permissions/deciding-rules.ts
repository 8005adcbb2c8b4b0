import type { PermissionRule } from '../../catalog/settings/session-settings.ts';
import { MAX_PARSED_COMMAND } from '../../dialect/limits.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { readShellCommand } from '../../shell/read-command.ts';
import { checkCommand } from './check-command.ts';
import type { CommandPermissions } from './command-permissions.ts';
import { allows, catches, matchesText, readBashRules } from './command-rules.ts';

/** A rule that decides about a command: of a settings file, or of the skill's `allowed-tools`. */
export type DecidingRule =
  | PermissionRule
  | { readonly rule: string; readonly behavior: 'allow'; readonly path?: never };

/** With more rules that match than these, none is looked for: each of them may have to be tried. */
const maxTried = 20;

/**
 * The rules without which Claude Code would decide otherwise about a command: the one that denies it or makes it ask, or
 * those that allow it. Empty if no rule is needed or none of them decides alone. They are found by trying, so they
 * cannot contradict the decision.
 */
export function decidingRules(command: string, permissions: CommandPermissions): readonly DecidingRule[] {
  const verdict = checkCommand(command, permissions);
  if (verdict.allowed === undefined || command.length > MAX_PARSED_COMMAND) return [];
  const { rules, granted, runtime } = permissions;
  const isAbout = matcherOf(command, runtime);
  const allowing = rules.filter(({ behavior }) => behavior === 'allow');
  const objecting = rules.filter(({ behavior }) => behavior !== 'allow');
  if (!verdict.allowed) {
    const isRefusedSo = (tried: readonly PermissionRule[]) => {
      const other = checkCommand(command, { ...permissions, rules: [...allowing, ...tried] });
      return other.allowed === false && other.message === verdict.message;
    };
    if (objecting.length === 0 || isRefusedSo([])) return [];
    // `deny` comes before `ask`.
    const tried = objecting.filter(({ rule }) => isAbout(rule) || !rule.startsWith('Bash'));
    if (tried.length > maxTried) return [];
    const inOrder = tried.sort((a, b) => Number(a.behavior === 'ask') - Number(b.behavior === 'ask'));
    return inOrder.filter((rule) => isRefusedSo([rule])).slice(0, 1);
  }
  const candidates: DecidingRule[] = [
    ...granted.filter(isAbout).map((rule) => ({ rule, behavior: 'allow' }) as const),
    ...allowing.filter(({ rule }) => isAbout(rule)),
  ];
  if (candidates.length > maxTried) return [];
  const isAllowedBy = (tried: readonly DecidingRule[]) =>
    checkCommand(command, {
      ...permissions,
      rules: [...objecting, ...tried.filter((it): it is PermissionRule => it.path !== undefined)],
      granted: tried.filter(({ path }) => path === undefined).map(({ rule }) => rule),
    }).allowed === true;
  if (isAllowedBy([])) return [];
  const alone = candidates.find((rule) => isAllowedBy([rule]));
  if (alone) return [alone];
  // A command of several parts may need several rules.
  let needed = candidates;
  for (const rule of candidates) {
    const fewer = needed.filter((it) => it !== rule);
    if (isAllowedBy(fewer)) needed = fewer;
  }
  return needed;
}

/** Whether a rule matches a command or a part of it, so that it may decide. */
function matcherOf(command: string, runtime: RuntimeId): (rule: string) => boolean {
  const text = command.trim();
  const { parts, hiddenParts } = readShellCommand(text);
  const every = [...parts, ...hiddenParts];
  return (rule) =>
    readBashRules([rule], runtime).some(
      (it) => it.kind === 'all' || matchesText(it, text) || every.some((part) => allows(it, part) || catches(it, part)),
    );
}
