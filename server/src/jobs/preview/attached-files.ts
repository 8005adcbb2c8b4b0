import { attachedTexts } from '../../catalog/file/mentioned-files.ts';
import { shownPath } from '../../catalog/shown-path.ts';
import type { PreviewAttachment } from '../../protocol.ts';
import type { PreviewSubject } from './preview-subject.ts';

/** The files that the text of an invocation adds to the conversation, with what they cost. */
export async function attachedFiles(
  text: string,
  { skill, session, skillTool }: PreviewSubject,
): Promise<readonly PreviewAttachment[]> {
  if (!skillTool) return [];
  const { files, environment } = skillTool.session;
  const others = [skill.folder, ...(skill.plugin ? [skill.plugin.root] : [])];
  const found = await attachedTexts(text, skill.document.runtime, { folder: session.folder, others }, files);
  return found.map(({ path, tokens }) => ({ path: shownPath(path, { folder: session.folder, environment }), tokens }));
}
