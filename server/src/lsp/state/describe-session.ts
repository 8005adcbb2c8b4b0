import type { Catalog } from '../../catalog/catalog.ts';
import type { SkillSource } from '../../catalog/catalog-skill.ts';
import { isUsable } from '../../catalog/resolve/skill-status.ts';
import type { Session } from '../../catalog/session.ts';
import { pathFromHome } from '../../catalog/shown-path.ts';
import { consumerFacts } from '../../dialect/targets.ts';
import { counted } from '../../document/text/numbers.ts';

/** A session, as it is described. */
interface DescribedSession {
  readonly session: Session;
  readonly catalog: Catalog;
  readonly sources: readonly SkillSource[];
}

/** A session in one line, for the log: its folder and home, its release, what is in it, and how long that took. */
export function describeSession({ session, catalog, sources }: DescribedSession, milliseconds: number): string {
  const { folder, environment, runtime, isRestricted } = session;
  const skills = catalog.skills();
  const where =
    folder === undefined
      ? 'without a folder'
      : `in ${pathFromHome(folder, environment)}${isRestricted ? ', not trusted' : ''}`;
  const counts = [
    counted(skills.filter(({ kind }) => kind === 'skill').length, 'skill'),
    counted(skills.filter(({ kind }) => kind === 'command').length, 'command'),
    counted(catalog.agents().length, 'agent'),
    counted(new Set(sources.flatMap(({ plugin }) => plugin ?? [])).size, 'plugin'),
  ];
  const errors = catalog.errors().length;
  return [
    `Session ${where}: home ${environment.home ?? 'unknown'}`,
    `rules of Claude Code ${consumerFacts(runtime).verified}`,
    `${counts.join(', ')}; ${skills.filter(isUsable).length} can be used`,
    ...(errors === 0 ? [] : [counted(errors, 'error')]),
    `read in ${Math.round(milliseconds)} ms`,
  ].join('; ');
}
