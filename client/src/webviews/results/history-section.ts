import type { ResultHistory, ResultHistoryRow } from '../../../../server/src/protocol.ts';
import { html, linkButton } from '../elements.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';

/** Actions on an earlier result. */
interface HistoryEvents {
  show(uri: string): void;
  /** Undefined to show none as the old version. */
  compareWith(uri: string | undefined): void;
}

/** The results of the same evaluations, with the revisions that they are of. */
export function historySection(
  { rows, problem }: ResultHistory,
  shown: { readonly uri: string; readonly against?: string },
  events: HistoryEvents,
): HTMLElement {
  const cells = rows.map((row) => [
    resultCell(row, shown, events),
    row.score ?? '–',
    [row.summary, ...(row.cost === undefined ? [] : [row.cost])].join(' · '),
    revisionCell(row),
    compareCell(row, shown, events),
  ]);
  const about = problem === undefined ? [] : [html('p', { class: 'hint' }, `Revisions are not known: ${problem}.`)];
  return html(
    'section',
    { 'aria-label': 'History' },
    html('h2', {}, 'History'),
    ...about,
    table('Earlier results', ['Run', 'Score', 'Cases', 'Revision', 'Compare'], cells),
  );
}

function resultCell(row: ResultHistoryRow, { uri }: { readonly uri: string }, { show }: HistoryEvents): HTMLElement {
  const text = timeText(row.startedAt) ?? row.label;
  if (row.uri === uri) return html('span', { 'aria-current': 'true' }, html('b', {}, text), ' (shown)');
  const link = linkButton(text, () => show(row.uri));
  link.title = row.label;
  return link;
}

function revisionCell({ revision }: ResultHistoryRow): HTMLElement {
  if (!revision) return html('span', { class: 'hint' }, 'unknown');
  const { commit, subject, how, isEstimated } = revision;
  return html(
    'span',
    { title: `${commit}\n${how}` },
    isEstimated ? '≈ ' : undefined,
    html('code', {}, commit.slice(0, 8)),
    ' ',
    subject,
    html('span', { class: 'announcement' }, ` (${how})`),
  );
}

function compareCell(
  row: ResultHistoryRow,
  { uri, against }: { readonly uri: string; readonly against?: string },
  { compareWith }: HistoryEvents,
): HTMLElement | string {
  if (row.uri === uri) return '';
  const isCompared = row.uri === against;
  const label = isCompared ? 'Hide' : 'Show as Old Version';
  const link = linkButton(label, () => compareWith(isCompared ? undefined : row.uri));
  link.setAttribute('aria-label', `${label}: ${timeText(row.startedAt) ?? row.label}`);
  return link;
}
