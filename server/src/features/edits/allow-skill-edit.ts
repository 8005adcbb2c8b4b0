import type { LoadedSession } from '../../catalog/load-catalog.ts';
import type { Session } from '../../catalog/session.ts';
import { settingsPaths } from '../../catalog/settings/session-settings.ts';
import { matchSkillRule } from '../../catalog/settings/skill-rules.ts';
import { shownPath } from '../../catalog/shown-path.ts';
import { SKILL_TOOL } from '../../dialect/tools/skill-tool.ts';
import { type JsonNode, jsonAt } from '../../document/json-document.ts';
import { isMap } from '../../document/json-values.ts';
import { lineEndOf } from '../../document/text/line-end.ts';
import { textRange } from '../../document/text/text-range.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { AllowSkillEdit, AllowSkillParams } from '../../protocol.ts';
import type { TextEdit } from '../../rules/rule.ts';
import { type OpenTexts, toFileEdit } from './editable-text.ts';
import { setInJson } from './json-insertion.ts';
import { readSettingsToEdit, type SettingsChange, writeNewFile } from './settings-text.ts';

/** The edit that always allows a skill of a catalog, as "Always allow" does in Claude Code. */
export async function allowSkillEdit(
  { session, catalog }: LoadedSession,
  { skill: id }: AllowSkillParams,
  open: OpenTexts,
): Promise<AllowSkillEdit | Refusal> {
  const skill = catalog.get(id);
  if (!skill) return { problem: 'The skill no longer exists' };
  const rule = `${SKILL_TOOL}(${skill.name})`;
  const change = await allowRules([rule], session, open);
  if ('problem' in change) return change;
  return { rule, create: change.settings.create, ...(await toFileEdit(change.settings, change.edits)) };
}

/**
 * The edit that adds rules to `permissions.allow` of the local settings, the file that Claude Code writes to. No
 * edits if the rules exist already. The rest of the file is left as it is.
 */
export async function allowRules(
  rules: readonly string[],
  session: Session,
  open: OpenTexts,
): Promise<SettingsChange | Refusal> {
  const path = settingsPaths(session).find(({ scope }) => scope === 'local')?.path;
  if (path === undefined) return { problem: 'No project is open, so there are no project settings to change' };
  const settings = await readSettingsToEdit({ path, scope: 'local' }, session, open);
  if ('problem' in settings) return settings;
  if (!settings.content) return { settings, edits: [writeNewFile(settings, { permissions: { allow: rules } })] };
  const shown = shownPath(path, session);
  const { permissions } = settings.content.values;
  if (permissions !== undefined && !isMap(permissions)) {
    return { problem: `\`permissions\` in ${shown} is not an object. Fix it first` };
  }
  const allow = permissions?.allow;
  if (allow !== undefined && !Array.isArray(allow)) {
    return { problem: `\`permissions.allow\` in ${shown} is not an array. Fix it first` };
  }
  const missing = rules.filter(
    (rule) => !allow?.some((it) => it === rule || (typeof it === 'string' && allows(it, rule, session))),
  );
  const { text, content } = settings;
  return { settings, edits: missing.length === 0 ? [] : [insertion(text, content.root, missing)] };
}

/** Whether an existing rule allows everything that the new one would. */
function allows(present: string, rule: string, { runtime }: Session): boolean {
  if (!rule.startsWith(`${SKILL_TOOL}(`)) return false;
  const name = rule.slice(SKILL_TOOL.length + 1, -1);
  const kind = matchSkillRule(present, [name], runtime);
  return kind !== undefined && kind !== 'parameter';
}

function insertion(text: string, root: JsonNode, rules: readonly string[]): TextEdit {
  const list = jsonAt(root, ['permissions', 'allow']);
  if (list) return addToList(text, list, rules);
  const permissions = jsonAt(root, ['permissions']);
  if (permissions) return setInJson(text, permissions, 'allow', rules);
  return setInJson(text, root, 'permissions', { allow: rules });
}

/** After the last element, on its own line if that has one. */
function addToList(text: string, list: JsonNode, rules: readonly string[]): TextEdit {
  const written = rules.map((rule) => JSON.stringify(rule));
  const last = list.children?.at(-1);
  if (!last) {
    const inside = list.offset + 1;
    return { range: textRange(inside, list.offset + list.length - 1), newText: written.join(', ') };
  }
  const end = last.offset + last.length;
  const before = text.slice(list.offset, last.offset);
  const indentation = /[\r\n]([ \t]*)$/.exec(before)?.[1];
  const separator = indentation === undefined ? ' ' : `${lineEndOf(text)}${indentation}`;
  return { range: textRange(end, end), newText: written.map((rule) => `,${separator}${rule}`).join('') };
}
