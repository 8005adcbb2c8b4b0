import { URI } from 'vscode-uri';
import { isMap } from '../catalog/json-map.ts';
import type { Session } from '../catalog/session.ts';
import { readSettingsText, settingsPaths } from '../catalog/session-settings.ts';
import { matchSkillRule } from '../catalog/skill-rules.ts';
import { SKILL_TOOL } from '../dialect/skill-tool.ts';
import { type JsonNode, jsonAt, readJson } from '../document/json-document.ts';
import { textRange } from '../document/text-range.ts';
import type { AllowSkillEdit, AllowSkillParams, SettingsEdit } from '../protocol.ts';
import type { TextEdit } from '../rules/rule.ts';
import { setInJson } from './json-insertion.ts';
import type { Refusal } from './refusal.ts';
import { shownPath } from './shown-path.ts';
import type { TreeSession } from './tree-session.ts';

/** The edit by which a skill of a catalog may always be loaded, as a person chooses "Always allow". */
export async function allowSkillEdit(
  { session, catalog }: Pick<TreeSession, 'session' | 'catalog'>,
  { skill: id }: AllowSkillParams,
): Promise<AllowSkillEdit | Refusal> {
  const skill = catalog.get(id);
  if (!skill) return { error: 'The skill is no longer there' };
  return allowRuleEdit(`${SKILL_TOOL}(${skill.name})`, session);
}

/**
 * The edit that adds a rule to `permissions.allow` of the local settings, the file that Claude Code itself writes to. No
 * edits where the rule is there already. What stands in the file otherwise is left as it is written.
 */
export async function allowRuleEdit(rule: string, session: Session): Promise<AllowSkillEdit | Refusal> {
  const path = settingsPaths(session).find(({ scope }) => scope === 'local')?.path;
  if (path === undefined) return { error: 'There is no project open whose settings could be changed' };
  const uri = URI.file(path).toString();
  const bytes = await session.files.readFile(path);
  const shown = shownPath(path, session);
  if (!bytes) {
    if ((await session.files.typeOf(path)) !== undefined) return { error: `${shown} cannot be read` };
    return { rule, uri, create: true, edits: [{ start: 0, end: 0, newText: newSettings(rule) }] };
  }
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === '') {
    return { rule, uri, create: false, edits: [{ start: 0, end: text.length, newText: newSettings(rule) }] };
  }
  const values = readSettingsText(text);
  if (typeof values === 'string') return { error: `${shown}: ${values}. Mend it first` };
  const { permissions } = values;
  if (permissions !== undefined && !isMap(permissions)) {
    return { error: `\`permissions\` in ${shown} is no object. Mend it first` };
  }
  const allow = permissions?.allow;
  if (allow !== undefined && !Array.isArray(allow)) {
    return { error: `\`permissions.allow\` in ${shown} is no list. Mend it first` };
  }
  const isThere = allow?.some((it) => it === rule || (typeof it === 'string' && allows(it, rule, session)));
  return { rule, uri, create: false, edits: isThere ? [] : [toOffsets(insertion(text, rule))] };
}

/** Whether a rule that is there allows all that the new one would. */
function allows(present: string, rule: string, { runtime }: Session): boolean {
  const name = rule.slice(SKILL_TOOL.length + 1, -1);
  const kind = matchSkillRule(present, [name], runtime);
  return kind !== undefined && kind !== 'parameter';
}

function insertion(text: string, rule: string): TextEdit {
  const { root } = readJson(text);
  const list = jsonAt(root, ['permissions', 'allow']);
  if (list) return addToList(text, list, rule);
  const permissions = jsonAt(root, ['permissions']);
  if (permissions) return setInJson(text, permissions, 'allow', [rule]);
  return setInJson(text, root!, 'permissions', { allow: [rule] });
}

/** After the last element, on a line of its own where that one has one. */
function addToList(text: string, list: JsonNode, rule: string): TextEdit {
  const written = JSON.stringify(rule);
  const last = list.children?.at(-1);
  if (!last) {
    const inside = list.offset + 1;
    return { range: textRange(inside, list.offset + list.length - 1), newText: written };
  }
  const end = last.offset + last.length;
  const before = text.slice(list.offset, last.offset);
  const lineStart = /\r?\n[ \t]*$/.exec(before)?.[0];
  return { range: textRange(end, end), newText: `,${lineStart ?? ' '}${written}` };
}

function newSettings(rule: string): string {
  return `${JSON.stringify({ permissions: { allow: [rule] } }, undefined, 2)}\n`;
}

function toOffsets({ range, newText }: TextEdit): SettingsEdit['edits'][number] {
  return { start: range.start, end: range.end, newText };
}
