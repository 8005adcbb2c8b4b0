import { builtInCommandNames } from '../../dialect/built-in-commands.ts';
import { readFlag, readLooseText, readText } from '../../dialect/coercion.ts';
import { NAME_IGNORED_ABOVE, NOT_LOADED_ABOVE } from '../../dialect/limits.ts';
import { isReservedName } from '../../dialect/targets.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { bytesAbove } from '../facts/bytes-above.ts';
import { fallbackDescription } from '../facts/fallback-description.ts';
import { visibleText } from '../facts/visible-text.ts';

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
    const { text } = listingText(description ?? fallbackDescription(document), whenToUse, document.runtime, cap);
    return { label: folder, text, line: `- ${folder}: ${text}` };
  }
  const name = readLooseText(fields.get('name')?.value, document.runtime);
  if (bytesAbove(NOT_LOADED_ABOVE, document.text) !== undefined) return undefined;
  if (isReservedName(folder, 'folder') || (name && isReservedName(name, 'alias'))) return undefined;
  const label = name && !taken.has(name) && isShownAlias(name, folder) ? `${folder} (${name})` : folder;
  const { text } = listingText(description ?? fallbackDescription(document), whenToUse, document.runtime, cap);
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

/** Whether the client shows an alias that nobody else has. */
export function isShownAlias(name: string, folder: string): boolean {
  return (
    name !== folder &&
    name.length <= NAME_IGNORED_ABOVE &&
    /^[\p{L}\p{M}\p{N}_\-.:]+$/u.test(name) &&
    !builtInCommandNames.has(name)
  );
}

/** What the model reads of a skill, before and after the cap. */
export interface ListingText {
  readonly text: string;
  /** UTF-16 units before the cap. */
  readonly uncutLength: number;
}

/**
 * The text behind the label, as a release makes it.
 *
 * @param description what the author wrote, or what stands in for it; with a remark of the client's where it has one
 * @param cap the most UTF-16 units, `skillListingMaxDescChars`; 2.1.7 knows none
 */
export function listingText(
  description: string,
  whenToUse: string | undefined,
  runtime: RuntimeId,
  cap: number,
): ListingText {
  if (runtime !== 'claude-code') {
    const text = joined(description, whenToUse);
    return { text, uncutLength: text.length };
  }
  const whole = cleaned(joined(description.trim(), whenToUse));
  return { text: whole.length > cap ? `${whole.slice(0, cap - 1)}…` : whole, uncutLength: whole.length };
}

function joined(description: string, whenToUse: string | undefined): string {
  return whenToUse === undefined ? description : `${description} - ${whenToUse}`;
}

/** Without what cannot be seen, and with angle brackets that cannot end the client's own tags. */
function cleaned(text: string): string {
  return visibleText(text).replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
