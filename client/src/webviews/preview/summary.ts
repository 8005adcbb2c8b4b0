import type { InvocationPreview, PreviewNotice, PreviewProblem } from '../../../../server/src/protocol.ts';
import { RunOnceScheduler } from '../../run-once-scheduler.ts';
import { html } from '../elements.ts';
import { textWithCode } from '../text-with-code.ts';
import { Banner, type BannerText } from './banner.ts';
import { CallList } from './call-list.ts';
import { attachmentsText, countsText, estimatesIn } from './summary-text.ts';

/** Pause in typing after which a screen reader reads out the counts. In milliseconds. */
const announcementDelay = 1_000;

const estimate =
  'Estimate: one token for every four characters, and one for each Chinese, Japanese or Korean character and each emoji. Only the model’s own count is exact.';

/** The part of the page about the text as a whole: who gets it, its size, why nothing would be sent, and notes. */
export class PreviewSummary {
  readonly #problem = new Banner('alert');
  readonly #notice = new Banner('status');
  readonly #calls = new CallList();
  /** Above the text. */
  readonly element = html(
    'div',
    { class: 'summary' },
    this.#calls.element,
    this.#problem.element,
    this.#notice.element,
  );
  readonly counts = html('p', { class: 'counts' });
  readonly notes = html('ul', { class: 'notes' });
  /** For screen readers. */
  readonly announcement = html('p', { class: 'announcement', role: 'status' });
  #notesShown = '';
  #nextAnnouncement = '';
  readonly #announcing = new RunOnceScheduler(announcementDelay, () => {
    this.announcement.textContent = this.#nextAnnouncement;
  });

  show(preview: InvocationPreview): void {
    const { calls, aborted, notice } = preview;
    this.#calls.show(calls);
    this.#problem.show(aborted && problemText(aborted));
    this.#notice.show(notice && noticeText(notice));
    this.#showCounts(preview);
    this.#showNotes(preview);
  }

  /** Nothing is counted if nothing is sent: the counts would contradict the banner. */
  #showCounts(preview: InvocationPreview): void {
    const text = preview.aborted ? '' : countsText(preview);
    const attached = preview.aborted ? '' : attachmentsText(preview);
    if (this.counts.title !== attached) this.counts.title = attached;
    if (this.counts.dataset.text === text) return;
    this.counts.dataset.text = text;
    this.counts.hidden = text === '';
    this.counts.replaceChildren(
      ...estimatesIn(text).map((piece, index) =>
        index % 2 === 0 ? piece : html('span', { class: 'estimate', title: estimate }, piece),
      ),
    );
    this.#nextAnnouncement = text.replaceAll('≈', 'about').replaceAll(' ·', ',');
    if (text === '') this.#announcing.cancel();
    else this.#announcing.schedule();
  }

  #showNotes({ notes }: InvocationPreview): void {
    const shown = JSON.stringify(notes);
    if (shown === this.#notesShown) return;
    this.#notesShown = shown;
    this.notes.hidden = notes.length === 0;
    this.notes.replaceChildren(...notes.map((note) => html('li', {}, ...textWithCode(note))));
  }
}

function problemText({ message, advice, hypothetical }: PreviewProblem): BannerText {
  // Without the first words, it would contradict what is said to be loaded instead.
  const title = `${hypothetical ? 'If invoked, ' : ''}Claude Code would send nothing.`;
  return { severity: 'error', title, quote: message, lines: [advice] };
}

function noticeText({ severity, title, reason, advice }: PreviewNotice): BannerText {
  return { severity, title: `${title}.`, lines: [reason, advice] };
}
