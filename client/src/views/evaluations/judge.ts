import { commands, type Disposable, type TestController, type TestItem, TestMessage, TestRunRequest } from 'vscode';
import { withChildren } from './test-items.ts';

/**
 * "Mark as Met" and "Mark as Not Met", for a statement in prose or for all of a prompt: what a person says about the
 * output of the last run.
 */
export function registerJudging(controller: () => TestController | undefined): Disposable[] {
  const judgeRow = (row: unknown, isMet: boolean) => {
    const judged = controller();
    if (judged && isRow(row)) judge(judged, row, isMet);
  };
  return [
    commands.registerCommand('skillwright.markAsMet', (row: unknown) => judgeRow(row, true)),
    commands.registerCommand('skillwright.markAsNotMet', (row: unknown) => judgeRow(row, false)),
  ];
}

function isRow(value: unknown): value is TestItem {
  return typeof value === 'object' && value !== null && 'children' in value && 'uri' in value;
}

function judge(controller: TestController, row: TestItem, isMet: boolean): void {
  const run = controller.createTestRun(new TestRunRequest([row]), 'Judged by You');
  for (const it of withChildren(row)) {
    if (isMet) run.passed(it);
    else run.failed(it, new TestMessage('You have marked it as not met'));
  }
  run.end();
}
