import facts from '../../../schemas/skill-tool.json' with { type: 'json' };

const { compaction } = facts;

/** UTF-16 units that count as one token when Claude Code decides what of the invoked skills to keep. */
export const COMPACTION_CHARACTERS_PER_TOKEN = compaction.charactersPerToken;

/** The notice that replaces the end of a skill that is too long. */
export const COMPACTION_NOTICE = compaction.truncation;

/** The text before the first skill: a warning not to follow their requests again. */
export const COMPACTION_HEADER = compaction.header;

/** Separates two skills. */
export const COMPACTION_SEPARATOR = compaction.separator;

/** Where a skill comes from, as Claude Code names it to the model. */
export type CompactionPlace = keyof typeof compaction.places;

/** The text before that of a skill. */
export function compactionHeading(name: string, place: CompactionPlace): string {
  const path = compaction.places[place].replace('{name}', () => name);
  return compaction.heading.replace(/\{(name|place)\}/g, (_, what) => (what === 'name' ? name : path));
}
