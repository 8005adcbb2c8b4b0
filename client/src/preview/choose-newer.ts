import { type QuickPickItem, window } from 'vscode';
import type { PreviewCompaction } from '../../../server/src/protocol.ts';
import { labelText } from '../text/displayed-text.ts';

type SkillPick = QuickPickItem & { readonly skill: string };

/** Lets the user select the skills that are invoked after the previewed one; undefined if they cancel. */
export async function chooseNewer(
  { possiblyNewer }: PreviewCompaction,
  chosen: readonly string[],
): Promise<readonly string[] | undefined> {
  const items = possiblyNewer.map(
    ({ name, tokens }): SkillPick => ({
      label: labelText(`/${name}`),
      description: `≈ ${tokens.toLocaleString('en')} tokens`,
      picked: chosen.includes(name),
      skill: name,
    }),
  );
  const picks = await window.showQuickPick(items, {
    canPickMany: true,
    title: 'Skills Invoked Afterwards',
    placeHolder: 'Select the skills that are invoked before the conversation is compacted',
  });
  return picks?.map(({ skill }) => skill);
}
