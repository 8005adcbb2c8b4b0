import type { Connection, Hover, Position } from 'vscode-languageserver';
import type { OpenFile } from '../../features/check/open-file.ts';
import { hover, hoverUnchecked } from '../../features/hover/hover.ts';
import { type InvocationFacts, injectionAt } from '../../features/hover/hover-body.ts';
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
  const factsAt = async (open: OpenFile, offset: number): Promise<InvocationFacts> => ({
    previewed: previewed.of(open.uri),
    subject: injectionAt(open, offset) ? await subjectOf(open.uri) : undefined,
  });
  const hoverIn = async (open: OpenFile, position: Position): Promise<Hover | null> => {
    const offset = open.document.lines.offsetAt(position);
    const found = hoverUnchecked(open, offset, await factsAt(open, offset));
    if (found !== undefined) return found;
    // A check takes longer than everything else.
    const checked = await documents.check(open.uri);
    if (!checked) return null;
    const offsetNow = checked.document.lines.offsetAt(position);
    return hover(checked, offsetNow, await factsAt(checked, offsetNow));
  };
  connection.onHover(({ textDocument: { uri }, position }, token) =>
    safely('Hover', null, connection.console, token, async () => {
      const open = await documents.read(uri);
      if (token.isCancellationRequested) return null;
      const found = open && (await hoverIn(open, position));
      if (found) return found;
      const text = await followed.of(uri);
      const at = text?.document.lines.offsetAt(position) ?? 0;
      return text ? ((await hoverPath(text, at, files)) ?? hoverInstructions(text, at)) : null;
    }),
  );
}
