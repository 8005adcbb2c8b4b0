import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { holdsName } from '../../catalog/resolve/skill-status.ts';
import { matchSkillRule } from '../../catalog/settings/skill-rules.ts';
import { readDocument } from '../../document/read-document.ts';
import { textRange } from '../../document/text/text-range.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { quoteYaml } from '../../rules/edits/quote-value.ts';
import { replaceValue } from '../../rules/edits/write-field.ts';
import type { TextEdit } from '../../rules/rule.ts';
import { type OpenTexts, readEditableText } from '../edits/editable-text.ts';
import { meantSkills } from '../references/meant-skills.ts';
import type { Reference } from '../references/reference.ts';
import { referencesIn } from '../references/references-in.ts';
import { isEditable, namingFiles, type SessionText, textsWith } from '../references/session-files.ts';
import type { ShownSession } from '../shown-skills/shown-session.ts';
import type { EditedFiles } from './edited-files.ts';
import { leftNames } from './left-names.ts';

/** The name of a skill before and after. */
export interface NewName {
  /** As it is typed after `/`. */
  readonly from: string;
  readonly to: string;
  /** The part of both that changes: what comes before it is the plugin or the folder of a command. */
  readonly ownFrom: string;
  readonly ownTo: string;
  /** The skill becomes one of a plugin, which `skillOverrides` does not apply to. */
  readonly isPluginSkill?: boolean;
}

/** Adds the edits of everything that names a skill, in every session that has it. */
export async function editReferences(
  skill: CatalogSkill,
  name: NewName,
  sessions: readonly ShownSession[],
  { files, open, edited }: { readonly files: FileSystem; readonly open: OpenTexts; readonly edited: EditedFiles },
): Promise<void> {
  for (const session of sessions) {
    const { catalog } = session;
    const own = catalog.get(skill.id);
    if (!own || !isCalledBy(own, name, catalog)) continue;
    const candidates = await namingFiles(session, files);
    for (const text of await textsWith([name.ownFrom], candidates, files, open)) {
      const edits = isEditable(text.file, sessions) ? editsIn(text, own, name, catalog) : [];
      edited.add(text, edits);
      edited.leave(text, name.ownFrom, leftNames(text, name.ownFrom, edits));
    }
  }
}

/** Adds the edit of the field `name` of a skill or agent, if it says the same as the folder or reference. */
export async function editNameField(
  { path }: { readonly path: string },
  { ownFrom, ownTo }: Pick<NewName, 'ownFrom' | 'ownTo'>,
  { runtime }: Pick<Catalog, 'runtime'>,
  { files, open, edited }: { readonly files: FileSystem; readonly open: OpenTexts; readonly edited: EditedFiles },
): Promise<void> {
  const read = await readEditableText(path, files, open);
  if (typeof read === 'string') return;
  const field = readDocument(read.text, runtime).frontmatter.fields.get('name');
  if (field?.value.kind !== 'scalar' || field.value.value !== ownFrom) return;
  const { range, style } = field.value;
  const isQuoted = style.endsWith('-quoted') && read.text.slice(range.start + 1, range.end - 1) === ownFrom;
  const edit =
    isQuoted && !/["'\\]/.test(ownTo)
      ? { range: textRange(range.start + 1, range.end - 1), newText: ownTo }
      : replaceValue(read.text, field, ownTo);
  if (edit) edited.add({ file: { path }, read }, [edit]);
}

/** Whether a name invokes this skill, and no other one. */
function isCalledBy(skill: CatalogSkill, { from }: NewName, catalog: Catalog): boolean {
  const isNamed = (it: CatalogSkill) => holdsName(it) && (it.name === from || it.alias === from);
  return isNamed(skill) && !catalog.skills().some((it) => it.id !== skill.id && isNamed(it));
}

function editsIn({ file, read }: SessionText, skill: CatalogSkill, name: NewName, catalog: Catalog): TextEdit[] {
  const document = readDocument(read.text, catalog.runtime, file.kind);
  return referencesIn(document, file).flatMap((reference) => {
    const written = writtenAs(reference, skill, name, catalog);
    if (written === undefined) return [];
    const { range } = reference;
    // An escape, or a value that is folded over several lines.
    if (read.text.slice(range.start, range.end) !== written.from && file.kind !== 'settings') return [];
    return [{ range, newText: inNotation(written.to, reference, file.kind === 'settings', read.text) }];
  });
}

/** The name in a reference, before and after; undefined if it does not certainly mean this skill alone. */
function writtenAs(
  { target }: Reference,
  skill: CatalogSkill,
  { from, to, ownFrom, ownTo, isPluginSkill }: NewName,
  catalog: Catalog,
): { readonly from: string; readonly to: string } | undefined {
  if (target.kind !== 'skill' || (isPluginSkill && target.by === 'override')) return undefined;
  if (target.name === from) {
    if (target.by !== 'prefix-rule') return { from, to };
    // A rule that is for other skills too stays.
    const others = catalog.skills().filter(({ id }) => id !== skill.id);
    const isShared = others.some((it) =>
      matchSkillRule(`Skill(${from}:*)`, it.alias === undefined ? [it.name] : [it.name, it.alias], catalog.runtime),
    );
    return isShared ? undefined : { from, to };
  }
  // An agent may leave out the plugin.
  if (target.by !== 'preload' || target.name !== ownFrom) return undefined;
  const meant = meantSkills(target, catalog);
  return meant.length === 1 && meant[0]!.id === skill.id ? { from: ownFrom, to: ownTo } : undefined;
}

function inNotation(name: string, { target, range }: Reference, isJson: boolean, text: string): string {
  if (isJson) return JSON.stringify(name).slice(1, -1);
  const isListed = target.kind === 'skill' && target.by === 'preload';
  if (!isListed || /^[\p{L}\p{N}_][\p{L}\p{N}_.:-]*$/u.test(name) || /["']/.test(text[range.start - 1] ?? ''))
    return name;
  return quoteYaml(name);
}
