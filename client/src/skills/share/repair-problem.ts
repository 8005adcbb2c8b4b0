import { Position, Range, Uri, WorkspaceEdit, window } from 'vscode';
import type { RepairableProblem } from '../../../../server/src/protocol.ts';
import { labelText } from '../../text/displayed-text.ts';
import { applyAndSave } from '../changes/change-texts.ts';
import { addFileEdit } from '../changes/file-edits.ts';
import type { SkillActions } from '../skill-actions.ts';

/** Problems that keep a skill from being shared. */
interface Question {
  /** What is wrong. */
  readonly title: string;
  /** Of the file. */
  readonly uri: string;
  readonly problems: readonly RepairableProblem[];
  /** The label of a choice that goes on without repairs; absent if that is not possible. */
  readonly goOn?: string;
}

/** Lets the user repair one of the problems of a skill, look at it, or go on. */
export async function repairProblem(
  { history }: SkillActions,
  { title, uri, problems, goOn }: Question,
): Promise<'repaired' | 'go on' | undefined> {
  const items = problems.map((problem) => ({
    label: labelText(problem.fix ? problem.fix.title.replaceAll('`', '') : 'Show in the File'),
    detail: labelText(problem.message),
    problem,
  }));
  const others = goOn === undefined ? [] : [{ label: goOn, detail: '', problem: undefined }];
  const options = { title: labelText(title), placeHolder: 'What do you want to do?' };
  const chosen = await window.showQuickPick([...items, ...others], options);
  if (!chosen) return undefined;
  if (!chosen.problem) return 'go on';
  const { fix, line = 0 } = chosen.problem;
  if (!fix) {
    const place = new Position(line, 0);
    await window.showTextDocument(Uri.parse(uri), { selection: new Range(place, place) });
    return undefined;
  }
  await history.make(async () => {
    const edit = new WorkspaceEdit();
    await addFileEdit(edit, fix.edit);
    return applyAndSave(edit, 'repairing a skill');
  });
  return 'repaired';
}
