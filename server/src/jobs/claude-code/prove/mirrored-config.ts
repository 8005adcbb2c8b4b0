import { findInstalledPlugins, pluginsFolder } from '../../../catalog/discover/installed-plugins.ts';
import { configFolder, repositoryRoot, type Session } from '../../../catalog/session.ts';
import { isTrustedFolder, readClaudeCodeState } from '../../../catalog/settings/claude-code-state.ts';
import type { SessionSettings } from '../../../catalog/settings/session-settings.ts';
import { BUNDLED_SKILL_SETTINGS } from '../../../dialect/names/skill-variables.ts';
import { type JsonMap, mapOf, parseMap } from '../../../document/json-values.ts';
import type { ScratchEntry } from '../../../platform/scratch-folders.ts';
import { isHarmlessVariable } from './proof-environment.ts';

/*
 * A proof mirrors the user's configuration in a temporary folder that `CLAUDE_CONFIG_DIR` names: a few keys of the
 * settings, links to skills, commands and agents, and to plugins that are only in the plugin cache, and which plugins
 * are installed where. The home stays the user's own, because it limits where Claude Code looks for projects; with the
 * configuration elsewhere, Claude Code writes nothing into it (test/claude/proof-isolation). Settings of the command
 * line take precedence over those of the project, so they switch off hooks and helpers and name the server. Those of
 * an organization take precedence over everything, so with some of them nothing is started. In what was sent, the
 * temporary folder is replaced by the user's.
 */

/** Where a mirrored folder is within the scratch folder. */
export const mirroredFolder = 'config';

/** Folders of the user's configuration that are read in place. */
const linkedFolders = ['skills', 'commands', 'agents'];

/**
 * The keys of the user's settings that change what is sent of a skill. Nothing else is mirrored, so that no setting can
 * start a program or hold a key.
 */
const mirroredKeys: ReadonlySet<string> = new Set([
  'permissions',
  'skillOverrides',
  'skillListingMaxDescChars',
  'skillListingBudgetFraction',
  'enabledPlugins',
  'extraKnownMarketplaces',
  'disableSkillShellExecution',
  'availableModels',
  'model',
  ...BUNDLED_SKILL_SETTINGS,
]);

/** A large `installed_plugins.json` has hundreds of entries. */
const maxPluginFile = 4 * 1024 * 1024;

/**
 * The user's configuration as far as it matters for what is sent of a skill: its settings without hooks and helpers, the
 * trust in the session's folder, links to skills, commands and agents, and which plugins are installed where. Never a
 * key or sign-in.
 */
export async function mirroredConfig(session: Session, settings: SessionSettings): Promise<readonly ScratchEntry[]> {
  const user = configFolder(session);
  const entries: ScratchEntry[] = [
    { path: 'settings.json', text: json(userSettings(settings)) },
    { path: '.claude.json', text: json(await claudeCodeState(session)) },
  ];
  for (const name of user === undefined ? [] : linkedFolders) {
    const folder = `${user}/${name}`;
    if ((await session.files.typeOf(folder)) === 'folder') entries.push({ path: name, folder });
  }
  entries.push(...(await pluginFiles(session)), ...(await fetchedPlugins(session, settings)));
  return entries.map((entry) => ({ ...entry, path: `${mirroredFolder}/${entry.path}` }));
}

/** Of settings that Claude Code would discard, nothing is left. */
function userSettings({ files }: SessionSettings): JsonMap {
  const values = files.find(({ scope }) => scope === 'user')?.values ?? {};
  const kept = Object.entries(values).filter(([key]) => mirroredKeys.has(key));
  const variables = Object.entries(mapOf(values.env) ?? {}).filter(([name]) => isHarmlessVariable(name));
  return { ...Object.fromEntries(kept), ...(variables.length > 0 && { env: Object.fromEntries(variables) }) };
}

/** Claude Code's notes about its own use, without anything about the user. */
async function claudeCodeState(session: Session): Promise<JsonMap> {
  const { folder, files } = session;
  const state = await readClaudeCodeState(session);
  const skillUsage = mapOf(mapOf(state)?.skillUsage);
  const isTrusted = await isTrustedFolder(state, session);
  const trusted = isTrusted && folder !== undefined ? [folder, (await repositoryRoot(folder, files)) ?? folder] : [];
  return {
    hasCompletedOnboarding: true,
    ...(skillUsage && { skillUsage }),
    projects: Object.fromEntries(trusted.map((path) => [path, { hasTrustDialogAccepted: true }])),
  };
}

/** Which plugins are installed where: they are read in place, and nothing is fetched for them. */
async function pluginFiles(session: Session): Promise<readonly ScratchEntry[]> {
  const folder = pluginsFolder(session);
  if (folder === undefined) return [];
  const entries: ScratchEntry[] = [];
  for (const name of ['installed_plugins.json', 'known_marketplaces.json']) {
    const bytes = await session.files.readFile(`${folder}/${name}`, maxPluginFile);
    if (!bytes) continue;
    const content = parseMap(bytes);
    // A file that is not valid is not repaired: Claude Code may load no plugins because of it.
    const text = content ? json(withoutUpdates(content)) : new TextDecoder().decode(bytes);
    entries.push({ path: `plugins/${name}`, text });
  }
  return entries;
}

/** The folder of one fetched version, below that of the cache. */
const fetchedVersion = /^cache(\/(?!\.{1,2}(?:\/|$))[^/\\]+){3}$/;

/**
 * Plugins that Claude Code finds only in its cache, because no installation names them. Each version is a link, which
 * Claude Code neither marks as used nor cleans up: nothing is written into the cache of the user.
 */
async function fetchedPlugins(session: Session, settings: SessionSettings): Promise<readonly ScratchEntry[]> {
  const folder = pluginsFolder(session);
  if (folder === undefined) return [];
  const { plugins } = await findInstalledPlugins(session, settings, await readClaudeCodeState(session));
  const below = plugins.flatMap(({ root }) => (root.startsWith(`${folder}/`) ? [root.slice(folder.length + 1)] : []));
  const versions = [...new Set(below)].filter((path) => fetchedVersion.test(path));
  return versions.map((path) => ({ path: `plugins/${path}`, folder: `${folder}/${path}` }));
}

function withoutUpdates(content: JsonMap): JsonMap {
  const kept = Object.entries(content).map(([name, value]) => {
    const { autoUpdate: _, ...others } = mapOf(value) ?? {};
    return [name, mapOf(value) ? others : value] as const;
  });
  return Object.fromEntries(kept);
}

function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

/**
 * A value in which the mirrored configuration has the place of the user's own: its name is random, so that nothing else
 * can be meant.
 *
 * @param root the scratch folder
 */
export function withOwnPlaces<Value>(value: Value, root: string, session: Session): Value {
  const config = `${root}/${mirroredFolder}`;
  const user = configFolder(session);
  const places = [
    [`${config}/plugins`, pluginsFolder(session)],
    [config, user],
  ] as const;
  let text = JSON.stringify(value);
  for (const [mirrored, own] of places) {
    if (own === undefined) continue;
    // Windows names folders with backslashes, which JSON escapes.
    text = text
      .replaceAll(mirrored, quoted(own))
      .replaceAll(quoted(mirrored.replaceAll('/', '\\')), quoted(own.replaceAll('/', '\\')));
  }
  return JSON.parse(text) as Value;
}

function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
