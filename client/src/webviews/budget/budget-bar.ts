import type { BudgetReport } from '../../../../server/src/protocol.ts';
import { html, svg } from '../elements.ts';
import { count, percent } from '../format-numbers.ts';

/*
 * Each part of the bar has its own texture as well as its own colour, so that it can be distinguished without
 * colours. Tiers keep theirs from one report to the next.
 */
const texturedTiers = ['bundled', 'managed', 'user', 'project', 'nested', 'added', 'command', 'plugin', 'repository'];

/** The bar of the budget by tier. {@link budgetLegend} gives the same information as text. */
export function budgetBar({ budget, used, usage, share, tiers, unit }: BudgetReport): SVGSVGElement {
  const parts = tiers.filter(({ chars }) => chars > 0);
  const whole = Math.max(budget, used, 1);
  const bar = svg('svg', {
    class: 'budget-bar',
    role: 'meter',
    'aria-label': 'Listing budget',
    'aria-valuemin': 0,
    'aria-valuemax': Math.max(budget, used),
    'aria-valuenow': used,
    'aria-valuetext': `${usage} used, ${share}`,
    tabindex: 0,
  });
  bar.append(textures());
  let start = 0;
  for (const { tier, label, chars } of parts) {
    const width = (chars / whole) * 100;
    const position = { x: `${start}%`, y: 0, width: `${width}%`, height: '100%' };
    const title = svg('title', {}, `${label}: ${count(chars)} ${unit}, ${percent(chars, budget)} of the budget`);
    bar.append(
      svg('rect', { ...position, class: `part ${tierClass(tier)}` }),
      svg('rect', { ...position, class: 'texture', fill: `url(#${tierClass(tier)})` }, title),
    );
    start += width;
    bar.append(svg('line', { class: 'separator', x1: `${start}%`, x2: `${start}%`, y1: 0, y2: '100%' }));
  }
  if (used > budget) {
    const end = `${(budget / whole) * 100}%`;
    bar.append(svg('line', { class: 'budget-end', x1: end, x2: end, y1: 0, y2: '100%' }));
  }
  return bar;
}

/** The parts of the bar, with their names and sizes. */
export function budgetLegend({ tiers, budget, used }: BudgetReport): HTMLElement {
  const list = html('ul', { class: 'legend' });
  for (const { tier, label, chars } of tiers) {
    if (chars > 0) list.append(html('li', {}, swatch(tierClass(tier)), `${label} `, number(chars)));
  }
  if (used < budget) list.append(html('li', {}, swatch('tier-free'), 'Free ', number(budget - used)));
  return list;
}

function number(value: number): HTMLElement {
  return html('span', { class: 'number' }, count(value));
}

/** A sample of a part of the bar. */
export function swatch(className: string): SVGSVGElement {
  return svg(
    'svg',
    { class: 'swatch', 'aria-hidden': 'true' },
    svg('rect', { class: `part ${className}`, width: '100%', height: '100%' }),
    svg('rect', {
      class: 'texture',
      fill: className === 'tier-free' ? 'none' : `url(#${className})`,
      width: '100%',
      height: '100%',
    }),
  );
}

/** The CSS class of a tier's colour, and the id of its texture. */
export function tierClass(tier: string): string {
  return texturedTiers.includes(tier) ? `tier-${tier}` : 'tier-other';
}

/** The texture of each tier, drawn over its colour. */
const strokes: Readonly<Record<string, string>> = {
  'tier-bundled': 'M0 0',
  'tier-managed': 'M0 4H8',
  'tier-user': 'M-2 10L10 -2M-2 2L2 -2M6 10L10 6',
  'tier-project': 'M4 0V8',
  'tier-nested': 'M4 0V8M0 4H8',
  'tier-added': 'M-2 -2L10 10M-2 6L2 10M6 -2L10 2',
  'tier-command': 'M0 0L8 8M0 8L8 0',
  'tier-plugin': 'M1.5 2h1M5.5 6h1',
  'tier-repository': 'M4 0V8M0 2H8M0 6H8',
  'tier-other': 'M0 2H8M0 6H8',
};

function textures(): SVGDefsElement {
  const definitions = svg('defs');
  for (const [id, d] of Object.entries(strokes)) {
    const size = { width: 8, height: 8, patternUnits: 'userSpaceOnUse' };
    definitions.append(
      svg('pattern', { id, ...size }, svg('path', { d, class: id === 'tier-plugin' ? 'dots' : 'strokes' })),
    );
  }
  return definitions;
}
