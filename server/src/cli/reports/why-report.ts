import { URI } from 'vscode-uri';
import { slashedPath } from '../../platform/slashed-path.ts';
import type { WhyReport, WhyStep } from '../../protocol.ts';
import { escapeControlCharacters } from '../terminal/escape-control-characters.ts';
import type { Colours } from '../terminal/terminal.ts';

/** An answer to one question about the use of a skill. Keys may be added, never changed. */
export interface WhyAnswer {
  readonly question: string;
  /** The first problem to fix, or that there is none. */
  readonly verdict: string;
  readonly steps: readonly ReportedStep[];
}

interface ReportedStep {
  readonly state: WhyStep['state'];
  readonly text: string;
  readonly locations: readonly ReportedLocation[];
}

/** Another skill, or a place where something can be changed. */
interface ReportedLocation {
  readonly label: string;
  /** Null if it is only a text. */
  readonly path: string | null;
  /** Zero-based; null for the whole file. */
  readonly line: number | null;
}

/** The answers without what only an editor can do. */
export function whyAnswers(reports: readonly WhyReport[]): readonly WhyAnswer[] {
  return reports.map(({ title, verdict, steps }) => ({ question: title, verdict, steps: steps.map(reportedStep) }));
}

function reportedStep({ state, text, fix, locations = [] }: WhyStep): ReportedStep {
  const opened = fix?.kind === 'open' ? [{ label: fix.title, uri: fix.uri, line: fix.line }] : [];
  return { state, text, locations: [...opened, ...locations].map(reportedLocation) };
}

function reportedLocation({ label, uri, line }: LinkedPlace): ReportedLocation {
  return { label, path: uri === undefined ? null : slashedPath(URI.parse(uri).fsPath), line: line ?? null };
}

interface LinkedPlace {
  readonly label: string;
  readonly uri?: string;
  readonly line?: number | undefined;
}

const marks: Readonly<Record<WhyStep['state'], string>> = { good: '+', bad: '!', warning: '?', note: '-' };

/** The answers one below the other. */
export function whyText(answers: readonly WhyAnswer[], colours: Colours): string {
  const paint = { good: colours.green, bad: colours.red, warning: colours.yellow, note: colours.dim };
  return answers
    .map(({ question, verdict, steps }) =>
      [
        colours.bold(escapeControlCharacters(question)),
        escapeControlCharacters(verdict),
        ...steps.map(({ state, text, locations }) =>
          [
            `  ${paint[state](marks[state])} ${escapeControlCharacters(text)}`,
            ...locations.filter(({ path }) => path !== null).map((it) => colours.dim(`    ${placeText(it)}`)),
          ].join('\n'),
        ),
      ].join('\n'),
    )
    .join('\n\n')
    .concat('\n');
}

function placeText({ path, line }: ReportedLocation): string {
  return escapeControlCharacters(line === null ? path! : `${path}:${line + 1}`);
}
