import { isVariable } from '../../../dialect/names/variables.ts';
import { readDocument } from '../../../document/read-document.ts';
import type { RuntimeId } from '../../../document/runtime-id.ts';
import type { SkillDocument } from '../../../document/skill-document.ts';
import type { TextRange } from '../../../document/text/text-range.ts';
import type { OpenTexts } from '../../../features/edits/editable-text.ts';
import { isEditable, namingFiles, type SessionText, textsWith } from '../../../features/references/session-files.ts';
import type { EditedFiles } from '../../../features/rename/edited-files.ts';
import { editLinks, type MovedItem } from '../../../features/rename/moved-links.ts';
import { notRenamed } from '../../../features/rename/rename-skill.ts';
import { editReferences } from '../../../features/rename/skill-edits.ts';
import { offeringEverything, type ShownSession, sessionWith } from '../../../features/shown-skills/shown-session.ts';
import { skillItem } from '../../../features/shown-skills/skill-info.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { isWithin, lastPart, relativeTo } from '../../../platform/paths.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { TextEdit } from '../../../rules/rule.ts';
import type { NewFile } from '../../skills/templates/new-file.ts';
import { spelledPaths } from './folder-spellings.ts';
import { type LeftText, LeftTexts } from './left-texts.ts';
import { hooksFile, type MovedHooks, moveHooks } from './move-hooks.ts';
import { type MovedSkill, movedSkill, type PluginPlace } from './moved-skill.ts';

/** The changes when skills become those of a plugin. */
export interface PluginMove {
  readonly moves: readonly MovedItem[];
  /** Their names in the plugin. */
  readonly names: readonly string[];
  /** The files that the plugin gets besides; their paths are relative to it. */
  readonly created: readonly NewFile[];
  /** Texts that stay as they are, although they may not be right any longer. */
  readonly left: readonly LeftText[];
}

/**
 * Moves skills and commands into a plugin. Paths to their own files begin at the variables of Claude Code, which finds them
 * wherever the plugin is installed, and everything that names a skill names that of the plugin. Hooks of settings that run
 * their scripts become those of the plugin.
 *
 * @param edits where the edits of texts are collected
 */
export async function moveIntoPlugin(
  ids: readonly string[],
  plugin: PluginPlace,
  sessions: readonly ShownSession[],
  edits: { readonly files: FileSystem; readonly open: OpenTexts; readonly edited: EditedFiles },
): Promise<PluginMove | Refusal> {
  const { files, open, edited } = edits;
  const moved: MovedSkill[] = [];
  for (const id of ids) {
    const knowing = sessions.flatMap((session) => sessionWith(session, id) ?? []);
    const skill = knowing[0]?.catalog.get(id);
    if (!skill) return { problem: 'The skill no longer exists' };
    const move = movedSkill(skill, plugin, sessions);
    const refusal = notRenamed(skill, knowing) ?? (await notMoved(move, moved, files));
    if (refusal) return refusal;
    moved.push(move);
  }
  const left = new LeftTexts();
  const hooks = await moveHooks(moved, plugin, sessions, edits);
  for (const session of sessions)
    await editPaths(moved, plugin, session, sessions, { files, open, edited, left, hooks });
  for (const { skill, newName } of moved) {
    const own = skillItem(skill).name;
    const knowing = sessions.flatMap((session) => sessionWith(session, skill.id) ?? []);
    const names = [{ from: skill.name, to: newName, ownFrom: own, ownTo: newName, isPluginSkill: true }];
    const { alias } = skill;
    const newAlias = `${plugin.name}:${alias}`;
    // Its field `name` invokes it, too.
    if (alias !== undefined)
      names.push({ from: alias, to: newAlias, ownFrom: alias, ownTo: newAlias, isPluginSkill: true });
    for (const name of names) await editReferences(skill, name, knowing, edits);
  }
  await editLinks(moved, sessions.map(offeringEverything), edits);
  left.addNames(edited.leftPlaces());
  await left.addFilesOf(moved, files);
  await left.addLinksOutOf(plugin.folder, moved, sessions, { files, open });
  return {
    moves: moved.map(({ from, to }) => ({ from, to })),
    names: moved.map(({ newName }) => newName.slice(plugin.name.length + 1)),
    created: hooks.created === undefined ? [] : [{ path: hooksFile, text: hooks.created }],
    left: left.result(),
  };
}

