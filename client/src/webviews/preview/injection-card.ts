import type { PreviewInjection, PreviewRule } from '../../../../server/src/protocol.ts';
import { counted } from '../../text/counted.ts';
import { button, html, linkButton } from '../elements.ts';
import { icon, icons } from '../icons.ts';
import { milliseconds } from './format-time.ts';

/** The user's actions on a command. */
export interface InjectionCardEvents {
  run(hash: string): void;
  cancel(hash: string): void;
  /** Adds the missing rules to the skill. */
  allow(hash: string): void;
  copy(text: string): void;
  select(source: { readonly start: number; readonly end: number }): void;
  manageTrust(): void;
}

/** Determines a card's content, together with the command. */
interface InjectionCardState {
  readonly running: boolean;
  readonly trusted: boolean;
  /** The file is not on a machine that could run it. */
  readonly elsewhere: boolean;
}

/** Longer outputs are collapsed. */
const maxLines = 8;
const maxCharacters = 800;

/** A command, whether Claude Code would run it, and its outcome when it was run here. */
export class InjectionCard {
  readonly element = html('section', { class: 'card' });
  readonly #events: InjectionCardEvents;
  #shown = '';

  constructor(events: InjectionCardEvents) {
    this.#events = events;
  }

  show(injection: PreviewInjection, state: InjectionCardState): void {
    const { start: _, end: __, ...looks } = injection;
    const shown = JSON.stringify([looks, state]);
    // Without a change, the card keeps its focus, selection and expanded output.
    if (shown === this.#shown) return;
    this.#shown = shown;
    const focused = this.element.contains(document.activeElement) ? document.activeElement?.textContent : undefined;
    this.element.setAttribute('aria-label', `Command: ${injection.command}`);
    this.element.dataset.status = state.running ? 'running' : injection.status;
    this.element.replaceChildren(
      html('pre', { class: 'command' }, ...markedCommand(injection)),
      ...badges(injection),
      ...insertedParts(injection),
      permission(injection, state, this.#events),
      this.#actions(injection, state),
      ...output(injection),
    );
    // The pressed button has been replaced; the focus stays in the card.
    if (focused !== undefined) this.element.querySelector<HTMLElement>('vscode-button:not([disabled])')?.focus();
  }

  #actions(injection: PreviewInjection, { running, trusted, elsewhere }: InjectionCardState): HTMLElement {
    const { hash, source } = injection;
    const line = html('div', { class: 'actions' });
    if (injection.status !== 'disabled' && !elsewhere) line.append(this.#button(injection, running, trusted));
    line.append(status(injection, running));
    if (source) line.append(linkButton('Show in file', () => this.#events.select(source)));
    line.append(linkButton('Copy command', () => this.#events.copy(injection.command)));
    if (elsewhere && injection.status !== 'disabled') {
      const note = 'Commands are not run here, because the file is not in a folder on your machine.';
      return html('div', {}, line, html('p', { class: 'hint' }, note));
    }
    if (!trusted && injection.status !== 'disabled') {
      const note = html('p', { class: 'hint', id: `restricted-${hash}` }, 'Restricted Mode: no commands are run. ');
      note.append(linkButton('Manage Workspace Trust', () => this.#events.manageTrust()));
      return html('div', {}, line, note);
    }
    return line;
  }

  #button({ hash, status, command }: PreviewInjection, running: boolean, trusted: boolean): HTMLElement {
    if (running) {
      const cancel = button('Cancel', () => this.#events.cancel(hash));
      cancel.setAttribute('aria-label', `Cancel ${command}`);
      return cancel;
    }
    const run = button(status === 'not-run' ? 'Run…' : 'Run Again…', () => this.#events.run(hash));
    run.setAttribute('aria-label', `Run ${command}`);
    if (!trusted) {
      run.setAttribute('disabled', '');
      run.setAttribute('aria-describedby', `restricted-${hash}`);
    }
    return run;
  }
}

function badges({ origin, insertions = [] }: PreviewInjection): HTMLElement[] {
  if (origin === 'body') return [];
  const isGiven = insertions.some(({ from, start, end }) => from === 'arguments' && end > start);
  const contained = isGiven ? 'contains an argument' : 'arguments would become part of it';
  const text = origin === 'argument' ? 'introduced by an argument: Claude Code would run it' : contained;
  const look = origin === 'argument' ? 'badge danger' : 'badge';
  return [html('p', { class: look }, icon(icons.warning), html('span', {}, text))];
}

const inserted = { arguments: 'From the arguments', variable: 'From a path with special characters' } as const;

/** The command, with marks around text that the author did not write. */
function markedCommand({ command, insertions = [] }: PreviewInjection): (string | HTMLElement)[] {
  const parts: (string | HTMLElement)[] = [];
  let copied = 0;
  for (const { start, end, from } of insertions) {
    parts.push(command.slice(copied, start));
    if (end > start) parts.push(html('mark', { title: inserted[from] }, command.slice(start, end)));
    copied = end;
  }
  return [...parts, command.slice(copied)];
}

/** The marked parts as text, for users who cannot see the marks. Long parts are shortened. */
function insertedParts({ command, insertions = [] }: PreviewInjection): HTMLElement[] {
  return (['arguments', 'variable'] as const).flatMap((from) => {
    const texts = new Set(insertions.filter((it) => it.from === from).map((it) => command.slice(it.start, it.end)));
    texts.delete('');
    if (texts.size === 0) return [];
    const line = html('p', { class: 'inserted' }, `${inserted[from]}: `);
    const shown = [...texts].slice(0, maxInserted);
    line.append(...shown.flatMap((text, index) => [...(index > 0 ? [', '] : []), html('code', {}, shortened(text))]));
    if (texts.size > maxInserted) line.append(` and ${counted(texts.size - maxInserted, 'other')}`);
    return [line];
  });
}

/** Maximum number of parts listed below a command, and their maximum length. */
const maxInserted = 6;
const maxInsertedCharacters = 200;

function shortened(text: string): string {
  return text.length > maxInsertedCharacters ? `${text.slice(0, maxInsertedCharacters)}…` : text;
}

const verdicts = {
  allowed: { path: icons.passed, label: 'Claude Code would run it' },
  refused: { path: icons.error, label: 'Claude Code would refuse it' },
  unknown: { path: icons.question, label: 'Whether Claude Code would run it is not known' },
} as const;

function permission(
  { permission, reason, suggestedRule, status, hash, command, decidedBy }: PreviewInjection,
  { trusted }: InjectionCardState,
  events: InjectionCardEvents,
) {
  if (status === 'disabled') return html('p', { class: 'permission' }, reason ?? 'Commands are disabled.');
  const { path, label } = verdicts[permission];
  const line = html('p', { class: `permission ${permission}` }, icon(path));
  const text = html('span', {}, reason === undefined ? label : `${label}: ${reason}`);
  if (suggestedRule !== undefined) {
    text.append(reason?.endsWith('.') ? ' ' : '. ', 'Rule that allows it: ', html('code', {}, suggestedRule), ' ');
    const add = linkButton('Add to allowed-tools', () => events.allow(hash));
    add.setAttribute('aria-label', `Add to allowed-tools: the rule for ${command}`);
    // In Restricted Mode no files are changed.
    if (trusted) text.append(add, ' ');
    text.append(linkButton('Copy rule', () => events.copy(suggestedRule)));
  }
  line.append(text);
  return decidedBy === undefined ? line : html('div', {}, line, decision(decidedBy));
}

const effects = { allow: 'Allowed by', ask: 'Has to be confirmed because of', deny: 'Denied by' } as const;

/** The rules that decide, and where each of them is. */
function decision(rules: readonly PreviewRule[]): HTMLElement {
  const line = html('p', { class: 'hint' }, `${effects[rules[0]!.behavior]} `);
  rules.forEach(({ rule, file }, index) => {
    line.append(index > 0 ? ', ' : '', html('code', {}, rule), ' in ', file ?? 'allowed-tools of this skill');
  });
  return line;
}

function status({ status, exitCode, ms }: PreviewInjection, running: boolean): HTMLElement {
  const facts = [
    ...(exitCode === undefined ? [] : [`exit code ${exitCode}`]),
    ...(ms === undefined ? [] : [milliseconds(ms)]),
  ].join(', ');
  const line = html('span', { class: 'status', role: 'status' });
  if (running) {
    line.append(html('span', { class: 'spinner', 'aria-hidden': 'true' }), 'Running');
    return line;
  }
  const [path, label] = {
    'not-run': [icons.circle, 'Not run'] as const,
    ok: [icons.passed, 'Done'] as const,
    failed: [icons.error, 'Failed'] as const,
    cancelled: [icons.stop, 'Cancelled'] as const,
    disabled: [icons.circle, 'Disabled'] as const,
    'not-known': [icons.question, 'Output not known: Claude Code has this program, this machine does not'] as const,
  }[status];
  line.classList.add(status);
  line.append(
    icon(path),
    facts === '' || status === 'not-run' || status === 'not-known' ? label : `${label} (${facts})`,
  );
  return line;
}

function output({ status, output }: PreviewInjection): HTMLElement[] {
  if (output === undefined || (status !== 'ok' && status !== 'failed')) return [];
  if (output === '') return [html('p', { class: 'hint' }, 'No output')];
  const lines = output.replace(/\n$/, '').split('\n').length;
  const details = html('details', { class: 'output' });
  details.open = lines <= maxLines && output.length <= maxCharacters;
  const title = status === 'failed' ? 'Claude Code’s message' : 'Output';
  // A scrollable region must be reachable by keyboard.
  const text = html('pre', { class: 'code-block', tabindex: 0, 'aria-label': title }, output);
  details.append(html('summary', {}, `${title}, ${counted(lines, 'line')}`), text);
  return [details];
}
