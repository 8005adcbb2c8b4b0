import type { BundledSkill } from './names/bundled-skills.ts';

/**
 * Facts about an installed Claude Code from its own answers, as plain data. For the session that it was asked about,
 * it comes before the tables of `schemas/`, which are those of the verified releases.
 */
export interface InstalledFacts {
  /** Digits and dots; undefined if it did not say. */
  readonly version: string | undefined;
  /** Names of commands and skills, without aliases; those that only a terminal has are missing. */
  readonly commandNames: readonly string[];
  /** The skills that it lists to the model, in the order of the listing; undefined if it did not say. */
  readonly listedSkills: readonly BundledSkill[] | undefined;
  /** All events of hooks; undefined if it did not say. */
  readonly hookEvents: readonly InstalledHookEvent[] | undefined;
}

/** An event of hooks, with Claude Code's own words for when it happens. */
export interface InstalledHookEvent {
  readonly name: string;
  readonly summary: string;
}
