import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import type { LoadedSession } from '../../catalog/load-catalog.ts';
import { settingsPaths } from '../../catalog/settings/session-settings.ts';
import { shownPath } from '../../catalog/shown-path.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { type JsonNode, jsonAt } from '../../document/json-document.ts';
import { isMap } from '../../document/json-values.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { OverrideParams, OverrideValue, SettingsEdit } from '../../protocol.ts';
import { removeJsonKey } from '../../rules/edits/json-edits.ts';
import type { TextEdit } from '../../rules/rule.ts';
import { overrideNow, writtenOverride } from '../shown-skills/skill-override.ts';
import { type OpenTexts, toFileEdit } from './editable-text.ts';
import { setInJson } from './json-insertion.ts';
import { readSettingsToEdit, writeNewFile } from './settings-text.ts';

/** Settings files, the strongest last. */
const scopes: readonly string[] = ['user', 'project', 'local', 'managed'];

/**
 * The edit of a settings file that sets this override of a skill. The rest is left as it
 * is written.
 */
export async function overrideEdit(
  asked: LoadedSession,
  { skill: id, value, scope }: OverrideParams,
  open: OpenTexts,
): Promise<SettingsEdit | Refusal> {
  const { session, catalog } = asked;
  const skill = catalog.get(id);
  if (!skill) return { problem: 'The skill no longer exists' };
  if (skill.source.plugin !== undefined) {
    return { problem: '`skillOverrides` does not apply to plugin skills. Disable the plugin instead' };
  }
  const { readsSkillOverrides } = capabilities(catalog.runtime);
  if (!readsSkillOverrides) return { problem: 'This Claude Code release does not support `skillOverrides`' };
  const path = settingsPaths(session).find((it) => it.scope === scope)?.path;
  if (path === undefined) return { problem: 'No project is open, so there are no project settings to change' };
  const key = keyOf(skill, value, asked);
  const stronger = strongerFile(key, scope, asked);
  if (stronger !== undefined) {
    return { problem: `${shownPath(stronger, session)} overrides these settings for this skill` };
  }
  if (overrideNow(skill, catalog) === undefined) return { problem: 'No settings apply to this skill' };
  const settings = await readSettingsToEdit({ path, scope }, session, open);
  if ('problem' in settings) return settings;
  const { text, create, content } = settings;
  const answer = async (edits: readonly TextEdit[]) => ({ ...(await toFileEdit(settings, edits)), create });
  if (!content) {
    if (value === null) return { ...(await answer([])), create: false };
    return answer([writeNewFile(settings, { skillOverrides: { [key]: value } })]);
  }
  const { skillOverrides: overrides } = content.values;
  if (overrides !== undefined && !isMap(overrides)) {
    return { problem: `\`skillOverrides\` in ${shownPath(path, session)} is not an object. Fix it first` };
  }
  const isLeft = isLeftToWeaker(key, value, scope, overrides, asked);
  return answer(overrideEdits(text, content.root, key, isLeft ? null : value, overrides));
}

/** The key that applies: a skill named by its folder's path has its own, and may share the one of its name. */
function keyOf(skill: CatalogSkill, value: OverrideValue, { catalog }: Pick<LoadedSession, 'catalog'>): string {
  return value === null ? (writtenOverride(skill, catalog)?.key ?? skill.name) : skill.name;
}

/** The file that takes precedence over weaker ones. */
function strongerFile(key: string, scope: string, { catalog }: Pick<LoadedSession, 'catalog'>): string | undefined {
  const decides = catalog.settings.overrides.get(key)?.path;
  const found = catalog.settings.files.find(({ path }) => path === decides);
  return found && scopes.indexOf(found.scope) > scopes.indexOf(scope) ? found.path : undefined;
}

/** Whether removing the entry of this file is sufficient to enable a skill. */
function isLeftToWeaker(
  key: string,
  value: OverrideValue,
  scope: string,
  overrides: Readonly<Record<string, unknown>> | undefined,
  { catalog }: Pick<LoadedSession, 'catalog'>,
): boolean {
  if (value !== 'on' || overrides === undefined || !Object.hasOwn(overrides, key)) return false;
  return !catalog.settings.files.some(({ scope: other, values: { skillOverrides } }) => {
    return scopes.indexOf(other) < scopes.indexOf(scope) && isMap(skillOverrides) && Object.hasOwn(skillOverrides, key);
  });
}

function overrideEdits(
  text: string,
  root: JsonNode,
  key: string,
  value: OverrideValue,
  overrides: Readonly<Record<string, unknown>> | undefined,
): TextEdit[] {
  const has = overrides !== undefined && Object.hasOwn(overrides, key);
  if (value === null) {
    if (!has) return [];
    // An object that becomes empty is removed, too.
    const isLast = Object.keys(overrides).length === 1;
    const edit = removeJsonKey(root, isLast ? ['skillOverrides'] : ['skillOverrides', key]);
    return edit ? [edit] : [];
  }
  const object = jsonAt(root, ['skillOverrides']);
  if (object) return [setInJson(text, object, key, value)];
  return [setInJson(text, root, 'skillOverrides', { [key]: value })];
}
