import { counted } from '../../../document/text/numbers.ts';
import type { Severity } from '../../../rules/rule.ts';
import { escapeControlCharacters } from '../../terminal/escape-control-characters.ts';
import type { Colours } from '../../terminal/terminal.ts';
import { durationText } from '../duration-text.ts';
import { displayPath } from '../path-from-folder.ts';
import { type CheckReport, type ReportedFinding, type Summary, shownFindings } from './check-report.ts';
import type { CheckStatistics } from './check-statistics.ts';

/** The format of a text report. */
export interface TextReportOptions {
  readonly colours: Colours;
  /** Files in or below this folder are named relative to it. */
  readonly folder: string;
}

/** The report as text, in pieces: findings grouped by file, counts at the end. Ends with a line ending. */
export function* textReport(report: CheckReport, options: TextReportOptions): Generator<string> {
  let fixable = 0;
  for (const file of report.files) {
    const findings = shownFindings(file, report);
    if (findings.length > 0) yield `${fileGroup(file.path, findings, options).join('\n')}\n\n`;
    for (const finding of findings) if (isFixable(finding)) fixable += 1 + (finding.alsoIn?.length ?? 0);
  }
  const lines = counts(report, fixable, options.colours);
  if (report.stats) lines.push('', ...statistics(report.stats, options));
  yield `${lines.join('\n')}\n`;
}

function fileGroup(
  path: string,
  findings: readonly ReportedFinding[],
  { colours, folder }: TextReportOptions,
): string[] {
  const places = findings.map(({ range: { start } }) => `${start.line + 1}:${start.character + 1}`);
  const placeWidth = widest(places);
  const severityWidth = widest(findings.map(({ severity }) => severity));
  const paint = severityColours(colours);
  const lines = [colours.underline(displayPath(path, folder))];
  for (const [index, { severity, message, rule }] of findings.entries()) {
    const place = colours.dim(places[index]!.padStart(placeWidth));
    const level = paint[severity](severity.padEnd(severityWidth));
    lines.push(`  ${place}  ${level}  ${escapeControlCharacters(message)}  ${colours.dim(rule)}`);
  }
  return lines;
}

/** One by one: a file may have more findings than a function can have arguments. */
function widest(texts: readonly string[]): number {
  return texts.reduce((width, { length }) => Math.max(width, length), 0);
}

function severityColours(colours: Colours): Readonly<Record<Severity, (text: string) => string>> {
  return { error: colours.red, warning: colours.yellow, information: colours.blue, hint: colours.dim };
}

function counts({ files, summary, fixes }: CheckReport, fixable: number, colours: Colours): string[] {
  if (files.length === 0) return ['No skills, commands or agents found'];
  const { errors, warnings, informations, hints } = summary;
  const parts = [
    { count: errors, text: colours.red(counted(errors, 'error')) },
    { count: warnings, text: colours.yellow(counted(warnings, 'warning')) },
    { count: informations, text: counted(informations, 'information message') },
    { count: hints, text: counted(hints, 'hint') },
  ].filter(({ count }) => count > 0);
  const found = parts.length > 0 ? parts.map(({ text }) => text).join(', ') : colours.green('Nothing found');
  const lines = [`${found} in ${checked(summary)}`];
  const fixedFiles = files.filter(({ fixed }) => fixed).length;
  if (fixes === 'written' && fixedFiles > 0) lines.push(`Fixed ${counted(fixedFiles, 'file')}`);
  if (fixes === 'shown') lines.push(`--fix would change ${counted(fixedFiles, 'file')}`);
  if (fixes === 'none' && fixable > 0) lines.push(colours.dim(`${fixable} fixable with --fix`));
  return lines;
}

function isFixable({ fix }: ReportedFinding): boolean {
  return fix === 'safe';
}

function checked({ files, skills, ms }: Summary): string {
  const ofWhich =
    skills === files ? counted(skills, 'skill') : `${counted(files, 'file')} (${counted(skills, 'skill')})`;
  return `${ofWhich}, ${durationText(ms, false)}`;
}

function statistics(stats: CheckStatistics, { folder }: TextReportOptions): string[] {
  const { skill, command, agent, plugin, settings, evaluation } = stats.files;
  const counts = [
    counted(skill, 'skill file'),
    counted(command, 'command'),
    counted(agent, 'agent'),
    counted(plugin, 'plugin manifest'),
    counted(settings, 'settings file'),
    counted(evaluation, 'evaluation file'),
  ];
  const rows = {
    Files: [counts.join(', ')],
    Time: [`${stats.findMs} ms to find them, ${stats.checkMs} ms to check them`],
    Rules: stats.rules.map(({ rule, findings }) => `${findings} ${rule}`),
    Slowest: stats.slowest.map(({ file, ms }) => `${ms} ms ${displayPath(file, folder)}`),
  };
  return Object.entries(rows).flatMap(([title, texts]) =>
    texts.map((text, index) => `${(index === 0 ? title : '').padEnd(8)} ${text}`),
  );
}
