import { builtInCommandNames } from '../dialect/built-in-commands.ts';
import { readFlag, readLooseText, readText } from '../dialect/coercion.ts';
import { FALLBACK_DESCRIPTION_CAP, NAME_IGNORED_ABOVE, NOT_LOADED_ABOVE } from '../dialect/limits.ts';
import { isReservedName } from '../dialect/targets.ts';
import type { SkillDocument } from '../document/skill-document.ts';
import { bytesAbove } from './bytes-above.ts';
import { visibleText } from './visible-text.ts';

/** What the model sees of one skill before any budget is applied. */
export interface ListingEntry {
  /** The folder's name, with the alias in parentheses where the client shows it. */
  readonly label: string;
  /** Description and `when_to_use`, cleaned and cut at the cap. */
  readonly text: string;
  /** `- label: text` */
  readonly line: string;
}

/**
 * The listing line of a skill that stands alone, exactly as the client sends it; undefined where the client does not
 * list it.
 *
 * @param folder the skill's folder name, its identifier
 * @param cap the most UTF-16 units of text, `skillListingMaxDescChars`
 * @param taken names of other skills, which cannot be shown as an alias
 */
export function listingEntry(
  document: SkillDocument,
  folder: string,
  cap: number,
  taken: ReadonlySet<string> = new Set(),
): ListingEntry | undefined {
  const { fields } = document.frontmatter;
  const flag = (name: string) => readFlag(fields.get(name)?.value, document.runtime)?.value;
  if (flag('disable-model-invocation')) return undefined;
  const description = readText(fields.get('description')?.value, document.runtime);
  const whenToUse = readLooseText(fields.get('when_to_use')?.value, document.runtime);
  if (document.runtime !== 'claude-code') {
    if (description === undefined && whenToUse === undefined) return undefined;
    const text = joined(description ?? fallbackDescription(document), whenToUse);
    return { label: folder, text, line: `- ${folder}: ${text}` };
  }
  const name = readLooseText(fields.get('name')?.value, document.runtime);
  if (bytesAbove(NOT_LOADED_ABOVE, document.text) !== undefined) return undefined;
  if (isReservedName(folder, 'folder') || (name && isReservedName(name, 'alias'))) return undefined;
  const label = name && !taken.has(name) && isShownAlias(name, folder) ? `${folder} (${name})` : folder;
  const whole = cleaned(joined((description ?? fallbackDescription(document)).trim(), whenToUse));
  const text = whole.length > cap ? `${whole.slice(0, cap - 1)}…` : whole;
  return { label, text, line: `- ${label}: ${text}` };
}

/** A skill of a folder of skills. */
export interface ListedSkill {
  readonly folder: string;
  readonly document: SkillDocument;
}

/**
 * The lines of the skills of one folder, in the client's order, before any budget: by name, in old releases by code
 * unit. The first skill with an alias has it, and a folder's name is never another one's alias.
 */
export function listFolder(skills: readonly ListedSkill[], cap: number): string[] {
  const latest = skills[0]?.document.runtime === 'claude-code';
  const byName = (a: ListedSkill, b: ListedSkill) =>
    latest ? a.folder.localeCompare(b.folder) : a.folder < b.folder ? -1 : 1;
  const taken = new Set(skills.map(({ folder }) => folder));
  return [...skills].sort(byName).flatMap(({ folder, document }) => {
    const entry = listingEntry(document, folder, cap, taken);
    const alias = readLooseText(document.frontmatter.fields.get('name')?.value, document.runtime);
    if (alias !== undefined) taken.add(alias);
    return entry ? [entry.line] : [];
  });
}

/** The first line of the body that is not blank, freed of a heading's marks; `Skill` for an empty body. */
export function fallbackDescription(document: SkillDocument): string {
  const body = document.text.slice(document.frontmatter.block?.range.end ?? 0);
  for (const line of linesOf(body)) {
    const text = line.trim();
    if (text === '') continue;
    const plain = /^#+\s+(.+)$/.exec(text)?.[1] ?? text;
    return plain.length > FALLBACK_DESCRIPTION_CAP ? `${plain.slice(0, FALLBACK_DESCRIPTION_CAP - 3)}...` : plain;
  }
  return 'Skill';
}

/** One line at a time, so that a long body is not split for its first line. */
function* linesOf(text: string): Generator<string> {
  let start = 0;
  while (start <= text.length) {
    const end = text.indexOf('\n', start);
    yield end < 0 ? text.slice(start) : text.slice(start, end);
    if (end < 0) return;
    start = end + 1;
  }
}

function isShownAlias(name: string, folder: string): boolean {
  return (
    name !== folder &&
    name.length <= NAME_IGNORED_ABOVE &&
    /^[\p{L}\p{M}\p{N}_\-.:]+$/u.test(name) &&
    !builtInCommandNames.has(name)
  );
}

function joined(description: string, whenToUse: string | undefined): string {
  return whenToUse === undefined ? description : `${description} - ${whenToUse}`;
}

/** Without what cannot be seen, and with angle brackets that cannot end the client's own tags. */
function cleaned(text: string): string {
  return visibleText(text).replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
