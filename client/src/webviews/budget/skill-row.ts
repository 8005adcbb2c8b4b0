import type { PastUse } from '../../../../server/src/protocol.ts';
import type { Problems } from '../../budget/budget-messages.ts';
import { counted } from '../../text/counted.ts';
import { html, svg } from '../elements.ts';
import { count } from '../format-numbers.ts';
import { icon, icons } from '../icons.ts';
import { swatch, tierClass } from './budget-bar.ts';
import type { TableRow } from './table-model.ts';

/** The scale that all rows share. */
export interface RowScale {
  readonly budget: number;
  readonly unit: string;
  /** The share of the budget, in percent, at which a bar is full. */
  readonly fullBar: number;
}

/**
 * A row of the table: a checkbox that says whether the skill is included in the what-if, name, tier, size, share, state
 * and findings. Screen readers read it as one sentence.
 */
export function skillRow(
  entry: TableRow,
  problems: Problems | undefined,
  use: PastUse | undefined,
  scale: RowScale,
): HTMLElement {
  const { id, name, tier, tierLabel, share, state, label, detail, group } = entry;
  const size = sizeOf(entry);
  const words = [`${size} ${scale.unit}`, share, [label, detail].filter(Boolean).join(', '), use?.explanation, group];
  const row = html('div', {
    class: group === undefined ? `row ${state}` : `row group ${state}`,
    role: 'row',
    'aria-label': [name, tierLabel, ...words, problems && problemWords(problems)].filter(Boolean).join(', '),
  });
  row.append(
    group === undefined ? (id === undefined ? noBox() : checkBox(state !== 'off')) : chevron(group),
    cell('name', name, name),
    cell('tier', html('span', {}, tierLabel), tierLabel, swatch(tierClass(tier))),
    cell('size', size),
    cell('share', html('span', {}, share), undefined, shareBar(entry, scale)),
    cell('state', html('span', {}, label), detail === undefined ? label : `${label}: ${detail}`),
    useCell(use),
    problemCell(problems),
  );
  if (detail !== undefined) row.querySelector('.state')!.append(html('span', { class: 'hint' }, ` · ${detail}`));
  return row;
}

function cell(column: string, content: Node | string, title?: string, before?: Element): HTMLElement {
  return html('span', { class: `cell ${column}`, role: 'gridcell', title }, before, content);
}

/** `5 of 57` where the budget leaves out a part. */
function sizeOf({ chars, full, state }: TableRow): string {
  return chars === full || state === 'off' ? count(chars) : `${count(chars)} of ${count(full)}`;
}

function noBox(): HTMLElement {
  return html('span', { class: 'no-box', role: 'presentation' });
}

/** Opens and closes a group: a click on it is one on a box. */
function chevron(group: 'open' | 'closed'): HTMLElement {
  const made = html('span', { class: 'box chevron', role: 'presentation' });
  const path = group === 'open' ? 'M3.5 6L8 10.5L12.5 6' : 'M6 3.5L10.5 8L6 12.5';
  made.append(svg('svg', { viewBox: '0 0 16 16' }, svg('path', { d: path })));
  return made;
}

function checkBox(checked: boolean): HTMLElement {
  const box = html('span', { class: 'box', role: 'presentation' });
  box.append(svg('svg', { viewBox: '0 0 16 16' }, svg('path', { d: checked ? 'M3.5 8.5L6.5 11.5L12.5 4.5' : '' })));
  box.title = checked ? 'Clear to see the listing without this skill' : 'Left out of this what-if';
  return box;
}

/** The filled part is the share that is written beside it; the outline is what the skill would take in full. */
function shareBar({ chars, full, tier }: TableRow, { budget, fullBar }: RowScale): SVGSVGElement {
  const length = (size: number) => `${Math.min(100, ((size / Math.max(budget, 1)) * 10_000) / fullBar)}%`;
  return svg(
    'svg',
    { class: 'bar', 'aria-hidden': 'true' },
    svg('rect', { class: 'in-full', width: length(full), height: '100%' }),
    svg('rect', { class: `part ${tierClass(tier)}`, width: length(chars), height: '100%' }),
  );
}

/** `12 · Nov 3` */
function useCell(use: PastUse | undefined): HTMLElement {
  const made = cell('used', html('span', {}, use?.label ?? ''), use?.explanation);
  if (use?.detail !== undefined) made.append(html('span', { class: 'hint' }, ` · ${use.detail}`));
  return made;
}

function problemCell(problems: Problems | undefined): HTMLElement {
  const made = html('span', { class: 'cell findings', role: 'gridcell' });
  if (!problems) return made;
  const { errors, warnings } = problems;
  if (errors > 0) made.append(icon(icons.error, 'error'), count(errors), ' ');
  if (warnings > 0) made.append(icon(icons.warning, 'warning'), count(warnings));
  made.title = problemWords(problems);
  return made;
}

function problemWords({ errors, warnings }: Problems): string {
  const words = [
    ...(errors > 0 ? [counted(errors, 'error')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ];
  return words.length === 0 ? 'no problems' : words.join(' and ');
}
