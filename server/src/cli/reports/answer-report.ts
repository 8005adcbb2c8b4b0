import type { SessionAnswer } from '../../jobs/claude-code/ask/asked-session.ts';
import { isConfirmed } from '../../jobs/claude-code/ask/asked-session.ts';
import { askedClause, askedName, differenceLabels } from '../../jobs/claude-code/ask/asked-text.ts';
import type { Difference } from '../../jobs/claude-code/ask/difference.ts';
import type { Refusal } from '../../platform/refusal.ts';
import { escapeControlCharacters } from '../terminal/escape-control-characters.ts';
import type { TextReportOptions } from './checks/text-report.ts';

/** The value of `asked` in the output of `list --ask --format json`. Keys may be added, never changed. */
export type AnswerReport =
  | Refusal
  | {
      readonly version: string | null;
      readonly program: string;
      readonly ms: number;
      readonly confirmed: boolean;
      readonly differences: readonly ReportedDifference[];
      readonly notes: readonly string[];
    };

interface ReportedDifference extends Pick<Difference, 'kind' | 'subject'> {
  readonly path: string | null;
  readonly skillwright: string;
  readonly claudeCode: string;
}

export function answerReport(asked: SessionAnswer | Refusal): AnswerReport {
  if ('problem' in asked) return { problem: asked.problem };
  const { version, program, ms, differences, notes } = asked;
  return {
    version: version ?? null,
    program,
    ms,
    confirmed: isConfirmed(asked),
    differences: differences.map(({ kind, subject, path, expected, answered }) => ({
      kind,
      subject,
      path: path ?? null,
      skillwright: expected,
      claudeCode: answered,
    })),
    notes,
  };
}

/** The answers as text, after the list. Ends with a line ending. */
export function answerText(asked: AnswerReport, { colours }: Pick<TextReportOptions, 'colours'>): string {
  if ('problem' in asked)
    return `\n${colours.red('Claude Code could not be asked')}: ${escapeControlCharacters(asked.problem)}\n`;
  const { differences, notes, confirmed, ms, version } = asked;
  const name = askedName({ version: version ?? undefined });
  const head = `${name} ${askedClause(differences.length, confirmed)} (asked in ${(ms / 1000).toFixed(1)} s)`;
  const lines = [
    confirmed ? colours.green(head) : colours.yellow(head),
    ...differences.flatMap(({ kind, subject, skillwright, claudeCode }) => [
      `  ${escapeControlCharacters(subject)}  ${colours.dim(differenceLabels[kind])}`,
      `    Skillwright  ${escapeControlCharacters(skillwright)}`,
      `    Claude Code  ${escapeControlCharacters(claudeCode)}`,
    ]),
    ...notes.map((note) => colours.dim(`  ${escapeControlCharacters(note)}`)),
  ];
  return `\n${lines.join('\n')}\n`;
}
