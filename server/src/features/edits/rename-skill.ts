import { URI } from 'vscode-uri';
import type { CatalogAgent } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { holdsName } from '../../catalog/resolve/skill-status.ts';
import { readDocument } from '../../document/read-document.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';
import { folderOf, isInside } from '../../platform/paths.ts';
import type { FileEdit, RenameEdit, RenameSkillParams } from '../../protocol.ts';
import { replaceValue } from '../../rules/edits/write-field.ts';
import type { TextEdit } from '../../rules/rule.ts';
import { outsideOf } from '../tree/outside.ts';
import { outsideOfItem, type SkillItem, skillItem } from '../tree/skill-info.ts';
import { isWritable } from '../tree/tier-groups.ts';
import { sessionWith, type TreeSession } from '../tree/tree-session.ts';
import { type OpenTexts, readEditableText, toFileEdit } from './editable-text.ts';
import type { Refusal } from './refusal.ts';
import { type NewName, renameInAgent, renameInSettings, renameInText } from './skill-mentions.ts';

/** How many files are read at a time. */
const concurrency = 16;

/**
 * Renames a skill's folder, or a command's file, with everything that refers to it: its field `name` if
 * that is the same, `/name` in other skills, commands and agents, the skills that agents start with, permission rules
 * and overrides. Files that the user must not change stay unchanged.
 */
export async function renameSkill(
  sessions: readonly TreeSession[],
  { skill: id, newName }: RenameSkillParams,
  files: FileSystem,
  open: OpenTexts,
): Promise<RenameEdit | Refusal> {
  const knowing = sessions.flatMap((session) => sessionWith(session, id) ?? []);
  const skill = knowing[0]?.catalog.get(id);
  if (!skill) return { error: 'The skill no longer exists' };
  if (!isWritable(skill.source)) return { error: `\`${skill.name}\` is read-only. Copy it and rename the copy` };
  if (newName.trim() !== newName || newName === '' || newName === '.' || newName === '..' || /[\\/]/.test(newName)) {
    return { error: 'A name must be a single folder name, without slashes' };
  }
  const item = skillItem(skill);
  const target = pathAfter(item, newName);
  const isSame = target.toLowerCase() === item.path.toLowerCase();
  if (!isSame && (await files.typeOf(target)) !== undefined) return { error: `${target} already exists` };
  const edited = await textEdits(skill, item, newName, knowing, files, open);
  const outside = await Promise.all([
    outsideOfItem(item, knowing, files),
    ...edited.map(({ path }) => outsideOf(path, knowing, files)),
  ]);
  return {
    files: edited.map(({ edit }) => edit),
    oldUri: URI.file(item.path).toString(),
    newUri: URI.file(target).toString(),
    outside: [...new Set(outside.filter((path) => path !== undefined))],
  };
}

function pathAfter({ path, kind, name }: SkillItem, newName: string): string {
  const parent = folderOf(path);
  const extension = kind === 'file' ? path.slice(parent.length + 1 + name.length) : '';
  return `${parent}/${newName}${extension}`;
}

interface EditedFile {
  readonly path: string;
  readonly edit: FileEdit;
}

async function textEdits(
  skill: CatalogSkill,
  item: SkillItem,
  newName: string,
  sessions: readonly TreeSession[],
  files: FileSystem,
  open: OpenTexts,
): Promise<EditedFile[]> {
  const editors = new Map<string, (text: string) => TextEdit[]>();
  const name = { from: skill.name, to: `${skill.name.slice(0, skill.name.length - item.name.length)}${newName}` };
  for (const session of sessions) {
    const own = session.catalog.get(skill.id);
    if (own && isCalled(own, session)) addMentions(editors, name, own, session);
  }
  const others = editors.get(skill.path);
  const { runtime } = sessions[0]!.catalog;
  editors.set(skill.path, (text) => [...renameField(text, item.name, newName, runtime), ...(others?.(text) ?? [])]);
  const paths = await withoutOtherNames([skill.path, ...editors.keys()], files);
  const changed = await mapConcurrently(paths, concurrency, async (path) => {
    const read = await readEditableText(path, files, open);
    if (typeof read === 'string') return undefined;
    const edits = editors.get(path)!(read.text);
    return edits.length === 0 ? undefined : { path, edit: await toFileEdit(read, edits) };
  });
  return changed.filter((edit) => edit !== undefined);
}

/** One path per file: two edits of one file would overwrite each other. */
async function withoutOtherNames(paths: readonly string[], files: FileSystem): Promise<string[]> {
  const identities = await mapConcurrently(paths, concurrency, async (path) => (await files.identityOf(path)) ?? path);
  const byIdentity = new Map(paths.toReversed().map((path, index) => [identities.at(-1 - index), path]));
  return [...byIdentity.values()].reverse();
}

/** Whether its name invokes this skill, and no other one. */
function isCalled(skill: CatalogSkill, { catalog }: TreeSession): boolean {
  return (
    holdsName(skill) &&
    skill.name.endsWith(skillItem(skill).name) &&
    !catalog.skills().some((it) => it.id !== skill.id && it.name === skill.name && holdsName(it))
  );
}

function addMentions(
  editors: Map<string, (text: string) => TextEdit[]>,
  name: NewName,
  skill: CatalogSkill,
  session: TreeSession,
): void {
  const { catalog } = session;
  const { runtime } = catalog;
  for (const { path, source } of catalog.skills()) {
    if (isWritable(source)) editors.set(path, (text) => renameInText(text, name));
  }
  for (const agent of catalog.agents().filter((it) => isOwnAgent(it, session))) {
    editors.set(agent.path, (text) => [
      ...renameInText(text, name),
      ...renameInAgent(readDocument(text, runtime), name),
    ]);
  }
  const others = catalog
    .skills()
    .filter((it) => it.id !== skill.id)
    .flatMap((it) => [it.name, ...(it.alias === undefined ? [] : [it.alias])]);
  for (const { scope, path } of catalog.settings.files) {
    if (scope !== 'managed') editors.set(path, (text) => renameInSettings(text, name, others, runtime));
  }
}

function isOwnAgent({ path }: CatalogAgent, { sources, session }: TreeSession): boolean {
  const { managed } = session.environment;
  if (managed !== undefined && isInside(path, managed)) return false;
  return !sources.some(({ plugin, owner }) => plugin !== undefined && isInside(path, owner));
}

function renameField(text: string, from: string, to: string, runtime: TreeSession['catalog']['runtime']): TextEdit[] {
  const field = readDocument(text, runtime).frontmatter.fields.get('name');
  if (field?.value.kind !== 'scalar' || field.value.value !== from) return [];
  const edit = replaceValue(text, field, to);
  return edit ? [edit] : [];
}
