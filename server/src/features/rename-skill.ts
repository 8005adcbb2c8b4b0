import type { RenameFile, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import { URI } from 'vscode-uri';
import type { CatalogAgent } from '../catalog/catalog.ts';
import type { CatalogSkill } from '../catalog/catalog-skill.ts';
import { LineIndex } from '../document/line-index.ts';
import { readDocument } from '../document/read-document.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { mapConcurrently } from '../platform/map-concurrently.ts';
import type { RenameSkillParams } from '../protocol.ts';
import type { TextEdit } from '../rules/rule.ts';
import { replaceValue } from '../rules/write-field.ts';
import { toLspEdit } from './lsp-range.ts';
import type { Refusal } from './refusal.ts';
import { hasItsName } from './skill-agents.ts';
import { type SkillItem, skillItem } from './skill-info.ts';
import { type NewName, renameInAgent, renameInSettings, renameInText } from './skill-mentions.ts';
import { isWritable } from './tier-groups.ts';
import type { TreeSession } from './tree-session.ts';

/** How many files are read at a time. */
const concurrency = 16;

/**
 * Gives a skill's folder, or a command's file, another name, with everything that speaks of it: its field `name` where
 * that says the same, `/name` in other skills, commands and agents, the skills that agents start with, permission rules
 * and overrides. What is not one's own to change stays as it is.
 */
export async function renameSkill(
  sessions: readonly TreeSession[],
  { skill: id, newName }: RenameSkillParams,
  files: FileSystem,
): Promise<WorkspaceEdit | Refusal> {
  const knowing = sessions.filter(({ catalog }) => catalog.get(id) !== undefined);
  const skill = knowing[0]?.catalog.get(id);
  if (!skill) return { error: 'The skill is no longer there' };
  if (!isWritable(skill.source)) return { error: `\`${skill.name}\` is read-only: copy it to rename the copy` };
  if (newName.trim() !== newName || newName === '' || newName === '.' || newName === '..' || /[\\/]/.test(newName)) {
    return { error: 'A name is one folder, without slashes' };
  }
  const item = skillItem(skill);
  const target = pathAfter(item, newName);
  const isSame = target.toLowerCase() === item.path.toLowerCase();
  if (!isSame && (await files.typeOf(target)) !== undefined) return { error: `${target} exists already` };
  const edits = await textEdits(skill, item, newName, knowing, files);
  const rename: RenameFile = {
    kind: 'rename',
    oldUri: URI.file(item.path).toString(),
    newUri: URI.file(target).toString(),
  };
  // The texts go first: afterwards some have another address.
  return { documentChanges: [...edits, rename] };
}

function pathAfter({ path, kind, name }: SkillItem, newName: string): string {
  const parent = path.slice(0, path.lastIndexOf('/'));
  const extension = kind === 'file' ? path.slice(parent.length + 1 + name.length) : '';
  return `${parent}/${newName}${extension}`;
}

async function textEdits(
  skill: CatalogSkill,
  item: SkillItem,
  newName: string,
  sessions: readonly TreeSession[],
  files: FileSystem,
): Promise<TextDocumentEdit[]> {
  const editors = new Map<string, (text: string) => TextEdit[]>();
  const name = { from: skill.name, to: `${skill.name.slice(0, skill.name.length - item.name.length)}${newName}` };
  for (const session of sessions) {
    const own = session.catalog.get(skill.id);
    if (own && isCalled(own, session)) addMentions(editors, name, own, session);
  }
  const others = editors.get(skill.path);
  const { runtime } = sessions[0]!.catalog;
  editors.set(skill.path, (text) => [...renameField(text, item.name, newName, runtime), ...(others?.(text) ?? [])]);
  const changed = await mapConcurrently([...editors], concurrency, async ([path, editor]) => {
    const text = textOf(await files.readFile(path));
    return text === undefined ? undefined : toDocumentEdit(path, text, editor(text));
  });
  return changed.filter((edit) => edit !== undefined);
}

/** Whether it is this skill that its name calls, and no other one. */
function isCalled(skill: CatalogSkill, { catalog }: TreeSession): boolean {
  return (
    hasItsName(skill) &&
    skill.name.endsWith(skillItem(skill).name) &&
    !catalog.skills().some((it) => it.id !== skill.id && it.name === skill.name && hasItsName(it))
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
  if (managed !== undefined && path.startsWith(`${managed}/`)) return false;
  return !sources.some(({ plugin, owner }) => plugin !== undefined && path.startsWith(`${owner}/`));
}

function renameField(text: string, from: string, to: string, runtime: TreeSession['catalog']['runtime']): TextEdit[] {
  const field = readDocument(text, runtime).frontmatter.fields.get('name');
  if (field?.value.kind !== 'scalar' || field.value.value !== from) return [];
  const edit = replaceValue(text, field, to);
  return edit ? [edit] : [];
}

/** As an editor has it: without a byte order mark. Undefined for what is no text. */
function textOf(bytes: Uint8Array | undefined): string | undefined {
  if (!bytes) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function toDocumentEdit(path: string, text: string, edits: readonly TextEdit[]): TextDocumentEdit | undefined {
  if (edits.length === 0) return undefined;
  const lines = new LineIndex(text);
  return {
    textDocument: { uri: URI.file(path).toString(), version: null },
    edits: edits.map((edit) => toLspEdit(lines, edit)),
  };
}
