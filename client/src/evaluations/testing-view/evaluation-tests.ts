import {
  type CancellationToken,
  Disposable,
  type Memento,
  type TestController,
  type TestItem,
  TestRunProfileKind,
  type TestRunRequest,
  tests,
  WorkspaceEdit,
  window,
} from 'vscode';
import type { EvaluationSuite, FileEdit } from '../../../../server/src/protocol.ts';
import { applyAndSave } from '../../changes/change-texts.ts';
import { addFileEdit } from '../../changes/file-edits.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { RunOnceScheduler } from '../../run-once-scheduler.ts';
import { UsedFile } from '../used-file.ts';
import { type EvaluationPages, type EvaluationRunner, gradeLastRuns, runEvaluations } from './evaluation-runs.ts';
import { Judging } from './judge.ts';
import { itemRow, pathOf, placeOfRow, suiteRow } from './test-items.ts';
import { runWithTriggers } from './trigger-tests.ts';

/** Files of evaluations change in bursts. In milliseconds. */
const refreshDelay = 500;

/** Where it is remembered that a workspace has evaluations. */
const key = 'skillwright.evaluations';

/** The evaluations in the Test Explorer, as the server lists and runs them. */
export class EvaluationTests implements Disposable {
  readonly #server: LanguageServer;
  readonly #changes: SkillChanges;
  readonly #failures: FailureReporter;
  readonly #memento: Memento;
  readonly #pages: EvaluationPages;
  readonly #refreshing: RunOnceScheduler;
  readonly #judging: Judging;
  readonly #subscriptions: Disposable;
  #controller: TestController | undefined;

  constructor(
    server: LanguageServer,
    changes: SkillChanges,
    failures: FailureReporter,
    memento: Memento,
    pages: EvaluationPages,
  ) {
    this.#server = server;
    this.#changes = changes;
    this.#failures = failures;
    this.#memento = memento;
    this.#pages = pages;
    this.#refreshing = new RunOnceScheduler(refreshDelay, () => void this.#refresh());
    this.#judging = new Judging(server, failures, () => this.#controller);
    this.#subscriptions = Disposable.from(
      this.#refreshing,
      this.#judging,
      server.on('evaluationsChanged', () => this.#refreshing.schedule()),
      pages.onDidJudge(() => this.#refreshing.schedule()),
      window.onDidChangeActiveTextEditor(() => void this.#readAroundEditor()),
    );
    // Elsewhere, nothing appears until the server has found some.
    if (memento.get(key) === true) this.#controller = this.#create();
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#controller?.dispose();
  }

  #create(): TestController {
    const controller = tests.createTestController('skillwright', 'Evaluations of Skills');
    controller.resolveHandler = async (row) => {
      await (row ? this.#readItems(row) : this.#readSuites(controller));
    };
    controller.refreshHandler = () => this.#refresh();
    this.#addProfiles({
      server: this.#server,
      controller,
      changeCases: (edits) => this.#changeCases(edits),
      rowsFor: (request) => this.#rowsFor(controller, request),
      ...this.#pages,
    });
    return controller;
  }

  #addProfiles(runner: EvaluationRunner): void {
    const { Run, Debug, Coverage } = TestRunProfileKind;
    const run = 'Could not run the evaluations';
    const grade = 'Could not grade the last runs';
    const add = (
      label: string,
      kind: TestRunProfileKind,
      failure: string,
      work: (request: TestRunRequest, token: CancellationToken) => Promise<void>,
      isDefault: boolean,
    ) => {
      const handler = (request: TestRunRequest, token: CancellationToken) =>
        this.#failures.guard(failure, () => work(request, token));
      const profile = runner.controller.createRunProfile(label, kind, handler, isDefault);
      if (kind === Coverage)
        profile.loadDetailedCoverage = async (_, file) => (file instanceof UsedFile ? file.details() : []);
    };
    add('Run', Run, run, (request, token) => runWithTriggers(runner, request, token), true);
    add('Run Free Graders Only', Run, grade, (request) => gradeLastRuns(runner, request), false);
    add('Run Once and Show', Debug, run, (request, token) => runEvaluations(runner, request, token, 'open'), true);
    add(
      'Run with Coverage',
      Coverage,
      run,
      (request, token) => runEvaluations(runner, request, token, 'coverage'),
      true,
    );
    add('Coverage of Last Runs', Coverage, grade, (request) => gradeLastRuns(runner, request, true), false);
  }

  #changeCases(edits: readonly FileEdit[]): Promise<void> {
    return this.#changes.make(async () => {
      const edit = new WorkspaceEdit();
      for (const made of edits) await addFileEdit(edit, made);
      return applyAndSave(edit, 'adding to allowed_tools');
    }, 'Added to allowed_tools');
  }

  async #refresh(): Promise<void> {
    try {
      const suites = await this.#server.request('skillwright/evaluationSuites', {});
      if (suites.length === 0 && !this.#controller) return;
      void this.#memento.update(key, suites.length > 0 ? true : undefined);
      this.#controller ??= this.#create();
      replaceSuites(this.#controller, suites);
      for (const [, row] of this.#controller.items) if (row.children.size > 0) await this.#readItems(row);
      await this.#readAroundEditor();
    } catch (error) {
      this.#failures.log('Could not list the evaluations', String(error));
    }
  }

  /** Reads the suite of the active editor: its cases can then be run from their files. */
  async #readAroundEditor(): Promise<void> {
    const open = window.activeTextEditor?.document.uri.toString();
    const rows = [...(this.#controller?.items ?? [])].map(([, row]) => row);
    const around = rows.filter((row) => open?.startsWith(`${placeOfRow(row)}/`) && row.children.size === 0);
    try {
      for (const row of around) await this.#readItems(row);
    } catch (error) {
      this.#failures.log('Could not list the evaluations', String(error));
    }
  }

  async #readSuites(controller: TestController): Promise<void> {
    replaceSuites(controller, await this.#server.request('skillwright/evaluationSuites', {}));
  }

  async #readItems(row: TestItem): Promise<void> {
    const controller = this.#controller;
    if (row.parent || !controller) return;
    const items = await this.#server.request('skillwright/evaluationItems', { suite: row.id });
    row.children.replace(items.map((item) => itemRow(controller, item)));
    this.#judging.draw(row, items);
  }

  async #rowsFor(controller: TestController, { include }: TestRunRequest): Promise<readonly TestItem[]> {
    if (controller.items.size === 0) await this.#readSuites(controller);
    const all = [...controller.items].map(([, row]) => row);
    const rows = include ? [...new Set(include.map((it) => pathOf(it)[0]!))] : all;
    for (const row of rows) if (row.children.size === 0) await this.#readItems(row);
    return rows;
  }
}

/** Rows that stay keep what is known of them. */
function replaceSuites(controller: TestController, suites: readonly EvaluationSuite[]): void {
  controller.items.replace(suites.map((suite) => controller.items.get(suite.id) ?? suiteRow(controller, suite)));
}
