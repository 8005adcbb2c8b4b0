import { URI } from 'vscode-uri';
import { type OpenTexts, readEditableText } from '../../../features/edits/editable-text.ts';
import { marketplaceFile } from '../../../features/references/manifest-references.ts';
import { EditedFiles } from '../../../features/rename/edited-files.ts';
import { pathAfter } from '../../../features/rename/moved-links.ts';
import { outsideOf } from '../../../features/shown-skills/outside.ts';
import type { ShownSession } from '../../../features/shown-skills/shown-session.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { isWithin } from '../../../platform/paths.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { SharePlan } from '../../../protocol.ts';
import {
  marketplaceText,
  pluginDescription,
  pluginFiles,
  unnamedAuthors,
} from '../../skills/templates/plugin-template.ts';
import { addToMarketplace, sourceIn } from './add-to-marketplace.ts';
import { marketplaceName } from './marketplace-name.ts';
import { moveIntoPlugin, type PluginMove } from './move-into-plugin.ts';
import type { PluginPlace } from './moved-skill.ts';
import { sharedNameProblem } from './shared-name-problem.ts';
import { readSharedPlugin } from './shared-plugin.ts';

/** A folder of a plugin or marketplace. */
interface Place {
  readonly folder: string;
  /** Of a new one; undefined for one that exists. */
  readonly newName: string | undefined;
}

/** The skills to share, and how. */
export interface ShareWish {
  /** The ids of the skills that become those of the plugin. */
  readonly skills: readonly string[];
  readonly plugin: Place;
  readonly marketplace: Place | undefined;
  /** Of the copyright of a new plugin. */
  readonly year: number;
}

/** The files that the texts of a plan are read from. */
interface PlanFiles {
  readonly files: FileSystem;
  readonly open: OpenTexts;
}

/** A file to create. */
type Created = SharePlan['created'][number];

/** Everything that changes when skills become those of a plugin, and when a marketplace offers it; nothing is written. */
export async function sharePlan(
  { skills, plugin: asked, marketplace, year }: ShareWish,
  sessions: readonly ShownSession[],
  { files, open }: PlanFiles,
): Promise<SharePlan | Refusal> {
  const edited = new EditedFiles();
  const edits = { files, open, edited };
  const plugin = await pluginIn(asked, edits);
  if ('problem' in plugin) return plugin;
  const moved: PluginMove | Refusal =
    skills.length === 0
      ? { moves: [], names: [], created: [], left: [] }
      : await moveIntoPlugin(skills, plugin, sessions, edits);
  if ('problem' in moved) return moved;
  const offered = marketplace ? await offerIn(marketplace, plugin, edits) : [];
  if ('problem' in offered) return offered;
  const offeredBy = marketplace && (marketplace.newName ?? (await marketplaceName(marketplace.folder, files, open)));
  const facts = { name: plugin.name, author: plugin.author, year, skills: moved.names, marketplace: offeredBy };
  const own = asked.newName === undefined ? [] : pluginFiles(facts);
  const result = await edited.result(files);
  const places = [...moved.moves.map(({ from }) => from), ...result.map(({ path }) => path)];
  const outside = await Promise.all(places.map((path) => outsideOf(path, sessions, files)));
  return {
    plugin: plugin.name,
    ...(offeredBy !== undefined && { marketplace: offeredBy }),
    created: [
      ...[...own, ...moved.created].map(({ path, text }) => fileAt(`${plugin.folder}/${path}`, text)),
      ...offered,
    ],
    files: result.map(({ edit }) => edit),
    moves: moved.moves.map(({ from, to }) => ({ oldUri: uriOf(from), newUri: uriOf(to) })),
    left: moved.left.map(({ path, ...left }) => ({ uri: uriOf(pathAfter(path, moved.moves)), ...left })),
    outside: [...new Set(outside.filter((path) => path !== undefined))],
  };
}

type Plugin = PluginPlace & { readonly author: string; readonly description: string | undefined };

async function pluginIn({ folder, newName }: Place, { files, open }: PlanFiles): Promise<Plugin | Refusal> {
  if (newName === undefined) {
    const plugin = await readSharedPlugin(folder, files, open);
    if ('problem' in plugin) return plugin;
    const { name, description, author = unnamedAuthors(name) } = plugin;
    return { name, folder, description, author };
  }
  const problem = sharedNameProblem(newName, 'plugin');
  if (problem !== undefined) return { problem };
  const entries = await files.readFolder(folder);
  if ((await files.typeOf(folder)) !== undefined && (entries === undefined || entries.length > 0))
    return { problem: `${folder} already exists` };
  return { name: newName, folder, description: pluginDescription(newName), author: unnamedAuthors(newName) };
}

/** The files to create so that a marketplace offers a plugin; edits of one that exists are collected. */
async function offerIn(
  { folder, newName }: Place,
  plugin: Plugin,
  { files, open, edited }: PlanFiles & { readonly edited: EditedFiles },
): Promise<readonly Created[] | Refusal> {
  const path = `${folder}/${marketplaceFile}`;
  const read = await readEditableText(path, files, open);
  if (newName === undefined) {
    if (typeof read === 'string') return { problem: `${path} cannot be read` };
    const found = addToMarketplace(read.text, folder, plugin);
    if ('problem' in found) return found;
    edited.add({ file: { path }, read }, found);
    return [];
  }
  const problem = sharedNameProblem(newName, 'marketplace');
  if (problem !== undefined) return { problem };
  if (read !== 'absent') return { problem: `${path} already exists` };
  const source = isWithin(plugin.folder, folder) ? sourceIn(folder, plugin.folder) : undefined;
  if (source === undefined) return { problem: `The plugin is not in the folder of the marketplace: ${folder}` };
  const { name, author, description = pluginDescription(name) } = plugin;
  const entry = { name, source, description };
  return [fileAt(path, marketplaceText({ name: newName, owner: author, plugins: [entry] }))];
}

function fileAt(path: string, text: string): Created {
  return { uri: uriOf(path), text };
}

function uriOf(path: string): string {
  return URI.file(path).toString();
}
