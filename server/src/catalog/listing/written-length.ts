import { readLooseText, readText } from '../../dialect/coercion.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { CatalogSkill } from '../catalog-skill.ts';
import { fallbackDescription } from '../facts/fallback-description.ts';
import type { SkillFacts } from '../facts/skill-facts.ts';
import type { SessionSettings } from '../settings/session-settings.ts';
import { listingText } from './listing-entry.ts';

/** The most UTF-16 units of one text in the listing; undefined for a release without a limit. */
export function listingTextCap(runtime: RuntimeId, settings?: Pick<SessionSettings, 'textCap'>): number | undefined {
  const { listingTextCap: usual } = capabilities(runtime);
  return usual === null ? undefined : (settings?.textCap ?? usual);
}

/** The length in UTF-16 units that a document has in the listing before it is cut, without what Claude Code adds. */
export function writtenLength(document: SkillDocument): number {
  const { runtime, frontmatter } = document;
  return lengthOf(
    {
      description: readText(frontmatter.fields.get('description')?.value, runtime),
      fallback: fallbackDescription(document),
      whenToUse: readLooseText(frontmatter.fields.get('when_to_use')?.value, runtime),
    },
    runtime,
  );
}

/** The length of what Claude Code adds to a skill's own text, such as the folder that it is for. */
export function addedLength({ entry, facts }: CatalogSkill, runtime: RuntimeId): number {
  return entry === undefined ? 0 : entry.uncutLength - lengthOf(facts, runtime);
}

function lengthOf(
  { description, fallback, whenToUse }: Pick<SkillFacts, 'description' | 'fallback' | 'whenToUse'>,
  runtime: RuntimeId,
): number {
  return listingText((description ?? fallback).trim(), whenToUse, runtime, Infinity).uncutLength;
}
