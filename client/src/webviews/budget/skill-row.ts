import type { BudgetEntry } from '../../../../server/src/protocol.ts';
import { html, svg } from '../elements.ts';
import { count, percent } from '../format-numbers.ts';
import { stateLine } from './describe-entry.ts';

/** The scale that all rows share. */
export interface RowScale {
  readonly budget: number;
  readonly unit: string;
  /** The size in full of the largest skill, which has the longest bar. */
  readonly longest: number;
}

/** A row of the list: a checkbox that tells whether the skill is included, name, size, a bar, and the state as text. */
export function skillRow(entry: BudgetEntry, { budget, unit, longest }: RowScale): HTMLElement {
  const counted = entry.state !== 'off';
  const line = stateLine(entry);
  const row = html('div', {
    class: `row ${entry.state}`,
    role: 'option',
    'aria-label': `${entry.name}, ${count(entry.chars)} ${unit}, ${percent(entry.chars, budget)}, ${line}`,
    'aria-checked': entry.id === undefined ? undefined : String(counted),
  });
  if (entry.cutAfter !== undefined) row.title = line;
  row.append(
    entry.id === undefined ? html('span', { class: 'no-box' }) : checkBox(counted),
    html(
      'span',
      { class: 'line' },
      html('span', { class: 'name' }, entry.name),
      html('span', { class: 'number' }, `${count(entry.chars)} · ${percent(entry.chars, budget)}`),
    ),
    html('span', { class: 'line' }, sizeBar(entry, longest), html('span', { class: 'state' }, line)),
  );
  return row;
}

function checkBox(checked: boolean): HTMLElement {
  const box = html('span', { class: 'box' });
  box.append(svg('svg', { viewBox: '0 0 16 16' }, svg('path', { d: checked ? 'M3.5 8.5L6.5 11.5L12.5 4.5' : '' })));
  return box;
}

/** The filled part is what the skill takes; the outline is what it would take in full. */
function sizeBar({ chars, full }: BudgetEntry, longest: number): SVGSVGElement {
  const share = (value: number) => `${(value / Math.max(longest, 1)) * 100}%`;
  return svg(
    'svg',
    { class: 'size' },
    svg('rect', { class: 'in-full', width: share(full), height: '100%' }),
    svg('rect', { class: 'taken', width: share(chars), height: '100%' }),
  );
}
