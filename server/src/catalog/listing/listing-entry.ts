import { readFlag, readLooseText, readText } from '../../dialect/coercion.ts';
import type { InstalledFacts } from '../../dialect/installed-facts.ts';
import { isBuiltInName, isFreeWithoutBundledSkills } from '../../dialect/names/built-in-commands.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { isReservedName } from '../../dialect/targets.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { letterExpression } from '../../document/text/letter-expression.ts';
import { bytesAbove } from '../facts/bytes-above.ts';
import { fallbackDescription } from '../facts/fallback-description.ts';
import { visibleText } from '../facts/visible-text.ts';

/** The listing of one skill for the model before any budget is applied. */
interface ListingEntry {
  /** The folder's name, with the alias in parentheses if Claude Code shows it. */
  readonly label: string;
  /** Description and `when_to_use`, cleaned and cut at the cap. */
  readonly text: string;
  /** `- label: text` */
  readonly line: string;
}

/**
 * The listing line of a single skill, exactly as Claude Code sends it; undefined if Claude Code does not list it.
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
  const name = readLooseText(fields.get('name')?.value, document.runtime);
  const { listsUndescribedSkills, skillNotLoadedAbove, reservesNames } = capabilities(document.runtime);
  if (!listsUndescribedSkills && description === undefined && whenToUse === undefined) return undefined;
  if (bytesAbove(skillNotLoadedAbove, document.text) !== undefined) return undefined;
  if (reservesNames && (isReservedName(folder, 'folder') || (name && isReservedName(name, 'alias')))) return undefined;
  const isAliased = name && !taken.has(name) && isShownAlias(name, folder, document.runtime);
  const label = isAliased && capabilities(document.runtime).showsAliasesInListing ? `${folder} (${name})` : folder;
  const { text } = listingText(description ?? fallbackDescription(document), whenToUse, document.runtime, cap);
  return { label, text, line: `- ${label}: ${text}` };
}

/** What else has a name in a session. */
interface NamesOfClaudeCode {
  readonly installed?: InstalledFacts | undefined;
  readonly hasBundledSkills: boolean;
}

const plainName = letterExpression(String.raw`^[\p{L}\p{M}\p{N}_\-.:]+$`, 'u');

/** Whether Claude Code shows an alias that no other skill has. */
export function isShownAlias(
  name: string,
  folder: string,
  runtime: RuntimeId,
  { installed, hasBundledSkills }: NamesOfClaudeCode = { hasBundledSkills: true },
): boolean {
  const isFree = !hasBundledSkills && isFreeWithoutBundledSkills(name, runtime);
  return (
    name !== folder &&
    name.length <= (capabilities(runtime).nameIgnoredAbove ?? Infinity) &&
    plainName(name).test(name) &&
    (isFree || !isBuiltInName(name, installed))
  );
}

/** The text of a skill for the model, before and after the cap. */
interface ListingText {
  readonly text: string;
  /** UTF-16 units before the cap. */
  readonly uncutLength: number;
}

/**
 * The text after the label, as a release composes it.
 *
 * @param description what the author wrote, or what replaces it; with Claude Code's remark, if any
 * @param cap the most UTF-16 units, `skillListingMaxDescChars`; it has no effect in a release without a cap
 */
export function listingText(
  description: string,
  whenToUse: string | undefined,
  runtime: RuntimeId,
  cap: number,
): ListingText {
  const { cleansListingText, listingTextCap } = capabilities(runtime);
  const whole = cleansListingText ? cleaned(joined(description.trim(), whenToUse)) : joined(description, whenToUse);
  const isCut = listingTextCap !== null && whole.length > cap;
  return { text: isCut ? `${whole.slice(0, cap - 1)}…` : whole, uncutLength: whole.length };
}

function joined(description: string, whenToUse: string | undefined): string {
  return whenToUse === undefined ? description : `${description} - ${whenToUse}`;
}

/** Without invisible characters, and with angle brackets that cannot end Claude Code's own tags. */
function cleaned(text: string): string {
  return visibleText(text).replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
