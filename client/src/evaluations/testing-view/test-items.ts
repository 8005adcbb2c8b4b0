import { Range, type TestController, type TestItem, TestTag, Uri } from 'vscode';
import type { EvaluationItem, EvaluationMessage, EvaluationSuite } from '../../../../server/src/protocol.ts';
import { labelText, messageText } from '../../text/displayed-text.ts';

/** The folders of suites. As the URI of its row, VS Code would show a folder in the Explorer whenever the row is clicked. */
const folders = new WeakMap<object, Uri>();

/** The file or folder that a row is about; undefined if the value is not such a row. */
export function placeOfRow(row: unknown): Uri | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { uri } = row as { readonly uri?: unknown };
  return uri instanceof Uri ? uri : folders.get(row);
}

/** Of the rows of trigger sets, which are measured and not run. */
const triggers = new TestTag('triggers');

/** Whether a row is that of a trigger set. */
export function isTriggerSet({ tags }: TestItem): boolean {
  return tags.some(({ id }) => id === triggers.id);
}

/** The row of a suite. Its items are read when it is expanded or run. */
export function suiteRow(controller: TestController, { id, label, uri }: EvaluationSuite): TestItem {
  const row = controller.createTestItem(id, labelText(label));
  folders.set(row, Uri.parse(uri));
  row.canResolveChildren = true;
  return row;
}

/** The row of a case or prompt, with those of its graders. */
export function itemRow(controller: TestController, item: EvaluationItem): TestItem {
  const row = placedRow(controller, item);
  if (item.problem !== undefined) row.error = messageText(item.problem);
  if (item.kind === 'triggers') row.tags = [triggers];
  row.children.replace(
    item.graders.map((grader, index) => {
      const child = placedRow(controller, grader);
      child.sortText = String(index).padStart(4, '0');
      return child;
    }),
  );
  return row;
}

interface Placed extends Pick<EvaluationMessage, 'uri' | 'range'> {
  readonly id: string;
  readonly label: string;
}

function placedRow(controller: TestController, { id, label, uri, range }: Placed): TestItem {
  const row = controller.createTestItem(id, labelText(label), Uri.parse(uri));
  row.range = rangeOf(range);
  return row;
}

export function rangeOf({ start, end }: EvaluationMessage['range']): Range {
  return new Range(start.line, start.character, end.line, end.character);
}

/** A row and those above it, the outermost first. */
export function pathOf(row: TestItem): readonly TestItem[] {
  return row.parent ? [...pathOf(row.parent), row] : [row];
}

/** A row and all below it. */
export function withChildren(row: TestItem): readonly TestItem[] {
  return [row, ...[...row.children].flatMap(([, child]) => withChildren(child))];
}
