import type { SkillStatus, SourceError } from '../../catalog/catalog-skill.ts';
import type { OfferedPlugin, Repository } from '../../catalog/repository.ts';
import { isWithin } from '../../platform/paths.ts';
import { readBy } from '../../rules/messages/in-words.ts';
import { escapeControlCharacters } from '../terminal/escape-control-characters.ts';
import type { TextReportOptions } from './checks/text-report.ts';
import { displayPath } from './path-from-folder.ts';

/** A plugin or collection in the session's folder that Claude Code does not load, as it would be once installed. */
export interface OfferedReport {
  readonly kind: OfferedPlugin['kind'];
  readonly name: string;
  readonly path: string;
  /** Why nobody can install it, or why Claude Code would load nothing of it. */
  readonly problem: string | null;
  /** The same, or what is lost of it, with the files where that is wrong; absent if there is nothing. */
  readonly errors?: readonly SourceError[];
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

/** The plugins and collections in the session's folder: none of them is among the skills of the session. */
export function offeredReport(repository: Repository): OfferedReport[] {
  return repository.plugins.map(({ key, kind, name, root, problem, errors, readers }) => {
    const { catalog } = repository.with([key]);
    const lines = new Map(catalog.listing().entries.map(({ skill, line }) => [skill?.id, line]));
    const skills = catalog.skills().filter(({ source }) => source.repository === key);
    return {
      kind,
      name,
      path: root,
      problem: problem?.message ?? null,
      ...(errors.length > 0 && { errors }),
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

/**
 * The same as text; empty without any.
 *
 * @param errors what is wrong with the marketplaces of the folder
 */
export function offeredText(
  offered: readonly OfferedReport[],
  errors: readonly SourceError[],
  { colours, folder }: TextReportOptions,
): string {
  const isAtHome = ({ path }: OfferedReport) => folder !== undefined && !isWithin(path, folder);
  const shown = { colours, folder };
  const own = offered.filter((it) => !isAtHome(it));
  const atHome = offered.filter(isAtHome);
  return partText('In this repository', own, errors, shown) + partText('In your home folder', atHome, [], shown);
}

function partText(
  title: string,
  offered: readonly OfferedReport[],
  errors: readonly SourceError[],
  options: Pick<TextReportOptions, 'colours' | 'folder'>,
): string {
  if (offered.length === 0 && errors.length === 0) return '';
  const { colours, folder } = options;
  const lines = offered.map(({ kind, name, path, errors: own = [], readers = [], skills }) => {
    const heading = escapeControlCharacters(kind === 'plugin' ? `Plugin: ${name}` : name);
    const names = skills.map((skill) => escapeControlCharacters(skill.name)).join(', ');
    const reading = readers.length === 0 ? '' : `  ${colours.dim(readBy(readers))}`;
    const place = path === folder || reading !== '' ? '' : `  ${colours.dim(displayPath(path, folder))}`;
    const wrong = own.map((error) => `\n    ${errorLine(error, options)}`).join('');
    return `  ${heading}${place}${reading}${names === '' ? '' : `\n    ${names}`}${wrong}`;
  });
  const line = `${colours.underline(title)} (not loaded; names as they would be once installed)`;
  return `\n${[line, ...lines, ...errors.map((error) => `  ${errorLine(error, options)}`)].join('\n')}\n`;
}

function errorLine({ path, message }: SourceError, { colours, folder }: Pick<TextReportOptions, 'colours' | 'folder'>) {
  return `${colours.red('error')}  ${displayPath(path, folder)}  ${escapeControlCharacters(message)}`;
}
