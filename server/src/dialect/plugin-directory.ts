import facts from '../../../schemas/plugin-directory.json' with { type: 'json' };

/** A link of the listing, which a manifest has under one of several keys. */
interface ListingLink {
  /** The first one that has a text counts. */
  readonly keys: readonly string[];
  /** Source of a regular expression that ignores case: without a key, the first line of the README that it is in has the link. */
  readonly topic?: string;
  readonly mayBeMail?: true;
}

/** The checks of the plugin directory, and their limits. */
export const PLUGIN_DIRECTORY = facts as unknown as {
  /** Names of READMEs, the first one that exists counts. */
  readonly readmes: readonly string[];
  /** Names of licenses, in any case. */
  readonly licenses: readonly string[];
  readonly icons: readonly string[];
  readonly systemFiles: readonly string[];
  /** A folder whose files are all left by a system. */
  readonly systemFolder: string;
  readonly links: readonly ListingLink[];
  readonly limits: typeof facts.limits;
};

/** The keys under which a manifest may have the address of a privacy policy. */
export const PRIVACY_KEYS: readonly string[] = PLUGIN_DIRECTORY.links.find(({ topic }) => topic === 'privacy')!.keys;
