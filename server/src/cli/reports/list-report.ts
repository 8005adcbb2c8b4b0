import { tierLabel } from '../../features/text/tier-label.ts';
import { escapeControlCharacters } from '../terminal/escape-control-characters.ts';
import type { Colours } from '../terminal/terminal.ts';
import type { CatalogReport, SkillReport } from './catalog-report.ts';
import type { TextReportOptions } from './checks/text-report.ts';
import { displayPath } from './path-from-folder.ts';

/** The catalog as text: tier by tier, what is not loaded dimmed with the reason, errors and counts at the end. */
export function listReport(report: CatalogReport, { colours, folder }: TextReportOptions): string {
  const tiers = new Map<string, SkillReport[]>();
  for (const skill of report.skills) {
    const title = skill.plugin === null ? tierLabel(skill.tier) : `Plugin: ${skill.plugin}`;
    const others = tiers.get(title);
    if (others) others.push(skill);
    else tiers.set(title, [skill]);
  }
  const width = report.skills.reduce((widest, { name }) => Math.min(32, Math.max(widest, name.length)), 0);
  const lines = [...tiers].flatMap(([title, skills]) => [
    colours.underline(escapeControlCharacters(title)),
    ...skills.map((skill) => `  ${skillLine(skill, width, colours)}`),
    '',
  ]);
  const errors = report.errors.map(
    ({ path, message }) => `${colours.red('error')}  ${displayPath(path, folder)}  ${escapeControlCharacters(message)}`,
  );
  const loaded = report.skills.filter(({ userInvocable, modelInvocable }) => userInvocable || modelInvocable).length;
  const listed = report.skills.filter((skill) => skill.listed).length;
  const bare = report.skills.filter(({ listingState }) => listingState === 'name-only').length;
  const byName = bare > 0 ? `, ${bare} of them by name only` : '';
  const counts = `${report.skills.length} found, ${loaded} loaded, ${listed} shown to the model${byName}`;
  return `${[...lines, ...errors, report.skills.length === 0 ? 'No skills found' : counts].join('\n')}\n`;
}

function skillLine(skill: SkillReport, width: number, colours: Colours): string {
  const name = escapeControlCharacters(skill.name).padEnd(width);
  const text = escapeControlCharacters(skill.reason ?? skill.description.trim().replace(/\s+/g, ' '));
  const shown = text.length > 100 ? `${text.slice(0, 99)}…` : text;
  if (skill.userInvocable || skill.modelInvocable) {
    const short = skill.listingState !== null && skill.listingState !== 'full' ? `${skill.listingState}: ` : '';
    return `${name}  ${colours.yellow(short)}${shown}`;
  }
  return colours.dim(`${name}  ${skill.status}: ${shown}`);
}
