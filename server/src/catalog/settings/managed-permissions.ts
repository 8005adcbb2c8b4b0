import { type PermissionList, whyPermissionRuleIsIdle } from '../../dialect/tools/permission-rule-faults.ts';
import { isMap } from './json-map.ts';

/** The `permissions` of an organization's file as they apply. */
interface ManagedPermissions {
  readonly permissions: unknown;
  /** The list that cannot be read, because of which nothing is allowed; undefined if there is none. */
  readonly withheldBy: 'deny' | 'ask' | undefined;
}

/**
 * Of an organization's permissions, Claude Code leaves out what is not valid. If nothing is left of `deny` or `ask`, it leaves
 * out what the same file allows, too, and its mode. Recorded as `own-managed-rules-*`.
 *
 * @param isValid whether the value of another key is valid
 */
export function managedPermissions(written: unknown, isValid: (key: string) => boolean): ManagedPermissions {
  if (!isMap(written)) return { permissions: written, withheldBy: undefined };
  const withheldBy = (['deny', 'ask'] as const).find((list) => isUnreadable(written[list], list));
  const kept = Object.entries(written).flatMap(([key, value]): [string, unknown][] => {
    if (withheldBy !== undefined && (key === 'allow' || key === 'defaultMode')) return [];
    if (key === 'allow' || key === 'deny' || key === 'ask') return [[key, readable(value, key)]];
    return isValid(key) ? [[key, value]] : [];
  });
  return { permissions: Object.fromEntries(kept), withheldBy };
}

/** Whether an organization's file denies, or asks for, something that Claude Code cannot read at all. */
export function isUnreadable(value: unknown, list: PermissionList): boolean {
  if (value === undefined || value === null) return false;
  return !Array.isArray(value) || (value.length > 0 && readable(value, list).length === 0);
}

function readable(value: unknown, list: PermissionList): readonly string[] {
  return Array.isArray(value) ? value.filter((rule) => typeof rule === 'string' && isRead(rule, list)) : [];
}

/** A rule for a tool that is compared with no file is read all the same. */
function isRead(rule: string, list: PermissionList): boolean {
  const idle = whyPermissionRuleIsIdle(rule, list);
  return idle === undefined || idle.fault === 'other-tool';
}
