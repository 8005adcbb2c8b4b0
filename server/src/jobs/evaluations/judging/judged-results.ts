import { URI } from 'vscode-uri';
import type { EvaluationResult } from '../../../evaluation/results/evaluation-result.ts';
import { folderOf } from '../../../platform/paths.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type {
  JudgedPrompt,
  JudgedUnit,
  JudgeRunParams,
  JudgeUnitParams,
  JudgingPlan,
  JudgingPlanParams,
  ResultRunsParams,
  ShownComparison,
} from '../../../protocol.ts';
import type { RunSettings } from '../../claude-code/runs/run-settings.ts';
import type { ResultPlace } from '../results/find-results.ts';
import { openResult } from '../results/open-result.ts';
import { shownComparison } from '../results/shown-comparison.ts';
import type { EvaluationSettings } from '../running/evaluation-settings.ts';
import { inWords } from '../running/plan-words.ts';
import { judgedRun } from './judge-run.ts';
import { judgeUnit } from './judge-unit.ts';
import { judgingPlan, runId } from './judging-plan.ts';

interface JudgingDependencies {
  readonly platform: Platform;
  readonly settings: {
    of(uri: string): Promise<{ readonly claudeCode: RunSettings; readonly evaluations: EvaluationSettings }>;
  };
  /** Of the workspace. */
  readonly trust: { readonly isGranted: boolean };
  /** Whether programs of this machine can read a result. */
  readonly isOnThisMachine: (uri: string) => boolean;
  /** Where a result is; undefined if it is gone. */
  readonly placeAt: (uri: string) => Promise<ResultPlace | undefined>;
}

const judgingRemark =
  'They run on this machine with your account. What the model says is marked as its own, is written next to the outputs, and replaces nothing that a person has said.';

/** The judgements of persons and models on the runs of results. Nothing is written here: the editor gets the files. */
export class JudgedResults {
  readonly #dependencies: JudgingDependencies;

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
  async judgeUnit({ uri, unit, maximumCost }: JudgeUnitParams, signal: AbortSignal): Promise<JudgedUnit | Refusal> {
    const opened = await this.#mayAsk(uri);
    if ('problem' in opened) return opened;
    const { platform, settings } = this.#dependencies;
    const { claudeCode } = await settings.of(uri);
    const program = await platform.claudeCode.find(claudeCode.path);
    if ('problem' in program) return program;
    const judged = await judgeUnit(
      program,
      opened,
      unit,
      { claudeCode, maximumCost, signal },
      {
        claudeCode: platform.claudeCode,
        scratchFolders: platform.scratchFolders,
        files: platform.files,
        coin: () => Math.random() < 0.5,
        mark: () => `material-${globalThis.crypto.randomUUID()}`,
      },
    );
    return 'problem' in judged ? judged : { folder: URI.file(opened.root).toString(), ...judged };
  }

  /** A model's comparison of the outputs of a case. */
  async comparison({ uri, caseIndex }: ResultRunsParams): Promise<ShownComparison | null> {
    const opened = await this.#open(uri);
    const it = opened?.result.cases[caseIndex];
    if (!opened || !it) return null;
    return (await shownComparison(it, opened.result, opened.root, this.#dependencies.platform.files)) ?? null;
  }

  async #mayAsk(uri: string) {
    if (!this.#dependencies.trust.isGranted)
      return { problem: 'The workspace is not trusted, so Claude Code is not started' } as const;
    if (!this.#dependencies.isOnThisMachine(uri))
      return { problem: 'The files are not on this machine, so Claude Code cannot judge them' } as const;
    return (await this.#open(uri)) ?? ({ problem: 'The results no longer exist' } as const);
  }

  async #open(uri: string): Promise<{ readonly result: EvaluationResult; readonly root: string } | undefined> {
    const place = await this.#dependencies.placeAt(uri);
    const result = place && (await openResult(place, this.#dependencies.platform.files)).result;
    return place && result && { result, root: place.kind === 'runs' ? place.path : folderOf(place.path) };
  }
}
