import { READERS_BY_FOLDER } from '../../dialect/skill-folders.ts';
import type { FileKind } from '../../document/runtime-id.ts';
import { evaluationOfPath } from '../../evaluation/surroundings/evaluation-path.ts';
import { isInside, relativeTo } from '../../platform/paths.ts';
import type { MisplacedFile, Place } from './file-context.ts';

/** Files that are common in any folder and are never meant as skills. */
const documentNames = /^(changelog|license|contributing|index|claude|agents)\.md$/i;

/** The folder of skills, and what it is called by mistake. */
const skillFolders = new Set(['skills', 'skill']);

/** The same for the other folders of `.claude` whose files are loaded. */
const kindsOfSingularFolders: ReadonlyMap<string, FileKind> = new Map([
  ['command', 'command'],
  ['agent', 'agent'],
]);

/** The facts about a file that its path alone shows. */
export interface FileLocation {
  readonly kind: FileKind;
  readonly place: Place;
  readonly misplaced: MisplacedFile | undefined;
}

/**
 * The kind of a file according to its path, or undefined if the path is not that of a skill, command, agent, evaluation,
 * file of a plugin, marketplace or settings file of Claude Code.
 *
 * @param path absolute, with `/`
 * @param pluginRoot the folder with `.claude-plugin/plugin.json` above the file, if any
 * @param configFolder the folder of the user's settings, if it is not called `.claude`
 */
export function locationOfPath(
  path: string,
  pluginRoot: string | undefined,
  configFolder?: string | undefined,
): FileLocation | undefined {
  const parts = path.split('/');
  const fileName = parts.at(-1)!;
  const evaluation = evaluationOfPath(parts);
  // Folders of commands and agents may have any name.
  const isEvaluation = evaluation !== undefined && !parts.some((part) => part === 'commands' || part === 'agents');
  if (isEvaluation) return { kind: evaluation, place: 'unknown', misplaced: undefined };
  if (fileName.endsWith('.json')) return locationOfJson(path, fileName, parts.at(-2), configFolder);
  const claude = parts.lastIndexOf('.claude', parts.length - 2);
  const inPlugin = pluginRoot && isInside(path, pluginRoot) ? relativeTo(path, pluginRoot).split('/') : [];
  // A plugin may be kept below `.claude`; its files follow the plugin's layout.
  const pluginIsNearer = inPlugin.length > 0 && parts.length - inPlugin.length > claude;
  const below = claude >= 0 && !pluginIsNearer ? parts.slice(claude + 1) : [];
  const place = placeOf(parts, claude >= 0 && !pluginIsNearer, inPlugin.length > 0);

  const layout = below.length > 1 ? below : inPlugin.length > 1 ? inPlugin : [];
  const folder = layout[0];
  if (/^skill\.md$/i.test(fileName)) {
    // `commands/k/SKILL.md` is the command `k`.
    if (folder === 'commands') return { kind: 'command', place, misplaced: undefined };
    if (fileName === 'SKILL.md' || folder !== 'agents') {
      return {
        kind: 'skill',
        place,
        misplaced: skillFolders.has(folder ?? '') ? misplacedSkill(layout, place) : undefined,
      };
    }
  }
  if (!/\.md$/i.test(fileName)) return undefined;
  // A skill may have been written into a README.md, but one next to skills describes them. Plugins take it for an agent.
  const isReadme = /^readme\.md$/i.test(fileName);
  const isAgent = place === 'plugin' && folder === 'agents';
  if (isReadme && !isAgent && !(below[0] === 'skills' && below.length === 3)) return undefined;
  const isLoose = folder === 'skills' && layout.length === 2 && !documentNames.test(fileName);
  if (isLoose || (below[0] === 'skills' && below.length === 3)) {
    return { kind: 'skill', place, misplaced: misplacedSkill(layout, place) };
  }
  if (folder === 'commands') return { kind: 'command', place, misplaced: undefined };
  const singular = kindsOfSingularFolders.get(below[0] ?? '');
  if (singular && below.length > 1 && !documentNames.test(fileName)) {
    const loadedAt = below.slice(1).join('/');
    return { kind: singular, place, misplaced: { reason: 'other-folder', loadedAt } };
  }
  // `*.agent.md` is VS Code's own format.
  if (folder === 'agents' && !fileName.endsWith('.agent.md')) return { kind: 'agent', place, misplaced: undefined };
  return undefined;
}

/** Other products have a `settings.json` too, so it counts only directly in a folder of Claude Code. */
function locationOfJson(
  path: string,
  fileName: string,
  folder: string | undefined,
  configFolder: string | undefined,
): FileLocation | undefined {
  const ofPlugin = kindOfPluginFile(fileName, folder);
  if (ofPlugin) return { kind: ofPlugin, place: 'plugin', misplaced: undefined };
  if (fileName === '.mcp.json') return { kind: 'mcp-servers', place: 'claude', misplaced: undefined };
  const isSettings =
    fileName === 'managed-settings.json' ||
    folder === 'managed-settings.d' ||
    (folder === '.claude' && /^settings(\.local)?\.json$/.test(fileName)) ||
    (configFolder !== undefined && path === `${configFolder}/settings.json`);
  return isSettings ? { kind: 'settings', place: 'claude', misplaced: undefined } : undefined;
}

/** Whether a file named like the hooks or language servers of a plugin is that shows only the plugin's root. */
function kindOfPluginFile(fileName: string, folder: string | undefined): FileKind | undefined {
  if (folder === '.claude-plugin' && fileName === 'plugin.json') return 'plugin';
  if (folder === '.claude-plugin' && fileName === 'marketplace.json') return 'marketplace';
  if (folder === 'hooks' && fileName === 'hooks.json') return 'hooks';
  return fileName === '.lsp.json' ? 'lsp-servers' : undefined;
}

function placeOf(parts: readonly string[], belowClaude: boolean, inPlugin: boolean): Place {
  if (belowClaude) return 'claude';
  if (inPlugin) return 'plugin';
  return parts.some((part) => READERS_BY_FOLDER.has(part)) ? 'other-product' : 'unknown';
}

/** Claude Code reads only `skills/<folder>/SKILL.md`, unless a plugin's manifest names other folders. */
function misplacedSkill(layout: readonly string[], place: Place): MisplacedFile | undefined {
  const inside = layout.slice(1);
  const fileName = inside.at(-1)!;
  if (layout[0] === 'skill') {
    const isOne = inside.length === 2 && fileName === 'SKILL.md' && place === 'claude';
    return isOne ? { reason: 'other-folder', loadedAt: inside.join('/') } : undefined;
  }
  if (inside.length === 1) {
    // A plugin's `skills/SKILL.md` is the skill `skills`.
    if (fileName === 'SKILL.md' && place === 'plugin') return undefined;
    if (/^skill\.md$/i.test(fileName)) return { reason: 'skills-root', loadedAt: 'my-skill/SKILL.md' };
    return { reason: 'loose-file', loadedAt: `${fileName.replace(/\.md$/i, '')}/SKILL.md` };
  }
  if (inside.length === 2 && !/^skill\.md$/i.test(fileName)) {
    // Only if the folder has no SKILL.md, which only the disk can tell.
    return { reason: 'other-name', loadedAt: `${inside[0]}/SKILL.md` };
  }
  if (inside.length > 2) return { reason: 'too-deep', loadedAt: `${inside.at(-2)}/SKILL.md` };
  return undefined;
}
