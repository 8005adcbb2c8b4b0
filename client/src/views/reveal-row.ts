import type { TreeView } from 'vscode';
import { nextEvent } from '../next-event.ts';

const attempts = 3;
/** In milliseconds. */
const delay = 300;

/**
 * Selects a row of a view. VS Code cannot reveal one while it refreshes the tree, and does not always say so.
 *
 * @returns whether it is selected now
 */
export async function revealRow<Row>(view: TreeView<Row>, row: Row, isSelected: () => boolean): Promise<boolean> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (isSelected()) return true;
    await Promise.resolve(view.reveal(row, { select: true, focus: false, expand: false })).catch(() => undefined);
    // The extension learns of a new selection a moment after it was made.
    if (!isSelected()) await nextEvent(view.onDidChangeSelection, delay);
  }
  return isSelected();
}
