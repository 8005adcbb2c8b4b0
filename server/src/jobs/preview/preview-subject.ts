import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import type { FileContext } from '../../catalog/file/file-context.ts';
import type { Session } from '../../catalog/session.ts';
import type { PreparedInvocation } from '../../runtime/invocation/prepare-invocation.ts';
import type { SkillPermissions } from '../../runtime/skill-tool/check-skill-call.ts';

/** The file of a preview, and the session in which it would be invoked. */
export interface PreviewSubject extends PreparedInvocation {
  readonly uri: string;
  /** The editor's version of the text; undefined if the file is not open. */
  readonly version: number | undefined;
  /** Absolute path of the file. */
  readonly path: string;
  readonly file: Pick<FileContext, 'place' | 'misplaced'>;
  /** The text was never saved, so it has no path that Claude Code could find. */
  readonly isUntitled: boolean;
  /** The skill in the session; undefined if it does not contain the file. */
  readonly known: CatalogSkill | undefined;
  /** The skill that is loaded in its place; undefined if there is none. */
  readonly instead: CatalogSkill | undefined;
  /** How the session decides about the Skill tool; undefined if no session is known. */
  readonly skillTool: { readonly session: Session; readonly permissions: SkillPermissions } | undefined;
  /** The other skills of the session; undefined if none is known. */
  readonly catalog?: Catalog | undefined;
}
