import type { WhyCell, WhyStep } from '../../../../server/src/protocol.ts';
import { svg } from '../elements.ts';

type MarkedState = WhyStep['state'] | WhyCell['state'];

/** The meaning of a mark, as a word and an icon. */
const marks: Readonly<Record<MarkedState, { readonly word: string; readonly path: string }>> = {
  good: { word: 'OK', path: 'M3 8.5L6.5 12L13 4.5' },
  bad: { word: 'Problem', path: 'M4 4L12 12M12 4L4 12' },
  warning: { word: 'Warning', path: 'M8 2.5L14 13.5H2ZM8 6.5V10M8 11.2V12' },
  note: { word: 'Note', path: 'M2 8A6 6 0 1 0 14 8A6 6 0 1 0 2 8M8 7.3V11.2M8 4.6V5.9' },
  none: { word: 'None', path: 'M4 8H12' },
};

export function markOf(state: MarkedState): SVGSVGElement {
  const path = svg('path', { d: marks[state].path });
  return svg('svg', { viewBox: '0 0 16 16', class: 'mark', 'aria-hidden': 'true' }, path);
}

export function wordOf(state: MarkedState): string {
  return marks[state].word;
}
