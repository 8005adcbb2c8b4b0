import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import type { CommandPermissions } from '../../runtime/permissions/check-command.ts';
import type { RenderableSkill, RenderSession } from '../../runtime/render/renderable-skill.ts';

/** What a preview is of, and the session in which it would be invoked. */
export interface PreviewSubject {
  readonly uri: string;
  /** The editor's version of the text; undefined where the file is not open. */
  readonly version: number | undefined;
  /** Absolute path of the file. */
  readonly path: string;
  readonly skill: RenderableSkill;
  /** What the session makes of the file; undefined where it has none there. */
  readonly known: CatalogSkill | undefined;
  readonly session: RenderSession;
  readonly permissions: CommandPermissions;
}
