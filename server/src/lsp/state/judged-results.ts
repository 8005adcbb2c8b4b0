import type { CancellationToken } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import type { EvaluationResult } from '../../evaluation/results/evaluation-result.ts';
import { judgedRun } from '../../jobs/evaluations/judging/judge-run.ts';
import { judgeUnit } from '../../jobs/evaluations/judging/judge-unit.ts';
import { judgingPlan, runId } from '../../jobs/evaluations/judging/judging-plan.ts';
import type { ResultPlace } from '../../jobs/evaluations/results/find-results.ts';
import { openResult } from '../../jobs/evaluations/results/open-result.ts';
import { shownComparison } from '../../jobs/evaluations/results/shown-comparison.ts';
import { inWords } from '../../jobs/evaluations/running/plan-words.ts';
import { folderOf } from '../../platform/paths.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type {
  JudgedPrompt,
  JudgedUnit,
  JudgeRunParams,
  JudgeUnitParams,
  JudgingPlan,
  JudgingPlanParams,
  ResultRunsParams,
  ShownComparison,
} from '../../protocol.ts';
import { isOnThisMachine } from '../resource-path.ts';
import type { ResourceSettings } from './settings.ts';
import type { WorkspaceTrust } from './workspace-trust.ts';

interface JudgingDependencies {
  readonly platform: Platform;
  readonly settings: Pick<ResourceSettings, 'of'>;
  readonly trust: Pick<WorkspaceTrust, 'isGranted'>;
  /** Where a result is; undefined if it is gone. */
  readonly placeAt: (uri: string) => Promise<ResultPlace | undefined>;
}

const judgingRemark =
  'They run on this machine with your account. What the model says is marked as its own, is written next to the outputs, and replaces nothing that a person has said.';

/** The judgements of persons and models on the runs of results. Nothing is written here: the editor gets the files. */
export class JudgedResults {
  readonly #dependencies: JudgingDependencies;
  readonly #running = new Set<AbortController>();

  constructor(dependencies: JudgingDependencies) {
    this.#dependencies = dependencies;
  }

  /** Keeps what a person says about a statement. */
  async judge({ uri, caseIndex, run: id, statement, isMet, why }: JudgeRunParams): Promise<JudgedPrompt | Refusal> {
    const { trust, platform } = this.#dependencies;
    if (!trust.isGranted) return { problem: 'The workspace is not trusted, so nothing is written' };
    const opened = await this.#open(uri);
    const run = opened?.result.cases[caseIndex]?.runs.find((it) => runId(it) === id);
    const text = run?.verdicts[statement]?.name;
    if (!opened || run?.folder === undefined || text === undefined) return { problem: 'This run is gone' };
    const { root } = opened;
    const kept = await judgedRun({ folder: run.folder, root }, { text, isMet, why }, platform.files);
    return 'problem' in kept ? kept : { folder: URI.file(root).toString(), files: kept };
  }

  /** The questions to a model. */
  async plan({ uri, what, maximumCost: chosen }: JudgingPlanParams): Promise<JudgingPlan | Refusal> {
    const opened = await this.#mayAsk(uri);
    if ('problem' in opened) return opened;
    const { claudeCode, evaluations } = await this.#dependencies.settings.of(uri);
    const program = await this.#dependencies.platform.claudeCode.find(claudeCode.path);
    if ('problem' in program) return program;
    const planned = judgingPlan(opened.result, what);
    if ('problem' in planned) return planned;
    const maximumCost = chosen ?? evaluations.maximumCost;
    return inWords({ ...planned, ...(maximumCost !== undefined && { maximumCost }) }, judgingRemark);
  }

  /** Asks a model. The user has agreed. */
  async judgeUnit(
    { uri, unit, maximumCost }: JudgeUnitParams,
    token: CancellationToken,
  ): Promise<JudgedUnit | Refusal> {
    const opened = await this.#mayAsk(uri);
    if ('problem' in opened) return opened;
    if (this.#running.size > 0) return { problem: 'A model is judging already. Wait, or stop it first' };
    const ending = new AbortController();
    const listener = token.onCancellationRequested(() => ending.abort());
    this.#running.add(ending);
    try {
      const { platform, settings } = this.#dependencies;
      const { claudeCode } = await settings.of(uri);
      const program = await platform.claudeCode.find(claudeCode.path);
      if ('problem' in program) return program;
      const judged = await judgeUnit(
        program,
        opened,
        unit,
        { claudeCode, maximumCost, signal: ending.signal },
        {
          claudeCode: platform.claudeCode,
          scratchFolders: platform.scratchFolders,
          files: platform.files,
          coin: () => Math.random() < 0.5,
          mark: () => `material-${globalThis.crypto.randomUUID()}`,
        },
      );
      return 'problem' in judged ? judged : { folder: URI.file(opened.root).toString(), ...judged };
    } finally {
      listener.dispose();
      this.#running.delete(ending);
    }
  }

  /** A model's comparison of the outputs of a case. */
  async comparison({ uri, caseIndex }: ResultRunsParams): Promise<ShownComparison | null> {
    const opened = await this.#open(uri);
    const it = opened?.result.cases[caseIndex];
    if (!opened || !it) return null;
    return (await shownComparison(it, opened.result, opened.root, this.#dependencies.platform.files)) ?? null;
  }

  end(): void {
    for (const ending of this.#running) ending.abort();
  }

  async #mayAsk(uri: string) {
    if (!this.#dependencies.trust.isGranted)
      return { problem: 'The workspace is not trusted, so Claude Code is not started' } as const;
    if (!isOnThisMachine(uri))
      return { problem: 'The files are not on this machine, so Claude Code cannot judge them' } as const;
    return (await this.#open(uri)) ?? ({ problem: 'The results no longer exist' } as const);
  }

  async #open(uri: string): Promise<{ readonly result: EvaluationResult; readonly root: string } | undefined> {
    const place = await this.#dependencies.placeAt(uri);
    const result = place && (await openResult(place, this.#dependencies.platform.files)).result;
    return place && result && { result, root: place.kind === 'runs' ? place.path : folderOf(place.path) };
  }
}
