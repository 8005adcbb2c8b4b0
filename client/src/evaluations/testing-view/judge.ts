import { Disposable, type TestController, type TestItem, TestMessage, TestRunRequest, Uri } from 'vscode';
import type { EvaluationItem } from '../../../../server/src/protocol.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { messageText } from '../../text/displayed-text.ts';
import { writeFiles } from '../create-case.ts';
import { pathOf, withChildren } from './test-items.ts';

/**
 * "Mark as Met" and "Mark as Not Met", for a statement in prose or for all of a prompt: what a person says about the
 * output of the last run. It is kept with the results of the evaluations, and shown again when they are listed.
 */
export class Judging implements Disposable {
  readonly #server: LanguageServer;
  readonly #controller: () => TestController | undefined;
  readonly #commands: Disposable;
  /** How each statement is drawn, by the ids of its rows. */
  readonly #drawn = new Map<string, string>();
  /** One after the other, because each adds to what is in the file. */
  #last: Promise<void> = Promise.resolve();

  constructor(server: LanguageServer, failures: FailureReporter, controller: () => TestController | undefined) {
    this.#server = server;
    this.#controller = controller;
    const judge = (row: unknown, isMet: boolean) => {
      if (!isRow(row)) return undefined;
      const work = () => this.#judge(row, isMet);
      this.#last = this.#last.then(() => failures.guard('Could not save your verdict', work));
      return this.#last;
    };
    this.#commands = Disposable.from(
      registerCommand('markAsMet', (row: unknown) => judge(row, true)),
      registerCommand('markAsNotMet', (row: unknown) => judge(row, false)),
    );
  }

  dispose(): void {
    this.#commands.dispose();
  }

  /** Draws what was said before about the items of a suite, as far as it is not drawn already. */
  draw(suite: TestItem, items: readonly EvaluationItem[]): void {
    const judged: Judged[] = [];
    for (const item of items) {
      const itemRow = suite.children.get(item.id);
      for (const { id, isMet, judge } of item.graders.length === 0 ? [item] : item.graders) {
        const row = item.graders.length === 0 ? itemRow : itemRow?.children.get(id);
        if (!row) continue;
        if (isMet === undefined) this.#drawn.delete(keyOf(row));
        else if (this.#drawn.get(keyOf(row)) !== drawnAs({ isMet, judge })) judged.push({ row, isMet, judge });
      }
    }
    const byPerson = judged.filter(({ judge }) => judge === undefined);
    const byModel = judged.filter(({ judge }) => judge !== undefined);
    if (byPerson.length > 0) this.#show(byPerson, 'Judged by You');
    if (byModel.length > 0) this.#show(byModel, 'Judged by a Model');
  }

  async #judge(row: TestItem, isMet: boolean): Promise<void> {
    const [suite, item, statement] = pathOf(row);
    if (!suite || !item) return;
    const asked = { suite: suite.id, item: item.id, ...(statement && { statement: statement.id }), isMet };
    const kept = await this.#server.request('skillwright/judgePrompt', asked);
    if ('problem' in kept) throw new Error(kept.problem);
    await writeFiles(Uri.parse(kept.folder), kept.files);
    const judged = withChildren(row).map((it) => ({ row: it, isMet, judge: undefined }));
    this.#show(judged, 'Judged by You');
  }

  #show(judged: readonly Judged[], title: string): void {
    const controller = this.#controller();
    if (!controller) return;
    const rows = judged.map(({ row }) => row);
    const run = controller.createTestRun(new TestRunRequest(rows), title);
    for (const { row, isMet, judge } of judged) {
      this.#drawn.set(keyOf(row), drawnAs({ isMet, judge }));
      if (isMet) run.passed(row);
      else
        run.failed(
          row,
          new TestMessage(judge === undefined ? 'Marked as not met' : messageText(`Marked as not met by ${judge}`)),
        );
    }
    run.end();
  }
}

/** A judgement of a row, and the model that made it; without one, a person did. */
interface Judged {
  readonly row: TestItem;
  readonly isMet: boolean;
  readonly judge: string | undefined;
}

function drawnAs({ isMet, judge }: Omit<Judged, 'row'>): string {
  return `${isMet} ${judge ?? ''}`;
}

function keyOf(row: TestItem): string {
  return pathOf(row)
    .map(({ id }) => id)
    .join('\n');
}

function isRow(value: unknown): value is TestItem {
  return typeof value === 'object' && value !== null && 'children' in value && 'uri' in value;
}
