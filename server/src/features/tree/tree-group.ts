import type { SourceError } from '../../catalog/catalog-skill.ts';
import type { ContextWord } from './tree-context.ts';
import type { ShownSkill } from './tree-session.ts';

/** A group of skills. */
export interface TreeGroup {
  /** The URI of the session that contains it; empty at the root. */
  readonly scope: string;
  /** Unique within its scope, and for every grouping another one unless it is the same group. */
  readonly key: string;
  readonly label: string;
  /** Its folder; undefined if it has none or several. */
  readonly folder: string | undefined;
  /** That folder as a person would write it. */
  readonly path: string | undefined;
  /** What a person should know of all that is in it. */
  readonly remark: string | undefined;
  readonly icon: string;
  readonly words: readonly ContextWord[];
  /** Whether it is open at first. */
  readonly expanded: boolean;
  /** What its number is: of the skills that are loaded, or of all that is in it. */
  readonly counts: 'loaded' | 'everything';
  readonly skills: readonly ShownSkill[];
  readonly errors: readonly SourceError[];
}
