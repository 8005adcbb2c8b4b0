import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import type { PreparedInvocation } from '../../runtime/invocation/prepare-invocation.ts';

/** The file of a preview, and the session in which it would be invoked. */
export interface PreviewSubject extends PreparedInvocation {
  readonly uri: string;
  /** The editor's version of the text; undefined if the file is not open. */
  readonly version: number | undefined;
  /** Absolute path of the file. */
  readonly path: string;
  /** What the session makes of the file; undefined if it does not contain it. */
  readonly known: CatalogSkill | undefined;
}
