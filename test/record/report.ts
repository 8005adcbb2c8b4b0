import type { DifferenceGroup, JudgedCase } from './group-differences.ts';
import type { NameDifference } from './program-names.ts';
import type { Verdict } from './verdict.ts';

/** The contents of the report. */
export interface ReportFacts {
  readonly version: string;
  readonly from: string;
  /** The release that was asked again about differences. */
  readonly comparedWith: string | undefined;
  readonly date: string;
  readonly isIsolated: boolean;
  /** How many cases were selected. */
  readonly selected: number;
  readonly judged: readonly JudgedCase[];
  readonly timedOut: readonly string[];
  readonly notIsolated: readonly string[];
  readonly failed: readonly string[];
  readonly groups: readonly DifferenceGroup[];
  /** The names in the texts of both programs; undefined without a program to compare with. */
  readonly names: readonly NameDifference[] | undefined;
}

/** What the report says, for programs. */
export interface ReportSummary {
  /** How many cases have each verdict. */
  readonly counts: Readonly<Partial<Record<Verdict, number>>>;
  /** What differs, and the ids of the cases. */
  readonly differences: readonly {
    readonly verdict: Verdict;
    readonly cause: string;
    readonly cases: readonly string[];
  }[];
  /** The keys of cases without an answer. */
  readonly unanswered: readonly string[];
  /** New names that nobody has judged, by kind. */
  readonly newNames: Readonly<Record<string, readonly string[]>>;
}

const meanings: Readonly<Record<Verdict, string>> = {
  same: 'as recorded',
  changed: 'changed: differs twice, and the old release still answers as recorded',
  recording: 'not a change: the old release answers differently from its recording today, too',
  unsteady: 'unsteady: two runs of one release differ',
  unconfirmed: 'unconfirmed: differs, and the old release was not asked',
};

const maximumExamples = 8;
const maximumNames = 60;

export function summaryOf({ judged, groups, timedOut, notIsolated, failed, names }: ReportFacts): ReportSummary {
  const counts: Partial<Record<Verdict, number>> = {};
  for (const { verdict } of judged) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return {
    counts,
    differences: groups.map(({ verdict, cause, cases }) => ({
      verdict,
      cause,
      cases: cases.map(({ stored }) => stored.id),
    })),
    unanswered: [...timedOut, ...notIsolated, ...failed],
    newNames: Object.fromEntries((names ?? []).flatMap(({ what, added }) => (added.length > 0 ? [[what, added]] : []))),
  };
}

/** The report as Markdown. */
export function reportOf(facts: ReportFacts): string {
  const sections = [
    `# Claude Code ${facts.version}, asked what ${facts.from} was asked`,
    introduction(facts),
    '## Cases',
    counts(facts),
    ...unansweredSections(facts),
    '## Differences',
    facts.groups.length === 0 ? 'None.' : facts.groups.map(groupSection).join('\n\n'),
    `## Names in the program's text`,
    namesSection(facts),
  ];
  return `${sections.join('\n\n')}\n`;
}

function introduction({ date, comparedWith, isIsolated }: ReportFacts): string {
  return [
    `Written on ${date}.`,
    comparedWith === undefined
      ? 'No earlier release was at hand to ask again, so every difference is unconfirmed.'
      : `Where an answer differed twice, ${comparedWith} was asked again on the same day.`,
    isIsolated
      ? 'Each client ran in its own mount and network namespace.'
      : 'Namespaces were not available: clients could reach the network, and cases with managed settings were left out.',
  ].join(' ');
}

function counts({ selected, judged, timedOut, notIsolated, failed }: ReportFacts): string {
  const rows = (Object.keys(meanings) as Verdict[]).map(
    (verdict) => [meanings[verdict], judged.filter((it) => it.verdict === verdict).length] as const,
  );
  const missing = selected - judged.length - timedOut.length - notIsolated.length - failed.length;
  return table(
    ['outcome', 'cases'],
    [
      ...rows,
      ['took too long twice; not stored', timedOut.length],
      ['needs isolation; not asked', notIsolated.length],
      ['could not be asked', failed.length],
      ['not asked yet', missing],
      ['all', selected],
    ],
  );
}

function unansweredSections({ timedOut, notIsolated, failed }: ReportFacts): string[] {
  const section = (what: string, keys: readonly string[]): string[] =>
    keys.length === 0 ? [] : [`${what}: ${keys.map((key) => `\`${key}\``).join(', ')}`];
  return [
    ...section('Took too long', timedOut),
    ...section('Need isolation', notIsolated),
    ...section('Could not be asked', failed),
  ];
}

function groupSection({ verdict, cause, cases }: DifferenceGroup): string {
  const examples = cases.slice(0, maximumExamples).map(({ stored }) => `\`${stored.id}\``);
  const more = cases.length > examples.length ? ` and ${cases.length - examples.length} more` : '';
  return [
    `### ${cause.replaceAll('\n', ' ')}`,
    `${cases.length === 1 ? '1 case' : `${cases.length} cases`}, ${meanings[verdict]}.`,
    `${examples.join(', ')}${more}`,
  ].join('\n\n');
}

function namesSection({ names, from, version }: ReportFacts): string {
  if (!names) return `Not compared: ${from} is not installed.`;
  const note =
    'Found by patterns in the text of both programs, so this is a list of places to look: a name may be unused, ' +
    'and one that is built or spelled differently is missing.';
  const lines = names.map(({ what, found, added, judged, removed }) => {
    const list = (entries: readonly string[]): string => {
      const shown = entries.slice(0, maximumNames).map((it) => `\`${it}\``);
      const more = entries.length > shown.length ? ` and ${entries.length - shown.length} more` : '';
      return entries.length === 0 ? 'none' : `${shown.join(', ')}${more}`;
    };
    return `- **${what}** (${found} in ${version}): added ${list(added)}${judged > 0 ? `, and ${judged} that are judged` : ''}; removed ${list(removed)}`;
  });
  return [note, lines.join('\n')].join('\n\n');
}

function table(head: readonly [string, string], rows: readonly (readonly [string, number])[]): string {
  return [
    `| ${head.join(' | ')} |`,
    '|---|---:|',
    ...rows.filter(([, number]) => number > 0).map(([name, number]) => `| ${name} | ${number} |`),
  ].join('\n');
}
