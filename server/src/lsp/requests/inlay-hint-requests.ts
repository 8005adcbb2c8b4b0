import { type Connection, InlayHintRefreshRequest } from 'vscode-languageserver';
import { compactionHint, mayBeCut } from '../../features/annotations/compaction-hint.ts';
import { inlayHints } from '../../features/annotations/inlay-hints.ts';
import { fromLspRange } from '../../features/text/lsp-range.ts';
import { RefreshTimer } from '../refresh-timer.ts';
import { safely, safelyInBackground } from '../safely.ts';
import type { OpenDocuments } from '../state/open-documents.ts';
import type { PreviewSubjects } from '../state/preview-subjects.ts';
import type { PreviewedArguments } from '../state/previewed-arguments.ts';
import type { ResourceSettings } from '../state/settings.ts';

/** Delay after the last reason to refresh, in milliseconds: a preview follows every keystroke. */
const refreshDelay = 100;

/**
 * Answers requests for inlay hints: arguments, where the settings enable them, and where a text is cut when the
 * conversation is compacted.
 */
export function answerInlayHints(
  connection: Connection,
  documents: OpenDocuments,
  settings: ResourceSettings,
  previewed: PreviewedArguments,
  subjects: PreviewSubjects,
): void {
  connection.languages.inlayHint.on(({ textDocument: { uri }, range }, token) =>
    safely('Finding inlay hints', [], connection.console, token, async () => {
      const [open, { argumentHints }] = await Promise.all([documents.read(uri), settings.of(uri)]);
      if (!open) return [];
      const shown = fromLspRange(open.document.lines, range);
      const words = previewed.of(uri);
      const subject = mayBeCut(open.document, words) ? await subjects.of(uri) : undefined;
      const cut = subject && compactionHint(subject, shown, words);
      return [...(argumentHints ? inlayHints(open, shown, words) : []), ...(cut ? [cut] : [])];
    }),
  );
}

/** Has the editor ask for inlay hints again, some time after the last reason to. */
export function inlayHintRefresh(connection: Connection): RefreshTimer {
  return new RefreshTimer(refreshDelay, () => {
    void safelyInBackground('Asking for a refresh', connection.console, async () => {
      await connection.sendRequest(InlayHintRefreshRequest.type);
    });
  });
}
