import type { CatalogSkill, SkillSource, SkillStatus, SourceError } from '../../catalog/catalog-skill.ts';
import type { LoadedSession } from '../../catalog/load-catalog.ts';
import type { Repository } from '../../catalog/repository.ts';
import { isUsable } from '../../catalog/resolve/skill-status.ts';
import type { SessionInfo } from '../../protocol.ts';

/** A session as the tree of skills shows it. */
export interface ShownSession extends LoadedSession {
  readonly info: SessionInfo;
  /** Every location in which the session looks for skills, including empty ones. */
  readonly sources: readonly SkillSource[];
  /** The plugins and skills that the session's folder offers to others. */
  readonly repository: Repository;
}

/** A skill with the session from whose perspective it is shown. */
export interface ShownSkill {
  readonly skill: CatalogSkill;
  readonly in: ShownSession;
  /** The URI of the session; empty if all sessions share the skill, or there is only one. */
  readonly session: string;
  /** Sessions in which it has another status. */
  readonly elsewhere: readonly { readonly name: string; readonly status: SkillStatus }[];
}

/** Skills that are shown together: those of the only session, those shared by all, or those of one. */
export interface TreeScope {
  /** The URI of the session that it belongs to; empty for the others. */
  readonly uri: string;
  /** The session from whose perspective paths and names are shown. */
  readonly in: ShownSession;
  readonly sources: readonly SkillSource[];
  /** In the order of the listing. */
  readonly skills: readonly ShownSkill[];
  readonly errors: readonly SourceError[];
  /** The plugins and skills that the session's folder offers; undefined for the tree that all sessions share. */
  readonly repository: Repository | undefined;
}

/**
 * The sessions as they are shown. If there are several, user, managed and plugin skills are the same in all
 * and are listed once, before those of each folder.
 */
export function treeScopes(sessions: readonly ShownSession[]): readonly TreeScope[] {
  const [first, ...others] = sessions;
  if (!first) return [];
  if (others.length === 0) {
    const skills = first.catalog.skills().map((skill) => ({ skill, in: first, session: '', elsewhere: [] }));
    return [
      {
        uri: '',
        in: first,
        sources: first.sources,
        skills,
        errors: first.catalog.errors(),
        repository: first.repository,
      },
    ];
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
      repository: undefined,
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
      repository: it.repository,
    })),
  ];
}

/** The skill of this id in a session, or in all of them; undefined if it no longer exists. */
export function findShownSkill(sessions: readonly ShownSession[], session: string, id: string): ShownSkill | undefined {
  if (session === '') return sharedSkill(id, sessions) ?? offeredSkill(id, sessions, session);
  const found = sessions.find(({ info }) => info.uri === session);
  const skill = found?.catalog.get(id);
  if (!skill) return offeredSkill(id, found ? [found] : [], session);
  return found && { skill, in: found, session, elsewhere: [] };
}

/** A session once a plugin or collection of its folder is installed. */
export function offeringSession(session: ShownSession, key: string): ShownSession {
  return { ...session, ...session.repository.with([key]) };
}

/** A session once everything that its folder offers is installed. */
export function offeringEverything(session: ShownSession): ShownSession {
  const keys = session.repository.plugins.map(({ key }) => key) ?? [];
  return keys.length === 0 ? session : { ...session, ...session.repository.with(keys) };
}

/** The session that has a skill: as it is, or once the skill is installed. Undefined if neither has it. */
export function sessionWith(session: ShownSession, id: string): ShownSession | undefined {
  if (session.catalog.get(id) !== undefined) return session;
  const plugin = session.repository.withSkill(id);
  return plugin && offeringSession(session, plugin.key);
}

function offeredSkill(id: string, sessions: readonly ShownSession[], session: string): ShownSkill | undefined {
  for (const it of sessions) {
    const installed = sessionWith(it, id);
    const skill = installed?.catalog.get(id);
    if (installed && skill) return { skill, in: installed, session, elsewhere: [] };
  }
  return undefined;
}

/** A skill that several sessions have, from the perspective of the first one in which it can be used. */
function sharedSkill(id: string, sessions: readonly ShownSession[]): ShownSkill | undefined {
  const found = sessions.flatMap((it) => {
    const skill = it.catalog.get(id);
    return skill ? [{ skill, in: it }] : [];
  });
  const shown = found.find(({ skill }) => isUsable(skill)) ?? found[0];
  if (!shown) return undefined;
  const elsewhere = found
    .filter(({ skill }) => skill.status !== shown.skill.status)
    .map((it) => ({ name: it.in.info.name, status: it.skill.status }));
  return { ...shown, session: '', elsewhere };
}

/** Whether a source does not depend on the folder in which Claude Code is started. */
export function isOfEveryFolder({ origin }: SkillSource): boolean {
  return origin === 'managed' || origin === 'user' || origin === 'plugin';
}

function hasError({ catalog }: ShownSession, error: SourceError): boolean {
  return catalog.errors().some((it) => isSameError(it, error));
}

function isSameError(a: SourceError, b: SourceError): boolean {
  return a.source === b.source && a.path === b.path && a.message === b.message;
}
