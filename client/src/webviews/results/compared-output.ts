import type { DifferenceRow, ShownOutput } from '../../../../server/src/protocol.ts';
import { counted } from '../../text/counted.ts';
import { html, linkButton } from '../elements.ts';

/** Actions on a file that runs have made. */
interface OutputEvents {
  openFile(uri: string): void;
  compareFiles(left: string, right: string, title: string): void;
}

/** A file that a run of an arm has made; undefined if that run has not. */
interface OutputOfArm {
  readonly arm: string;
  readonly file: ShownOutput | undefined;
}

/** A file that runs have made, in all arms: texts as a difference, pictures as pictures. */
export function comparedOutput(path: string, arms: readonly OutputOfArm[], events: OutputEvents): HTMLElement {
  const there = arms.flatMap(({ arm, file }) => (file ? [{ arm, file }] : []));
  const [first, second] = there;
  const links = there.map(({ arm, file }) => {
    const label = arms.length > 1 ? `Open: ${arm}` : 'Open';
    const link = linkButton(label, () => events.openFile(file.uri));
    link.setAttribute('aria-label', `${label}, ${path}`);
    return link;
  });
  if (
    first &&
    second &&
    there.length === 2 &&
    first.file.text !== undefined &&
    second.file.text !== undefined &&
    !second.file.isSame
  ) {
    const title = `${path}: ${second.arm} ↔ ${first.arm}`;
    // The left of an editor's comparison is what was before.
    const link = linkButton('Compare', () => events.compareFiles(second.file.uri, first.file.uri, title));
    link.setAttribute('aria-label', `Compare ${path}`);
    links.push(link);
  }
  return html(
    'section',
    { class: 'made', 'aria-label': path },
    html('div', { class: 'made-head' }, html('h4', {}, path), ...links),
    ...content(path, arms, there),
  );
}

function content(path: string, arms: readonly OutputOfArm[], there: readonly { arm: string; file: ShownOutput }[]) {
  const [first, second] = there;
  if (first && there.length > 1 && there.length === arms.length && there.slice(1).every(({ file }) => file.isSame))
    return [html('p', { class: 'hint' }, 'All runs made the same'), shown(path, first.arm, first.file)];
  const rows = second?.file.difference;
  if (first && rows && arms.length === 2) return [difference(path, first.arm, second.arm, rows)];
  const columns = arms.map(({ arm, file }) =>
    html(
      'div',
      { class: 'output' },
      html('p', { class: 'hint' }, arm),
      file ? shown(path, arm, file) : html('p', { class: 'hint' }, 'Not made'),
    ),
  );
  return [html('div', { class: 'beside' }, ...columns)];
}

function shown(path: string, arm: string, { text, picture, size }: ShownOutput): HTMLElement {
  if (picture !== undefined) return html('img', { src: picture, alt: `${path}, ${arm}` });
  if (text === undefined) return html('p', { class: 'hint' }, `${size}, not a text`);
  // A long output scrolls, also by keyboard.
  return html(
    'pre',
    { class: 'code-block', tabindex: 0, role: 'group', 'aria-label': `Output: ${path}, ${arm}` },
    text,
  );
}

/** Two texts line by line. What only the first has is marked as added, because the other arm is what it is compared with. */
function difference(path: string, first: string, second: string, rows: readonly DifferenceRow[]): HTMLElement {
  const lines = rows.flatMap((row) => {
    if (row.skipped !== undefined)
      return [html('div', { class: 'skipped hint' }, `${counted(row.skipped, 'line')} alike`)];
    const isAlike = row.first === row.own;
    return [line('first', row.first, isAlike ? '' : '+'), line('own', row.own, isAlike ? '' : '−')];
  });
  return html(
    'div',
    { class: 'difference', tabindex: 0, role: 'group', 'aria-label': `Difference: ${path}` },
    html('div', { class: 'hint' }, `+ ${first}`),
    html('div', { class: 'hint' }, `− ${second}`),
    ...lines,
  );
}

function line(side: 'first' | 'own', text: string | undefined, sign: '' | '+' | '−'): HTMLElement {
  if (text === undefined) return html('div', { class: 'line', 'data-sign': 'none' });
  return html(
    'div',
    { class: 'line', 'data-sign': sign, 'data-side': side },
    html('span', { class: 'sign' }, sign || ' '),
    html('span', {}, text),
  );
}
