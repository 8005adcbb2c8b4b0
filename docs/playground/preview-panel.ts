import { Marked } from 'marked';
import { withoutMarksInTags, withSpanMarks } from '../../client/src/preview/page/span-marks.ts';
import { html } from '../../client/src/webviews/elements.ts';
import { icon, icons } from '../../client/src/webviews/icons.ts';
import { ExactText } from '../../client/src/webviews/preview/exact-text.ts';
import { RenderedText } from '../../client/src/webviews/preview/rendered-text.ts';
import { SpanLegend } from '../../client/src/webviews/preview/span-legend.ts';
import { PreviewSummary } from '../../client/src/webviews/preview/summary.ts';
import { inOrderOfText } from '../../client/src/webviews/preview/text-lines.ts';
import type { InvocationPreview, OffsetRange, PreviewInjection } from '../../server/src/protocol.ts';

/** The user's actions in the panel. */
interface PreviewPanelEvents {
  argumentsTyped(): void;
  select(source: OffsetRange): void;
  link(address: string): void;
}

/** Longer texts are shown as they are, as in VS Code. In UTF-16 units. */
const maxRendered = 500_000;

const verdicts = {
  allowed: { shape: icons.passed, label: 'Claude Code would run it' },
  refused: { shape: icons.error, label: 'Claude Code would refuse it' },
  unknown: { shape: icons.question, label: 'Whether Claude Code would run it is not known' },
} as const;

/** What Claude Code sends for an invocation with these arguments. */
export class PreviewPanel {
  readonly #name = html('label', { for: 'arguments', class: 'name' }, '/');
  readonly #field = html('input', { id: 'arguments', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off' });
  readonly #summary = new PreviewSummary();
  readonly #legend = new SpanLegend();
  readonly #rendered: RenderedText;
  readonly #exact: ExactText;
  readonly #exactly: HTMLInputElement;
  readonly #commands = html('ul', { class: 'commands', 'aria-label': 'Commands' });
  readonly #content: HTMLElement;
  readonly #nothing = html('p', { class: 'hint' }, 'Reading the skill…');
  readonly #markdown = new Marked();
  #preview: InvocationPreview | undefined;

  constructor(panel: HTMLElement, events: PreviewPanelEvents) {
    this.#rendered = new RenderedText({ open: (address) => events.link(address) });
    this.#exact = new ExactText({ select: (source) => events.select(source), card: () => undefined });
    this.#field.addEventListener('input', () => events.argumentsTyped());
    this.#exactly = html('input', { type: 'checkbox', id: 'exactly' });
    this.#exactly.addEventListener('change', () => this.#showText());
    this.#content = html(
      'div',
      {},
      this.#summary.announcement,
      this.#summary.element,
      html(
        'div',
        { class: 'bar' },
        this.#legend.element,
        html('label', { class: 'check' }, this.#exactly, 'Exact text'),
      ),
      html('div', { class: 'text' }, this.#rendered.element, this.#exact.element),
      this.#commands,
      this.#summary.counts,
      this.#summary.notes,
    );
    panel.append(html('div', { class: 'invocation' }, this.#name, this.#field), this.#nothing, this.#content);
    this.#content.hidden = true;
  }

  get arguments(): string {
    return this.#field.value;
  }

  set arguments(text: string) {
    this.#field.value = text;
  }

  /** @param preview null if Claude Code reads no skill there */
  show(preview: InvocationPreview | null): void {
    this.#content.hidden = preview === null;
    this.#nothing.hidden = preview !== null;
    this.#nothing.textContent = 'Claude Code reads no skill here.';
    this.#preview = preview === null ? undefined : inOrderOfText(preview);
    if (!this.#preview) return;
    this.#name.textContent = this.#preview.invocation;
    this.#field.placeholder = this.#preview.argumentHint ?? 'arguments';
    this.#summary.show(this.#preview);
    this.#legend.show(this.#preview);
    this.#commands.replaceChildren(...this.#preview.injections.map(commandRow));
    this.#showText();
  }

  #showText(): void {
    if (!this.#preview) return;
    const isExact = this.#exactly.checked;
    this.#exact.element.hidden = !isExact;
    this.#rendered.element.hidden = isExact;
    if (isExact) this.#exact.show(this.#preview);
    else this.#showRendered(this.#preview);
  }

  #showRendered({ text, spans }: InvocationPreview): void {
    if (text.length > maxRendered) {
      this.#rendered.show({ html: null, why: 'too-long' }, text);
      return;
    }
    const marked = withSpanMarks(text, spans);
    const made = this.#markdown.parse(marked ?? text, { async: false });
    this.#rendered.show({ html: marked === undefined ? made : withoutMarksInTags(made) }, text);
  }
}

function commandRow({ command, permission, reason, status }: PreviewInjection): HTMLElement {
  const { shape, label } = verdicts[permission];
  const verdict = status === 'disabled' ? (reason ?? 'Commands are disabled') : label;
  const why = status === 'disabled' || reason === undefined ? verdict : `${verdict}: ${reason}`;
  return html(
    'li',
    {},
    html('code', {}, command),
    html('p', { class: `permission ${permission}` }, icon(shape), html('span', {}, why)),
  );
}
