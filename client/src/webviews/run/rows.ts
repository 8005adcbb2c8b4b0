import type { RunPart } from '../../../../server/src/protocol.ts';
import { durationInWords } from '../../text/times-and-costs.ts';
import { button, html } from '../elements.ts';
import { count } from '../format-numbers.ts';
import { icon, icons } from '../icons.ts';
import { plainText } from './plain-text.ts';
import type { PartOf, RowParts, RunRow } from './run-row.ts';
import type { SegmentRenderer } from './segment-renderer.ts';
import { type StepContent, StepRow } from './step-row.ts';
import { TextRow } from './text-row.ts';

/** Shorter calls take no time that matters. In milliseconds. */
const shortest = 100;

export function createRow(part: RunPart, parts: RowParts, renderer: SegmentRenderer): RunRow {
  switch (part.kind) {
    case 'text':
      return new TextRow(part as PartOf<'text'>, renderer);
    case 'thinking':
      return new StepRow(part as PartOf<'thinking'>, parts, thinking);
    case 'inserted':
      return new StepRow(part as PartOf<'inserted'>, parts, inserted);
    case 'tool':
      return new StepRow(part, parts, tool);
    case 'hook':
      return new StepRow(part, parts, hook);
    case 'denial':
      return lineRow(part, (it) => denial(it, parts));
    default:
      return lineRow(part as NoticePart, notice);
  }
}

/** A part that is always shown in full. */
function lineRow<Kind extends RunPart['kind']>(
  part: PartOf<Kind>,
  show: (part: PartOf<Kind>) => readonly Node[],
): RunRow {
  const { kind, order, id } = part;
  const element = html('div', { role: 'listitem', class: `row ${kind}`, 'data-id': id });
  const update = (it: RunPart) => element.replaceChildren(...show(it as PartOf<Kind>));
  update(part);
  return { element, kind, order, update };
}

function thinking({ text, ended, textCut }: PartOf<'thinking'>): StepContent {
  const line = [html('span', { class: 'name' }, ended ? 'Thinking' : 'Thinking…')];
  return { line, body: () => [output('Thinking', text, textCut)] };
}

/** A text that Claude Code adds is often long: that of a skill, or the task of an agent. */
function inserted({ text, textCut }: PartOf<'inserted'>): StepContent {
  const [first = ''] = text.trimStart().split('\n', 1);
  const line = [html('span', { class: 'name' }, 'Added by Claude Code'), html('span', { class: 'what' }, first)];
  return { line, body: () => [output('Added text', text, textCut)] };
}

function tool({ name, summary, input, inputCut, state, output: text, outputCut, ms }: PartOf<'tool'>): StepContent {
  const line = [
    stateIcon(state),
    html('span', { class: 'name' }, name),
    html('span', { class: 'what' }, summary),
    stateWord(state),
    ms === undefined || ms < shortest ? '' : html('span', { class: 'time' }, durationInWords(ms)),
  ];
  const written = input === '' ? [] : [output('Input', input, inputCut)];
  const result = text === undefined ? [] : [html('h3', {}, 'Output'), outputOrNone(text, outputCut)];
  const body = (isLast: boolean) =>
    isLast
      ? [...written.map(() => html('h3', {}, 'Input')), ...written, ...result]
      : [...result, ...written.map(folded)];
  return { line, body };
}

/** The input of an agent is long, and what the agent did is already above. */
function folded(input: HTMLElement): HTMLElement {
  return html('details', { class: 'folded' }, html('summary', {}, 'Input'), input);
}

function hook({ name, event, state, output: text, outputCut }: PartOf<'hook'>): StepContent {
  const line = [
    stateIcon(state),
    html('span', { class: 'name' }, `Hook ${event}`),
    html('span', { class: 'what' }, name),
    stateWord(state),
  ];
  return { line, body: () => [outputOrNone(text ?? '', outputCut)] };
}

function denial({ id, tool, summary, rules: wide = [], exact }: PartOf<'denial'>, { allow }: RowParts): Node[] {
  const rules = exact ?? wide;
  const call = html('code', {}, summary === '' ? tool : `${tool}: ${summary}`);
  const text = html('p', {}, 'Denied ', call);
  if (rules.length === 0) return [icon(icons.error), text];
  const label = button('Allow This…', () => allow(id));
  label.setAttribute('aria-label', `Allow This: ${rules.join(', ')}`);
  label.title = `Asks which rule to add to the permissions of this folder, such as ${rules.join(', ')}`;
  return [icon(icons.error), text, label];
}

function notice({ kind, text }: NoticePart): Node[] {
  if (kind === 'compaction') return [html('span', {}, text)];
  return [icon(kind === 'retry' ? icons.history : icons.info), html('p', {}, text)];
}

type NoticePart = PartOf<'retry' | 'compaction' | 'notice'>;
type State = PartOf<'tool'>['state'];

function stateIcon(state: State): Node {
  if (state === 'running') return html('span', { class: 'spinner', 'aria-hidden': 'true' });
  return icon({ succeeded: icons.passed, failed: icons.error, denied: icons.error, stopped: icons.stopped }[state]);
}

/** Icons are not read aloud; what went well needs no word on the screen. */
function stateWord(state: State): Node {
  const words = { running: 'running', succeeded: 'done', failed: 'failed', denied: 'denied', stopped: 'stopped' };
  const isQuiet = state === 'succeeded' || state === 'running';
  return html('span', { class: isQuiet ? 'announcement' : 'word' }, words[state]);
}

function outputOrNone(text: string, cut: number | undefined): HTMLElement {
  return text === '' ? html('p', { class: 'hint none' }, 'No output') : output('Output', text, cut);
}

/** A box that scrolls must be reachable by keyboard. A run has too many of them for landmarks. */
function output(label: string, text: string, cut: number | undefined): HTMLElement {
  const shown = html(
    'div',
    { class: 'output code-block', tabindex: 0, role: 'group', 'aria-label': label },
    ...plainText(text),
  );
  if (!cut) return shown;
  return html('div', {}, shown, html('p', { class: 'hint' }, `${count(cut)} more characters are not shown`));
}
