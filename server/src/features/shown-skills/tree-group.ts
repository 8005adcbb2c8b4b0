import type { SourceError } from '../../catalog/catalog-skill.ts';
import type { ContextWord } from '../../protocol.ts';
import type { ShownSkill } from './shown-session.ts';

/** A group of skills. */
export interface TreeGroup {
  /** The URI of the session that contains it; empty at the root. */
  readonly scope: string;
  /** Unique within its scope, and different for different groupings unless it is the same group. */
  readonly key: string;
  readonly label: string;
  /** Its folder; undefined if it has none or several. */
  readonly folder: string | undefined;
  /** That folder as a path for users. */
  readonly path: string | undefined;
  /** A note about everything in it. */
  readonly remark: string | undefined;
  readonly icon: string;
  readonly words: readonly ContextWord[];
  /** Whether it is initially expanded. */
  readonly expanded: boolean;
  /** Which rows it counts: loaded skills, all of its content, or all files that are skills. */
  readonly counts: 'loaded' | 'everything' | 'skills';
  readonly skills: readonly ShownSkill[];
  /** The groups in it, which are shown before its skills. */
  readonly groups?: readonly TreeGroup[];
  readonly errors: readonly SourceError[];
}

/** The flags of a node as its `contextValue`. */
export function contextValue(words: readonly ContextWord[]): string {
  return words.join(' ');
}
