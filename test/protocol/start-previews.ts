import path from 'node:path';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import type {
  InvocationPreview,
  PreviewInjection,
  PreviewOutcome,
  PreviewParams,
  RunCommandParams,
} from '../../server/src/protocol.ts';
import { type EditorOptions, uriOf } from './editor.ts';
import { startSession } from './start-session.ts';

/** The skill that most tests preview. */
export const reviewFile = 'app/.claude/skills/review/SKILL.md';

/** The text of a skill. */
export function reviewSkill(body: string, ...fields: readonly string[]): string {
  return ['---', 'description: Reviews a diff', ...fields, '---', body].join('\n');
}

const noToken = new CancellationTokenSource().token;

/** A session, and previews of its files. */
export async function startPreviews(files: Readonly<Record<string, string>>, options: EditorOptions = {}) {
  const session = await startSession(files, { initializationOptions: { editorShowsPreview: true }, ...options });
  const { editor, root } = session;
  const uri = (name: string) => uriOf(path.join(root, name));
  const preview = (name: string, given = '', more: Partial<PreviewParams> = {}) =>
    session.ask<InvocationPreview | null>('skillwright/preview', { uri: uri(name), arguments: given, ...more });
  const shown = async (name: string, given = '', more: Partial<PreviewParams> = {}) => {
    const answer = await preview(name, given, more);
    if (!answer) throw new Error(`There is no preview of ${name}`);
    return answer;
  };
  const run = (name: string, { hash }: PreviewInjection, more: Partial<RunCommandParams> = {}, token = noToken) =>
    editor.connection.sendRequest<PreviewOutcome>(
      'skillwright/runCommand',
      { uri: uri(name), arguments: '', hash, workspaceTrusted: true, ...more },
      token,
    );
  return { ...session, uri, preview, shown, run };
}
