import type { FileEdit } from './edit-messages.ts';

/* Skills that become those of a plugin, and plugins that a marketplace offers. */

/** `skillwright/sharePlaces`: the plugins and marketplaces in the open folders. */
export interface SharePlaces {
  readonly plugins: readonly SharePlace[];
  readonly marketplaces: readonly SharePlace[];
}

/** A plugin or marketplace that may be changed. */
export interface SharePlace {
  readonly name: string;
  /** Its folder, as it is displayed to users. */
  readonly detail: string;
  /** The URI of its folder. */
  readonly uri: string;
}

/** `skillwright/sharePlan`: everything that changes when skills become those of a plugin, and a marketplace offers it. */
export interface SharePlanParams {
  /** Their ids; none to offer a plugin as it is. */
  readonly skills: readonly string[];
  readonly plugin: NewOrExisting;
  /** Absent for none. */
  readonly marketplace?: NewOrExisting;
}

/** A folder, and what is created in it. */
export interface NewOrExisting {
  /** The URI of the folder. */
  readonly uri: string;
  /** Its name if it is new; absent for one that exists. */
  readonly newName?: string;
}

/** A place in a text that a change leaves as it is. */
export interface LeftPlace {
  readonly uri: string;
  /** Zero-based. */
  readonly line: number;
  readonly written: string;
  /** Why it stays, and what to do; a sentence without full stop. */
  readonly reason: string;
}

/** `skillwright/sharedNameProblem`: why a new plugin or marketplace cannot have a name, or null. */
export interface SharedNameParams {
  readonly name: string;
  readonly kind: 'plugin' | 'marketplace';
}

/** `skillwright/pluginVersion`: the version of a plugin, and those that may follow; null without a manifest. */
export interface PluginVersion {
  readonly name: string;
  readonly version: string | null;
  readonly next: readonly { readonly step: string; readonly version: string }[];
}

/** `skillwright/bumpVersion`: the edits of the manifest, and of the marketplaces around a plugin that say its version. */
export interface BumpVersionParams {
  /** The URI of the folder of the plugin. */
  readonly uri: string;
  readonly version: string;
}

/** The answer to `skillwright/sharePlan`; nothing is written. */
export interface SharePlan {
  /** The name of the plugin. */
  readonly plugin: string;
  /** The name of the marketplace that offers it. */
  readonly marketplace?: string;
  /** Files that do not exist yet. */
  readonly created: readonly { readonly uri: string; readonly text: string }[];
  readonly files: readonly FileEdit[];
  /** Files and folders that are moved afterwards. */
  readonly moves: readonly { readonly oldUri: string; readonly newUri: string }[];
  /** Texts that stay as they are, although they may not be right any longer. */
  readonly left: readonly LeftPlace[];
  /** The real locations, as they are displayed to users, of changes outside the displayed folder. */
  readonly outside: readonly string[];
}
