import { counted, inThousands } from '../../document/text/numbers.ts';
import type { Unread } from '../../jobs/sessions/read-session.ts';
import { type SkillUsage, timesUsed } from '../../jobs/sessions/skill-usage.ts';
import { unreadRemarks } from '../../jobs/sessions/unread-words.ts';
import { escapeControlCharacters } from '../terminal/escape-control-characters.ts';
import type { Colours } from '../terminal/terminal.ts';
import type { SessionsReport } from './sessions-json.ts';

/** Names of a list that are printed; JSON has all. */
const maxListed = 20;

const columns = ['used', 'by user', 'by model', 'last used', 'described', 'name only', 'not listed', 'loaded'];

const legend =
  'The last columns are: sessions that listed it with its description, by name only, or not; and the texts that were loaded, about four characters per token.';

/** All skills that were used, then those that never were, and what was asked for in vain. */
export function sessionsText({ index, unread, usages, folder }: SessionsReport, colours: Colours): string {
  const where = searchedIn(folder);
  if (index.sessions.length === 0) return `No past sessions of ${where}\n`;
  const used = usages.filter((usage) => timesUsed(usage) > 0);
  const lines = [
    `${counted(index.sessions.length, 'session')} of ${where}${span(index.sessions.map(({ facts }) => facts.started))}`,
    '',
    ...(used.length > 0 ? table(used, colours) : ['No skill was used']),
    '',
    ...named(
      'Never used',
      usages.filter((usage) => usage.isKnown && timesUsed(usage) === 0).sort(byListing),
      ({ name, listingCharacters: characters }) =>
        characters === 0 ? name : `${name} (listed with ${counted(characters, 'character')})`,
    ),
    ...named('Asked for, but missing', usages.filter(sum('missing')), withSum('missing')),
    ...named('Denied', usages.filter(sum('denied')), withSum('denied')),
    ...named('Failed', usages.filter(sum('failed')), withSum('failed')),
    ...unreadLines(unread, index.dropped),
    ...(used.length > 0 ? [colours.dim(legend)] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function table(usages: readonly SkillUsage[], colours: Colours): string[] {
  const rows = usages.map((usage) => [
    escapeControlCharacters(usage.name),
    inThousands(timesUsed(usage)),
    inThousands(usage.loaded.user),
    inThousands(usage.loaded.model),
    usage.last === undefined ? '' : day(usage.last),
    inThousands(usage.sessions.described + usage.sessions.shortened),
    inThousands(usage.sessions.nameOnly),
    inThousands(usage.sessions.notListed),
    `≈ ${inThousands(usage.tokens)} tokens`,
  ]);
  const titles = ['', ...columns];
  const widths = titles.map((title, at) => rows.reduce((width, row) => Math.max(width, row[at]!.length), title.length));
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  ');
  return [colours.dim(line(titles)), ...rows.map(line)];
}

/** The most listed first: leaving it out would save the most. */
function byListing(one: SkillUsage, other: SkillUsage): number {
  return other.listingCharacters - one.listingCharacters;
}

type Failure = 'missing' | 'denied' | 'failed';

function sum(kind: Failure): (usage: SkillUsage) => number {
  return (usage) => usage[kind].user + usage[kind].model;
}

function withSum(kind: Failure): (usage: SkillUsage) => string {
  return (usage) => `${usage.name} (${inThousands(sum(kind)(usage))})`;
}

function named(title: string, usages: readonly SkillUsage[], show: (usage: SkillUsage) => string): string[] {
  return usages.length === 0 ? [] : [`${title}: ${someOf(usages.map(show))}`];
}

/** Everything about one skill. */
export function skillSessionsText({ usages, unread, index, folder }: SessionsReport, colours: Colours): string {
  if (index.sessions.length === 0) return `No past sessions of ${searchedIn(folder)}\n`;
  return usages
    .map((usage) => {
      const { name, loaded, inAgents, forked, first, last, sessions, characters, tokens, listingCharacters } = usage;
      const total = timesUsed(usage);
      const lines = [
        total === 0
          ? `${colours.bold(escapeControlCharacters(name))} was never used in ${counted(index.sessions.length, 'session')}`
          : `${colours.bold(escapeControlCharacters(name))} was used ${times(total)}: ${loaded.user} by the user, ${loaded.model} by the model${
              inAgents > 0 ? `, ${inAgents} of them in agents` : ''
            }${forked > 0 ? `, ${forked} as forks` : ''}${span([first, last])}`,
        '',
        `Listed with its description in ${counted(sessions.described, 'session')}, shortened in ${sessions.shortened}, by name only in ${sessions.nameOnly}, not listed in ${sessions.notListed}`,
        ...(sessions.nameOnly > 0 ? [`  By name only: ${someOf(sessions.nameOnlyIn)}`] : []),
        ...(sessions.notListed > 0 ? [`  Not listed: ${someOf(sessions.notListedIn)}`] : []),
        ...failures(usage),
        `Loaded texts: ${inThousands(characters)} characters, ≈ ${inThousands(tokens)} tokens`,
        `Entries in listings: ${inThousands(listingCharacters)} characters`,
        `Answers that Claude Code attributes to it: ${answers(usage)}`,
        ...(usage.uses.length === 0 ? [] : ['', 'Latest uses']),
        ...usage.uses
          .toReversed()
          .slice(0, maxListed)
          .map(
            ({ time, by, session, inAgent }) =>
              `  ${moment(time)}  by the ${by}${inAgent ? ', in an agent' : ''}  ${escapeControlCharacters(session)}`,
          ),
        ...unreadLines(unread, index.dropped),
      ];
      return `${lines.join('\n')}\n`;
    })
    .join('\n');
}

function searchedIn(folder: string | undefined): string {
  return folder === undefined ? 'all projects' : escapeControlCharacters(folder);
}

function failures(usage: SkillUsage): string[] {
  const kinds = { missing: 'Asked for, but missing', denied: 'Denied', failed: 'Failed' } as const;
  const lines = Object.entries(kinds).flatMap(([kind, title]) => {
    const { user, model } = usage[kind as Failure];
    return user + model === 0 ? [] : [`${title}: ${user} by the user, ${model} by the model`];
  });
  return usage.reason === undefined ? lines : [...lines, `  Last reason: ${escapeControlCharacters(usage.reason)}`];
}

function answers({ answers: count, usage }: SkillUsage): string {
  if (count === 0) return 'none';
  const { input, cacheRead, cacheWrite, output } = usage;
  return `${inThousands(count)}, with ${inThousands(input)} tokens of input, ${inThousands(cacheRead)} read from the cache, ${inThousands(cacheWrite)} written to it, and ${inThousands(output)} of output`;
}

/** The parts that could not be read, so that no figure is silently too small. */
export function unreadLines(unread: Unread, dropped = 0): string[] {
  return unreadRemarks(unread, dropped).map(escapeControlCharacters);
}

function someOf(names: readonly string[]): string {
  const shown = names.slice(0, maxListed).map(escapeControlCharacters).join(', ');
  return names.length > maxListed ? `${shown} and ${inThousands(names.length - maxListed)} more` : shown;
}

function span(times: readonly (number | undefined)[]): string {
  const known = times.filter((time) => time !== undefined);
  if (known.length === 0) return '';
  let from = known[0]!;
  let to = from;
  for (const time of known) {
    from = Math.min(from, time);
    to = Math.max(to, time);
  }
  return day(from) === day(to) ? `, ${day(from)}` : `, ${day(from)} to ${day(to)}`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${inThousands(count)} times`;
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** When something happened, in UTC as in the transcripts. */
export function moment(time: number | undefined): string {
  return time === undefined ? '(unknown time)  ' : new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}
