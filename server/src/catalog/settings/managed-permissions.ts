import { type PermissionList, whyPermissionRuleIsIdle } from '../../dialect/tools/permission-rule-faults.ts';

/**
 * The `permissions` of an organization's file as they apply. Claude Code leaves out what is not valid. If nothing is left of
 * `deny` or `ask`, it leaves out what the same file allows, too, and its mode. Recorded as `own-managed-rules-*`.
 *
 * @param isValid whether the value of another key is valid
 */
export function managedPermissions(
  written: Readonly<Record<string, unknown>>,
  isValid: (key: string) => boolean,
): Readonly<Record<string, unknown>> {
  const isWithheld = (['deny', 'ask'] as const).some((list) => isUnreadable(written[list], list));
  const kept = Object.entries(written).flatMap(([key, value]): [string, unknown][] => {
    if (isWithheld && (key === 'allow' || key === 'defaultMode')) return [];
    if (key === 'allow' || key === 'deny' || key === 'ask') return [[key, readable(value, key)]];
    return isValid(key) ? [[key, value]] : [];
  });
  return Object.fromEntries(kept);
}

/** Whether a settings file is one of an organization: `managed-settings.json`, or one in `managed-settings.d`. */
export function isManagedSettings(path: string): boolean {
  return path.includes('/managed-settings.');
}

/** Whether an organization's file denies, or asks for, something that Claude Code cannot read at all. */
export function isUnreadable(value: unknown, list: PermissionList): boolean {
  if (value === undefined || value === null) return false;
  return !Array.isArray(value) || (value.length > 0 && readable(value, list).length === 0);
}

function readable(value: unknown, list: PermissionList): readonly string[] {
  return Array.isArray(value) ? value.filter((rule) => typeof rule === 'string' && isRead(rule, list)) : [];
}

/** Rules for tools that are compared with no file are read nevertheless. */
function isRead(rule: string, list: PermissionList): boolean {
  const idle = whyPermissionRuleIsIdle(rule, list);
  return idle === undefined || idle.fault === 'other-tool';
}
