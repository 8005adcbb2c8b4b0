import type { CancellationToken, Connection, Hover, Position } from 'vscode-languageserver';
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
    subject: isInBody(open, offset) && injectionAt(open, offset) ? await subjectOf(open.uri) : undefined,
  });
  /** Reads and checks no more than it needs: reading a body takes longer than all else in a hover, and a check even longer. */
  const hoverAt = async (uri: string, position: Position, token: CancellationToken): Promise<Hover | null> => {
    let open = await documents.readHead(uri);
    if (open && isInBody(open, open.document.lines.offsetAt(position))) open = await documents.read(uri);
    if (!open || token.isCancellationRequested) return null;
    const offset = open.document.lines.offsetAt(position);
    const facts = await factsAt(open, offset);
    const found = hoverUnchecked(open, offset, facts);
    if (found !== undefined || token.isCancellationRequested) return found ?? null;
    const checked = await documents.check(uri);
    if (!checked || token.isCancellationRequested) return null;
    if (checked.document === open.document) return hover(checked, offset, facts);
    const offsetNow = checked.document.lines.offsetAt(position);
    return hover(checked, offsetNow, await factsAt(checked, offsetNow));
  };
  connection.onHover(({ textDocument: { uri }, position }, token) =>
    safely('Hover', null, connection.console, token, async () => {
      const found = await hoverAt(uri, position, token);
      if (found || token.isCancellationRequested) return found;
      const text = await followed.of(uri);
      const at = text?.document.lines.offsetAt(position) ?? 0;
      return text ? ((await hoverPath(text, at, files)) ?? hoverInstructions(text, at)) : null;
    }),
  );
}

function isInBody({ document }: OpenFile, offset: number): boolean {
  return offset >= document.bodyStart;
}
