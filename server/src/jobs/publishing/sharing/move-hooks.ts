import { commandOf } from '../../../catalog/file/hook-scripts.ts';
import {
  type JsonNode,
  jsonAt,
  jsonEntries,
  jsonEntry,
  jsonItems,
  jsonRange,
  jsonValue,
  readJson,
} from '../../../document/json-document.ts';
import { rangeHolds, type TextRange, textRange } from '../../../document/text/text-range.ts';
import { type OpenTexts, readEditableText } from '../../../features/edits/editable-text.ts';
import { appendInJson, setInJson } from '../../../features/edits/json-insertion.ts';
import { isEditable, type SessionText, sessionFiles, textsWith } from '../../../features/references/session-files.ts';
import type { EditedFiles } from '../../../features/rename/edited-files.ts';
import { offeringEverything, type ShownSession } from '../../../features/shown-skills/shown-session.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { folderOf, isWithin, lastPart, relativeTo } from '../../../platform/paths.ts';
import { removeJsonChildren } from '../../../rules/edits/json-edits.ts';
import type { TextEdit } from '../../../rules/rule.ts';
import { spelledPaths } from './folder-spellings.ts';
import type { MovedSkill, PluginPlace } from './moved-skill.ts';

/** The hooks that leave the settings for a plugin. */
export interface MovedHooks {
  /** The new text of `hooks/hooks.json`, if the plugin has none yet and gets hooks. */
  readonly created: string | undefined;
  /** Whether a place in a settings file is part of a hook that leaves it. */
  readonly has: (path: string, range: TextRange) => boolean;
}

/** A handler in settings that runs what is moved. */
interface FoundHandler {
  readonly node: JsonNode;
  readonly event: string;
  readonly group: JsonNode;
  /** As it is written in the plugin. */
  readonly value: object;
}

/** Where the hooks of a plugin are. */
export const hooksFile = 'hooks/hooks.json';

/**
 * Moves the hooks that run scripts of moved skills into the plugin, out of the settings next to the skills: there they
 * would run nothing any longer. Those of personal and local settings, which nobody shares, stay, and so do all of them if
 * the hooks of the plugin cannot be extended.
 */
export async function moveHooks(
  moved: readonly MovedSkill[],
  plugin: PluginPlace,
  sessions: readonly ShownSession[],
  { files, open, edited }: { readonly files: FileSystem; readonly open: OpenTexts; readonly edited: EditedFiles },
): Promise<MovedHooks> {
  const path = `${plugin.folder}/${hooksFile}`;
  const read = await readEditableText(path, files, open);
  const isNew = read === 'absent';
  let text = isNew ? '{}\n' : typeof read === 'string' ? undefined : read.text;
  const leaving = new Map<string, TextRange[]>();
  for (const settings of await sharedSettings(moved, sessions, { files, open })) {
    const found = handlersOf(settings, moved, plugin);
    const extended = text === undefined || found.length === 0 ? undefined : withHandlers(text, found);
    if (extended === undefined) continue;
    text = extended;
    const handlers = found.map(({ node }) => node);
    edited.add(settings, withoutHandlers(handlers));
    leaving.set(settings.file.path, handlers.map(jsonRange));
  }
  if (leaving.size > 0 && typeof read !== 'string')
    edited.add({ file: { path }, read }, [{ range: textRange(0, read.text.length), newText: text! }]);
  return {
    created: isNew && leaving.size > 0 ? text : undefined,
    has: (file, { start }) => leaving.get(file)?.some((range) => rangeHolds(range, start)) ?? false,
  };
}

/** The settings next to what is moved that everybody with those skills has. */
async function sharedSettings(
  moved: readonly MovedSkill[],
  sessions: readonly ShownSession[],
  { files, open }: { readonly files: FileSystem; readonly open: OpenTexts },
): Promise<readonly SessionText[]> {
  const candidates = sessions
    .flatMap((session) => sessionFiles(offeringEverything(session)))
    .filter(({ path, kind }) => kind === 'settings' && lastPart(path) === 'settings.json')
    .filter((file) => isEditable(file, sessions) && moved.some(({ from }) => isWithin(from, folderOf(file.path))));
  const words = moved.map(({ from }) => lastPart(from));
  return textsWith(words, candidates, files, open);
}

