import { type FileCoverage, Location, type TestItem, TestMessage, type TestRun, Uri } from 'vscode';
import type { EvaluationMessage, EvaluationOutcome } from '../../../../server/src/protocol.ts';
import { revealInvisible } from '../../text/reveal-invisible.ts';
import { rangeOf, withChildren } from './test-items.ts';

/** Shows in a run of the Test Explorer what the server reports. */
export class TestRunReporter {
  readonly #run: TestRun;
  readonly #rows = new Map<string, TestItem>();
  readonly #open = new Set<TestItem>();

  /** @param rows those of suites, of which some items take part */
  constructor(run: TestRun, rows: readonly TestItem[], takesPart: (suite: string, item: string) => boolean) {
    this.#run = run;
    for (const suite of rows) {
      for (const [id, item] of suite.children) {
        if (!takesPart(suite.id, id)) continue;
        this.#rows.set(keyOf(suite.id, id), item);
        for (const row of withChildren(item)) {
          this.#open.add(row);
          run.enqueued(row);
        }
      }
    }
  }

  line(text: string): void {
    this.#run.appendOutput(`${revealInvisible(text).replaceAll('\n', '\r\n')}\r\n`);
  }

  started(suite: string, item: string): void {
    const row = this.#rows.get(keyOf(suite, item));
    for (const it of row ? withChildren(row) : []) this.#run.started(it);
  }

  ended(outcome: EvaluationOutcome): void {
    const row = this.#rows.get(keyOf(outcome.suite, outcome.item));
    if (!row) return;
    for (const { id, ...verdict } of outcome.graders) {
      const grader = row.children.get(id);
      if (grader) this.#draw(grader, verdict, undefined);
    }
    this.#draw(row, outcome, outcome.ms);
    for (const line of outcome.lines) this.line(line);
  }

  covered(file: FileCoverage): void {
    this.#run.addCoverage(file);
  }

  /** Nothing more happens: what has no outcome was not run. */
  end(): void {
    for (const row of this.#open) this.#run.skipped(row);
    this.#run.end();
  }

  #draw(
    row: TestItem,
    { state, messages }: Pick<EvaluationOutcome, 'state' | 'messages'>,
    ms: number | undefined,
  ): void {
    this.#open.delete(row);
    const drawn = messages.map(testMessage);
    if (state === 'passed') this.#run.passed(row, ms);
    else if (state === 'failed') this.#run.failed(row, drawn, ms);
    else if (state === 'errored') this.#run.errored(row, drawn, ms);
    else {
      this.#run.skipped(row);
      // Rows that are skipped show no messages.
      for (const { text } of messages) this.line(`${row.label}: ${text}`);
    }
  }
}

function keyOf(suite: string, item: string): string {
  return `${suite}\n${item}`;
}

function testMessage({ text, expected, actual, uri, range }: EvaluationMessage): TestMessage {
  const plain = revealInvisible(text);
  const message =
    expected === undefined || actual === undefined
      ? new TestMessage(plain)
      : TestMessage.diff(plain, revealInvisible(expected), revealInvisible(actual));
  message.location = new Location(Uri.parse(uri), rangeOf(range));
  return message;
}