/** Why a skill cannot be moved; undefined if it can. */
async function notMoved(
  { skill, to }: MovedSkill,
  before: readonly MovedSkill[],
  files: FileSystem,
): Promise<Refusal | undefined> {
  if (skill.source.plugin !== undefined)
    return { problem: `\`${skill.name}\` is a skill of the plugin ${skill.source.plugin} already` };
  const isTaken = before.some((it) => it.to === to) || (await files.typeOf(to)) !== undefined;
  return isTaken ? { problem: `${to} already exists` } : undefined;
}

/** Replaces paths to what is moved in the texts that Claude Code inserts values into, and notes those in others. */
async function editPaths(
  moved: readonly MovedSkill[],
  plugin: PluginPlace,
  session: ShownSession,
  sessions: readonly ShownSession[],
  reach: {
    readonly files: FileSystem;
    readonly open: OpenTexts;
    readonly edited: EditedFiles;
    readonly left: LeftTexts;
    readonly hooks: MovedHooks;
  },
): Promise<void> {
  const { runtime } = session.catalog;
  const candidates = await namingFiles(offeringEverything(session), reach.files);
  const words = moved.map(({ from }) => lastPart(from));
  for (const text of await textsWith(words, candidates, reach.files, reach.open)) {
    const owner = moved.find(({ skill }) => skill.path === text.file.path);
    const inserted = owner && isEditable(text.file, sessions) ? insertedRanges(text, runtime) : [];
    for (const target of moved) {
      const edits: TextEdit[] = [];
      for (const { range, isQuoted } of spelledPaths(text.read.text, target.spellings)) {
        if (reach.hooks.has(text.file.path, range)) continue;
        const isInserted = inserted.some(({ start, end }) => start <= range.start && range.end <= end);
        const path = isInserted ? pathByVariable(target, owner!, plugin, runtime) : undefined;
        if (path === undefined) reach.left.addPath(text, range, owner !== undefined || isMoved(text, moved));
        else edits.push({ range, newText: isQuoted ? path.replace(/^(\$\{\w+\})/, '"$1"') : path });
      }
      reach.edited.add(text, edits);
    }
  }
}

function isMoved({ file }: SessionText, moved: readonly MovedSkill[]): boolean {
  return moved.some(({ from }) => isWithin(file.path, from));
}

/** The parts of a skill in which Claude Code replaces variables. */
function insertedRanges({ file, read }: SessionText, runtime: RuntimeId): readonly TextRange[] {
  const document: SkillDocument = readDocument(read.text, runtime, file.kind);
  const fields = ['allowed-tools', 'hooks'].flatMap((name) => document.frontmatter.fields.get(name)?.value.range ?? []);
  return [...fields, document.body.range];
}

/** The path to what is moved, as a text of a moved skill names it once it is in the plugin. */
function pathByVariable(
  target: MovedSkill,
  { skill }: MovedSkill,
  plugin: PluginPlace,
  runtime: RuntimeId,
): string | undefined {
  const place = `plugin-${skill.kind}` as const;
  const isOwn = target.skill.id === skill.id && skill.kind === 'skill';
  if (isOwn && isVariable('CLAUDE_SKILL_DIR', place, runtime)) return '${CLAUDE_SKILL_DIR}';
  if (!isVariable('CLAUDE_PLUGIN_ROOT', place, runtime)) return undefined;
  return `\${CLAUDE_PLUGIN_ROOT}/${relativeTo(target.to, plugin.folder)}`;
}