function handlersOf(
  { file, read }: SessionText,
  moved: readonly MovedSkill[],
  plugin: PluginPlace,
): readonly FoundHandler[] {
  const { root, faults } = readJson(read.text);
  if (faults.length > 0) return [];
  const near = moved.filter(({ from }) => isWithin(from, folderOf(file.path)));
  return jsonEntries(jsonEntry(root, 'hooks')?.value).flatMap(({ key: event, value: groups }) =>
    jsonItems(groups).flatMap((group) =>
      jsonItems(jsonEntry(group, 'hooks')?.value).flatMap((node) => {
        const command = commandOf(node);
        const changed = command && inPlugin(String(command.value), near, plugin);
        if (changed === undefined) return [];
        return { node, event, group, value: { ...(jsonValue(node) as object), command: changed } };
      }),
    ),
  );
}

/** A command with the paths that hold in the plugin; undefined if it names nothing that is moved. */
function inPlugin(command: string, moved: readonly MovedSkill[], { folder }: PluginPlace): string | undefined {
  let changed = command;
  for (const { to, spellings } of moved) {
    for (const { range, isQuoted } of spelledPaths(changed, spellings).reverse()) {
      const before = changed.slice(0, range.start);
      // The folder of an installed plugin may have spaces.
      const isOpen = !isQuoted && (before.match(/(?<!\\)"/g)?.length ?? 0) % 2 === 1;
      const root = isOpen ? '${CLAUDE_PLUGIN_ROOT}' : '"${CLAUDE_PLUGIN_ROOT}"';
      changed = `${before}${root}/${relativeTo(to, folder)}${changed.slice(range.end)}`;
    }
  }
  return changed === command ? undefined : changed;
}

/** The hooks of a plugin with more handlers; undefined if the file does not hold hooks as Claude Code reads them. */
function withHandlers(text: string, handlers: readonly FoundHandler[]): string | undefined {
  let extended = text;
  for (const { event, group, value } of handlers) {
    const { root, faults } = readJson(extended);
    if (root?.type !== 'object' || faults.length > 0) return undefined;
    const hooks = jsonEntry(root, 'hooks')?.value;
    const { hooks: _, ...condition } = jsonValue(group) as Record<string, unknown>;
    const added = { ...condition, hooks: [value] };
    const groups = jsonAt(hooks, [event]);
    if ((hooks && hooks.type !== 'object') || (groups && groups.type !== 'array')) return undefined;
    const edit = groups
      ? appendInJson(extended, groups, added)
      : hooks
        ? setInJson(extended, hooks, event, [added])
        : setInJson(extended, root, 'hooks', { [event]: [added] });
    extended = extended.slice(0, edit.range.start) + edit.newText + extended.slice(edit.range.end);
  }
  return extended;
}

/** The parts that go with the last of their items: from the list of handlers to its group, then to the event and to all hooks. */
const owners: readonly ((emptied: JsonNode) => JsonNode | undefined)[] = [
  ({ parent }) => parent?.parent,
  ({ parent }) => parent,
  ({ parent }) => parent,
  () => undefined,
];

/** The edits that remove handlers, and the groups and events that have nothing left. */
function withoutHandlers(handlers: readonly JsonNode[]): TextEdit[] {
  const edits: TextEdit[] = [];
  let removed = new Set(handlers);
  for (const ownerOf of owners) {
    const emptied = new Set<JsonNode>();
    for (const container of new Set([...removed].flatMap(({ parent }) => parent ?? []))) {
      const owner = container.children!.every((it) => removed.has(it)) ? ownerOf(container) : undefined;
      if (owner) emptied.add(owner);
      else edits.push(...removeJsonChildren(container, removed));
    }
    removed = emptied;
  }
  return edits;
}
