import type { Connection } from 'vscode-languageserver';
import { hover } from '../../features/hover/hover.ts';
import { injectionAt } from '../../features/hover/hover-body.ts';
import { hoverInstructions } from '../../features/hover/hover-instructions.ts';
import { hoverPath } from '../../features/hover/hover-path.ts';
import type { PreviewSubject } from '../../jobs/preview/preview-subject.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { safely } from '../safely.ts';
import type { FollowedTexts } from '../state/followed-texts.ts';
import type { OpenDocuments } from '../state/open-documents.ts';
import type { PreviewedArguments } from '../state/previewed-arguments.ts';

/**
 * Answers `textDocument/hover`.
 *
 * @param subjectOf what would be invoked in which session, requested only for commands; nothing until a catalog is read
 */
export function answerHovers(
  connection: Connection,
  documents: OpenDocuments,
  subjectOf: (uri: string) => Promise<PreviewSubject | undefined>,
  previewed: PreviewedArguments,
  followed: FollowedTexts,
  files: FileSystem,
): void {
  connection.onHover(({ textDocument: { uri }, position }, token) =>
    safely('Hover', null, connection.console, token, async () => {
      const open = await documents.check(uri);
      if (token.isCancellationRequested) return null;
      const offset = open?.document.lines.offsetAt(position) ?? 0;
      const subject = open && injectionAt(open, offset) ? await subjectOf(uri) : undefined;
      const found = open && hover(open, offset, { previewed: previewed.of(uri), subject });
      if (found) return found;
      const text = await followed.of(uri);
      const at = text?.document.lines.offsetAt(position) ?? 0;
      return text ? ((await hoverPath(text, at, files)) ?? hoverInstructions(text, at)) : null;
    }),
  );
}
