import { env, Uri, window, workspace } from 'vscode';
import type { SkillInfo } from '../../../../server/src/protocol.ts';
import type { AnswerPanel } from '../../answers/answer-panel.ts';
import { parentOf } from '../../changes/file-uris.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { fromBase64 } from '../../text/base64.ts';
import { messageText } from '../../text/displayed-text.ts';
import { placeOf } from '../../text/place-of.ts';
import { packChecked } from './pack-checked.ts';

/** Saves a skill as the ZIP archive of an upload, where the user chooses. */
export async function saveAsZip(
  server: LanguageServer,
  changes: SkillChanges,
  skill: SkillInfo,
  panel: AnswerPanel,
): Promise<void> {
  const packed = await packChecked(server, changes, skill, panel, { done: 'packed', asArchive: true });
  if (!packed) return;
  const folder = parentOf(Uri.parse(skill.itemUri));
  const place = workspace.getWorkspaceFolder(folder)?.uri ?? folder;
  const chosen = await window.showSaveDialog({
    defaultUri: Uri.joinPath(place, `${packed.name}.zip`),
    filters: { 'ZIP archive': ['zip'] },
    title: `Save ${packed.name} as a ZIP File`,
  });
  if (!chosen) return;
  if (chosen.toString().startsWith(`${skill.itemUri}/`))
    throw new Error('the file would be in the folder of the skill, and would be packed with it the next time');
  await workspace.fs.writeFile(chosen, fromBase64(packed.archive ?? ''));
  const copy = 'Copy Path';
  const answer = packed.problems.length === 0 ? 'accept as an upload' : 'would reject as an upload';
  const text = messageText(`Saved ${placeOf(chosen)}, which claude.ai and the Claude API ${answer}`);
  if ((await window.showInformationMessage(text, copy)) === copy) await env.clipboard.writeText(chosen.fsPath);
}
