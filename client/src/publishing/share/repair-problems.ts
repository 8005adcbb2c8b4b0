import { Position, type QuickPickItem, QuickPickItemKind, Range, Uri, WorkspaceEdit, window } from 'vscode';
import type { RepairableProblem } from '../../../../server/src/protocol.ts';
import { applyAndSave } from '../../changes/change-texts.ts';
import { addFileEdit } from '../../changes/file-edits.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import { labelText } from '../../text/displayed-text.ts';

/** Problems that keep a skill from being shared. */
interface Question {
  /** The question, which names the problems. */
  title(problems: readonly RepairableProblem[]): string;
  /** Of the file. */
  readonly uri: string;
  /** The problems of the file as it is now. */
  read(): Promise<readonly RepairableProblem[]>;
  /** The label of a choice that goes on without repairs; absent if that is not possible. */
  readonly goOn?: string;
}

type Choice = QuickPickItem & { readonly choice?: RepairableProblem | 'all' | 'go on' };

/** Lets the user repair the problems of a skill, look at one, or go on. Undefined if that ended without any. */
export async function repairProblems(
  changes: SkillChanges,
  { title, uri, read, goOn }: Question,
): Promise<'repaired' | 'go on' | undefined> {
  let problems = await read();
  while (problems.length > 0) {
    const choice = await choose(problems, title(problems), goOn);
    if (choice === undefined || choice === 'go on') return choice;
    if (choice !== 'all' && !choice.fix) {
      await showPlace(uri, choice.line ?? 0);
      return undefined;
    }
    if (!(await repair(changes, choice === 'all' ? problems.find(({ fix }) => fix) : choice))) return undefined;
    problems = await read();
    // Each repair may change what the next one has to do.
    for (let left = problems.length; choice === 'all' && left > 0; left--) {
      const next = problems.find(({ fix }) => fix);
      if (!next) break;
      if (!(await repair(changes, next))) return undefined;
      problems = await read();
    }
  }
  return 'repaired';
}

async function choose(
  problems: readonly RepairableProblem[],
  title: string,
  goOn: string | undefined,
): Promise<RepairableProblem | 'all' | 'go on' | undefined> {
  const fixable = problems.filter(({ fix }) => fix).length;
  const others: Choice[] = [
    ...(fixable > 1
      ? [
          {
            label: fixable === problems.length ? 'Fix All and Continue' : `Fix ${fixable} of ${problems.length}`,
            choice: 'all',
          } as const,
        ]
      : []),
    ...(goOn === undefined ? [] : [{ label: goOn, choice: 'go on' } as const]),
  ];
  const items: Choice[] = [
    ...problems.map((problem) => ({ ...inWords(problem), choice: problem })),
    ...(others.length === 0 ? [] : [{ label: '', kind: QuickPickItemKind.Separator }, ...others]),
  ];
  const options = { title: labelText(title), placeHolder: 'Select a problem to fix', matchOnDetail: true };
  return (await window.showQuickPick(items, options))?.choice;
}

/** The problem, and below it what choosing it does. */
function inWords({ message, fix, line = 0 }: RepairableProblem): QuickPickItem {
  // The rest of the message is advice, which is the detail.
  const [what] = message.split(/\. (?=\p{Lu})/u, 1);
  return {
    label: labelText(what!.replaceAll('`', '')),
    detail: fix ? `$(lightbulb) ${labelText(fix.title.replaceAll('`', ''))}` : `$(go-to-file) Go to line ${line + 1}`,
  };
}

async function showPlace(uri: string, line: number): Promise<void> {
  const place = new Position(line, 0);
  await window.showTextDocument(Uri.parse(uri), { selection: new Range(place, place) });
}

async function repair(changes: SkillChanges, problem: RepairableProblem | undefined): Promise<boolean> {
  const fix = problem?.fix;
  if (!fix) return false;
  await changes.make(async () => {
    const edit = new WorkspaceEdit();
    await addFileEdit(edit, fix.edit);
    return applyAndSave(edit, 'repairing a skill');
  });
  return true;
}
