import type { InvocationPreview } from '../../../../server/src/protocol.ts';
import { RunOnceScheduler } from '../../run-once-scheduler.ts';
import { html } from '../elements.ts';
import { count, plural } from '../format-numbers.ts';
import { icon, icons } from './icons.ts';

/** Pause in typing after which a screen reader reads out the counts. In milliseconds. */
const announcementDelay = 1_000;

const estimate =
  'Estimate: one token for every four characters, and one for each Chinese, Japanese or Korean character and each emoji. Only the model’s own count is exact.';

/** What the page shows about the text as a whole: its size, why nothing would be sent, and notes. */
export class PreviewSummary {
  readonly banner = html('div', { class: 'banner', role: 'alert' });
  readonly counts = html('p', { class: 'counts' });
  readonly notes = html('ul', { class: 'notes' });
  /** For screen readers. */
  readonly announcement = html('p', { class: 'announcement', role: 'status' });
  #bannerShown = '';
  #notesShown = '';
  #nextAnnouncement = '';
  readonly #announcing = new RunOnceScheduler(announcementDelay, () => {
    this.announcement.textContent = this.#nextAnnouncement;
  });

  show(preview: InvocationPreview): void {
    this.#showBanner(preview);
    this.#showCounts(preview);
    this.#showNotes(preview);
  }

  /** Created again only when it changes, as screen readers read it out each time. */
  #showBanner({ aborted }: InvocationPreview): void {
    const shown = JSON.stringify(aborted ?? null);
    if (shown === this.#bannerShown) return;
    this.#bannerShown = shown;
    this.banner.hidden = !aborted;
    this.banner.replaceChildren();
    if (!aborted) return;
    const text = html('div', {}, html('strong', {}, 'Claude Code would send nothing.'));
    text.append(html('pre', {}, aborted.message));
    if (aborted.advice !== undefined) text.append(html('p', {}, ...withCode(aborted.advice)));
    this.banner.append(icon(icons.error), text);
  }

  #showCounts({ counts: { characters, tokens, lines } }: InvocationPreview): void {
    const parts = [
      plural(characters, 'character', 'characters'),
      `≈ ${plural(tokens, 'token', 'tokens')}`,
      plural(lines, 'line', 'lines'),
    ];
    const text = parts.join(' · ');
    if (this.counts.dataset.text === text) return;
    this.counts.dataset.text = text;
    this.counts.replaceChildren(
      `${parts[0]} · `,
      html('span', { class: 'estimate', title: estimate }, parts[1]),
      ` · ${parts[2]}`,
    );
    this.#nextAnnouncement = `${count(characters)} characters, about ${count(tokens)} tokens, ${count(lines)} lines`;
    this.#announcing.schedule();
  }

  #showNotes({ notes, text, bodyStart }: InvocationPreview): void {
    const isEmpty = text.slice(bodyStart).trim() === '';
    const all = [...(isEmpty ? ['The skill has no instructions: nothing follows its frontmatter'] : []), ...notes];
    const shown = JSON.stringify(all);
    if (shown === this.#notesShown) return;
    this.#notesShown = shown;
    this.notes.hidden = all.length === 0;
    this.notes.replaceChildren(...all.map((note) => html('li', {}, ...withCode(note))));
  }
}

/** Text in which backticks mark code. */
function withCode(text: string): (Node | string)[] {
  return text
    .split('`')
    .map((part, index, parts) => (index % 2 === 1 && index < parts.length - 1 ? html('code', {}, part) : part));
}
