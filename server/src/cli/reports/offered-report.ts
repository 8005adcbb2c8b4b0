import type { SkillStatus } from '../../catalog/catalog-skill.ts';
import type { OfferedPlugin, Repository } from '../../catalog/repository.ts';
import { isWithin } from '../../platform/paths.ts';
import { readBy } from '../../rules/messages/read-by.ts';
import { escapeControlCharacters } from '../terminal/escape-control-characters.ts';
import { displayPath, type TextReportOptions } from './text-report.ts';

/** A plugin or collection in the session's folder that Claude Code does not load, as it would be once installed. */
export interface OfferedReport {
  readonly kind: OfferedPlugin['kind'];
  readonly name: string;
  readonly path: string;
  /** Why Claude Code would not load it. */
  readonly problem: string | null;
  /** Other products that read it where it is; absent if there are none. */
  readonly readers?: readonly string[];
  readonly skills: readonly OfferedSkillReport[];
}

interface OfferedSkillReport {
  readonly name: string;
  readonly path: string;
  readonly status: SkillStatus;
  readonly reason: string | null;
  /** The line after the budget. */
  readonly listing: string | null;
}

/** What the session's folder offers to others: none of it is among the skills of the session. */
export function offeredReport(repository: Repository): OfferedReport[] {
  return repository.plugins.map(({ key, kind, name, root, problem, readers }) => {
    const { catalog } = repository.with([key]);
    const lines = new Map(catalog.listing().entries.map(({ skill, line }) => [skill?.id, line]));
    const skills = catalog.skills().filter(({ source }) => source.repository === key);
    return {
      kind,
      name,
      path: root,
      problem: problem?.message ?? null,
      ...(readers.length > 0 && { readers }),
      skills: skills.map((skill) => ({
        name: skill.name,
        path: skill.path,
        status: skill.status,
        reason: skill.reason ?? null,
        listing: lines.get(skill.id) ?? null,
      })),
    };
  });
}

/** The same as text; empty without any. */
export function offeredText(offered: readonly OfferedReport[], { colours, folder }: TextReportOptions): string {
  const isAtHome = ({ path }: OfferedReport) => folder !== undefined && !isWithin(path, folder);
  return ['In this repository', 'In your home folder']
    .map((title, index) => {
      const those = offered.filter((it) => isAtHome(it) === (index === 1));
      return those.length === 0 ? '' : partText(title, those, { colours, folder });
    })
    .join('');
}

function partText(
  title: string,
  offered: readonly OfferedReport[],
  { colours, folder }: Pick<TextReportOptions, 'colours' | 'folder'>,
): string {
  const lines = offered.map(({ kind, name, path, problem, readers = [], skills }) => {
    const heading = escapeControlCharacters(kind === 'plugin' ? `Plugin: ${name}` : name);
    const names = skills.map((skill) => escapeControlCharacters(skill.name)).join(', ');
    const reading = readers.length === 0 ? '' : `  ${colours.dim(readBy(readers))}`;
    const place = path === folder || reading !== '' ? '' : `  ${colours.dim(displayPath(path, folder))}`;
    const refused = problem === null ? '' : `\n    ${colours.red('error')}  ${escapeControlCharacters(problem)}`;
    return `  ${heading}${place}${reading}${names === '' ? '' : `\n    ${names}`}${refused}`;
  });
  const line = `${colours.underline(title)} (not loaded; names as they would be once installed)`;
  return `\n${line}\n${lines.join('\n')}\n`;
}
