import type { CompactedSkill, InvocationPreview, PreviewCompaction } from '../../../../server/src/protocol.ts';
import { counted } from '../../text/counted.ts';
import { html, linkButton } from '../elements.ts';
import { count } from '../format-numbers.ts';
import { icon, iconButton, icons } from '../icons.ts';
import { textWithCode } from '../text-with-code.ts';

/** Requests of the view to the page. */
interface CompactionActions {
  /** One more of the longest skills was invoked afterwards, or one less. */
  readonly change: (by: 1 | -1) => void;
  readonly choose: () => void;
  readonly copy: (text: string) => void;
  /** Shows where the lost part begins in the file. */
  readonly select: (offset: number) => void;
}

/** The rest of an invocation after `/compact`, and of the skills that were invoked after it. */
export class CompactionView {
  readonly element: HTMLElement;
  readonly #actions: CompactionActions;
  readonly #fewer: HTMLButtonElement;
  readonly #more: HTMLButtonElement;
  readonly #count = html('output', { class: 'count', 'aria-label': 'Skills invoked after this one' }, '0');
  readonly #verdict = html('div', { class: 'verdict', role: 'status' });
  readonly #content = html('div', { class: 'kept' });
  #shown = '';

  constructor(actions: CompactionActions) {
    this.#actions = actions;
    this.#fewer = iconButton('One Skill Less', icons.remove, () => actions.change(-1));
    this.#more = iconButton('Add the Longest Other Skill', icons.add, () => actions.change(1));
    const stepper = html('span', { class: 'stepper' }, this.#fewer, this.#count, this.#more);
    const tools = html(
      'div',
      { class: 'newer' },
      html('span', {}, 'Skills invoked after this one'),
      stepper,
      linkButton('Choose…', actions.choose),
    );
    this.element = html('div', { class: 'compaction' }, tools, this.#verdict, this.#content);
  }

  show({ compaction, text, invocation }: InvocationPreview): void {
    if (!compaction) return;
    const shown = JSON.stringify([compaction, text, invocation]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const { newer } = compaction;
    this.#count.value = count(newer);
    this.#fewer.disabled = newer === 0;
    this.#more.disabled = newer >= compaction.possiblyNewer.length;
    const [first = '', ...others] = compaction.explanation;
    const look = compaction.state === 'whole' ? 'passed' : compaction.state === 'cut' ? 'warning' : 'error';
    const sentence = html(
      'p',
      {},
      icon(icons[look], look === 'passed' ? 'allow' : look),
      html('span', {}, ...textWithCode(first)),
    );
    this.#verdict.replaceChildren(sentence, ...others.map((it) => html('p', { class: 'hint' }, ...textWithCode(it))));
    this.#content.replaceChildren(
      ...(newer > 0 ? [html('h2', {}, tokensText(compaction)), this.#skills(compaction)] : []),
      ...this.#message(compaction, text, invocation),
    );
  }

  #skills(compaction: PreviewCompaction): HTMLElement {
    const rows = compaction.skills.map((skill, at) =>
      html(
        'li',
        { class: isLast(compaction, at) ? 'own' : undefined },
        html('span', { class: 'name' }, `/${skill.name}`),
        html('span', { class: 'state' }, stateText(skill)),
      ),
    );
    return html('ul', { class: 'invoked', 'aria-label': 'Invoked skills, the newest first' }, ...rows);
  }

  #message({ message, range, cut }: PreviewCompaction, text: string, invocation: string): HTMLElement[] {
    const lost = cut ? text.slice(cut.text) : '';
    const lostPart =
      cut && html('details', {}, this.#lostHeading(lost, cut.source), html('pre', { class: 'lost' }, lost));
    if (message === undefined) return [];
    const heading = html('h3', { id: 'compacted-message' }, 'What Claude Code sends of invoked skills');
    const own = range && message.slice(range.start, range.end);
    const left = own && cut ? own.slice(0, cut.text) : own;
    const end = own && cut ? own.slice(cut.text) : '';
    const parts = range
      ? [
          message.slice(0, range.start),
          html('span', { class: 'left', title: `Left of ${invocation}` }, left),
          ...(cut ? [html('span', { class: 'cut', role: 'separator', title: 'Cut here' }), end] : []),
          message.slice(range.end),
        ]
      : [message];
    const pre = html('pre', { tabindex: 0, 'aria-label': 'What Claude Code sends of invoked skills' }, ...parts);
    const copy = iconButton('Copy message', icons.copy, () => this.#actions.copy(message));
    const tags = html('span', { class: 'tag' }, counted(message.length, 'character'));
    const article = html(
      'article',
      { 'aria-labelledby': heading.id },
      html('div', { class: 'message-heading' }, heading, tags, copy),
      pre,
    );
    return lostPart ? [article, lostPart] : [article];
  }

  #lostHeading(lost: string, source: number): HTMLElement {
    const show = linkButton('Show in Editor', () => this.#actions.select(source));
    return html('summary', {}, `${counted(lost.length, 'character is', 'characters are')} lost `, show);
  }
}

/** The invocation itself is the oldest, unless it adds nothing to the conversation. */
function isLast({ skills, newer }: PreviewCompaction, at: number): boolean {
  return at === skills.length - 1 && skills.length > newer;
}

function tokensText({ tokens, maxTokens }: PreviewCompaction): string {
  return `${count(tokens)} of ${count(maxTokens)} tokens are used`;
}

function stateText({ state, characters, left, tokens }: CompactedSkill): string {
  const all = counted(characters, 'character');
  if (state === 'lost') return `lost: no room for ${count(tokens)} tokens`;
  return state === 'cut' ? `cut: ${count(left)} of ${all}` : `whole: ${all}`;
}
