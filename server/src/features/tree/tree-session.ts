import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill, SkillSource, SkillStatus, SourceError } from '../../catalog/catalog-skill.ts';
import type { Session } from '../../catalog/session.ts';
import type { SessionInfo } from '../../protocol.ts';

/** A session as the tree of skills shows it. */
export interface TreeSession {
  readonly info: SessionInfo;
  readonly session: Session;
  readonly catalog: Catalog;
  /** Every place in which the session looks for skills, also those that hold none. */
  readonly sources: readonly SkillSource[];
}

/** A skill with the session in whose eyes it is shown. */
export interface ShownSkill {
  readonly skill: CatalogSkill;
  readonly in: TreeSession;
  /** The URI of the session; empty where all sessions share the skill, or there is only one. */
  readonly session: string;
  /** Sessions in which something else becomes of it. */
  readonly elsewhere: readonly { readonly name: string; readonly status: SkillStatus }[];
}

/** What is shown together: everything of the only session, what all sessions share, or what one session has alone. */
export interface TreeScope {
  /** The URI of the session whose own it is; empty for the others. */
  readonly uri: string;
  /** The session in whose eyes paths and names are shown. */
  readonly in: TreeSession;
  readonly sources: readonly SkillSource[];
  /** In the order of the listing. */
  readonly skills: readonly ShownSkill[];
  readonly errors: readonly SourceError[];
}

const loadedStatuses: ReadonlySet<SkillStatus> = new Set(['active', 'name-only', 'conditional']);

/** Whether a skill is there, at once or as soon as a file is touched. */
export function isLoaded({ status }: CatalogSkill): boolean {
  return loadedStatuses.has(status);
}

/**
 * The sessions as they are shown. With several of them, what is the user's, managed or a plugin's is the same in all
 * and comes once, before what each folder has of its own.
 */
export function treeScopes(sessions: readonly TreeSession[]): readonly TreeScope[] {
  const [first, ...others] = sessions;
  if (!first) return [];
  if (others.length === 0) {
    const skills = first.catalog.skills().map((skill) => ({ skill, in: first, session: '', elsewhere: [] }));
    return [{ uri: '', in: first, sources: first.sources, skills, errors: first.catalog.errors() }];
  }
  const isShared = (source: SkillSource) =>
    isOfEveryFolder(source) && others.every(({ sources }) => sources.some(({ id }) => id === source.id));
  const shared = new Set(first.sources.filter(isShared).map(({ id }) => id));
  const sharedErrors = first.catalog.errors().filter((error) => others.every((it) => hasError(it, error)));
  return [
    {
      uri: '',
      in: first,
      sources: first.sources.filter(({ id }) => shared.has(id)),
      skills: first.catalog
        .skills()
        .filter(({ source }) => shared.has(source.id))
        .map(({ id }) => sharedSkill(id, sessions)!),
      errors: sharedErrors,
    },
    ...sessions.map((it) => ({
      uri: it.info.uri,
      in: it,
      sources: it.sources.filter(({ id }) => !shared.has(id)),
      skills: it.catalog
        .skills()
        .filter(({ source }) => !shared.has(source.id))
        .map((skill) => ({ skill, in: it, session: it.info.uri, elsewhere: [] })),
      errors: it.catalog.errors().filter((error) => !sharedErrors.some((other) => isSameError(other, error))),
    })),
  ];
}

/** The skill of this id in a session, or in all of them; undefined where it is gone. */
export function findShownSkill(sessions: readonly TreeSession[], session: string, id: string): ShownSkill | undefined {
  if (session === '') return sharedSkill(id, sessions);
  const found = sessions.find(({ info }) => info.uri === session);
  const skill = found?.catalog.get(id);
  return found && skill && { skill, in: found, session, elsewhere: [] };
}

/** A skill that several sessions have, in the eyes of the first one in which it is loaded. */
function sharedSkill(id: string, sessions: readonly TreeSession[]): ShownSkill | undefined {
  const found = sessions.flatMap((it) => {
    const skill = it.catalog.get(id);
    return skill ? [{ skill, in: it }] : [];
  });
  const shown = found.find(({ skill }) => isLoaded(skill)) ?? found[0];
  if (!shown) return undefined;
  const elsewhere = found
    .filter(({ skill }) => skill.status !== shown.skill.status)
    .map((it) => ({ name: it.in.info.name, status: it.skill.status }));
  return { ...shown, session: '', elsewhere };
}

/** Whether a source does not depend on the folder in which Claude Code is started. */
function isOfEveryFolder({ origin }: SkillSource): boolean {
  return origin === 'managed' || origin === 'user' || origin === 'plugin';
}

function hasError({ catalog }: TreeSession, error: SourceError): boolean {
  return catalog.errors().some((it) => isSameError(it, error));
}

function isSameError(a: SourceError, b: SourceError): boolean {
  return a.source === b.source && a.path === b.path && a.message === b.message;
}
