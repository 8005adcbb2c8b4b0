/*
 * The messages between Skillwright's own extension and server beyond the language server protocol. Types only. Besides
 * the reader of archives, the extension imports nothing else of the server. Those of each job are in a file of `protocol/`.
 */

import type { Refusal } from './platform/refusal.ts';
import type { AnswerSummary, AskParams, ProofReport, ProveParams } from './protocol/ask-messages.ts';
import type { BudgetParams, BudgetReport, SkillCost, SkillCostParams } from './protocol/budget-messages.ts';
import type { CaseProblem, ConvertedEvaluations, NewCaseFiles, NewCaseParams } from './protocol/case-messages.ts';
import type {
  AllowCommandParams,
  AllowSkillEdit,
  AllowSkillParams,
  FileEdit,
  FixedFile,
  OverrideParams,
  PortableEdit,
  PortableParams,
  PortableTarget,
  SettingsEdit,
  TurnOffRuleParams,
} from './protocol/edit-messages.ts';
import type {
  ChosenItems,
  CoveredFile,
  EndedEvaluations,
  EvaluationCoverageParams,
  EvaluationItem,
  EvaluationItemsParams,
  EvaluationOutcome,
  EvaluationPlan,
  EvaluationPlanParams,
  EvaluationSuite,
  GradeEvaluationsParams,
  JudgedPrompt,
  JudgePromptParams,
  OpenedTrace,
  RunEvaluationsParams,
} from './protocol/evaluation-messages.ts';
import type { GradedRun, GradedRunParams } from './protocol/graded-run-messages.ts';
import type { PastSessionRequests } from './protocol/past-session-messages.ts';
import type {
  ArgumentsWithParams,
  InvocationPreview,
  PreviewOutcome,
  PreviewParams,
  RunCommandParams,
} from './protocol/preview-messages.ts';
import type {
  EndedOldVersion,
  ExportedResult,
  ExportResultParams,
  JudgedUnit,
  JudgeRunParams,
  JudgeUnitParams,
  JudgingPlan,
  JudgingPlanParams,
  OldVersionParams,
  ResultHistory,
  ResultList,
  ResultParams,
  ResultRunsParams,
  ResultsParams,
  ShownComparison,
  ShownResult,
  ShownResultRun,
} from './protocol/result-messages.ts';
import type { CompareParams, OriginParams, TrustDocument, TrustParams } from './protocol/review-messages.ts';
import type {
  PlannedRewrite,
  ProposedRewrite,
  ProposeRewriteParams,
  RewriteParams,
  RewriteProblem,
} from './protocol/rewrite-messages.ts';
import type {
  AllowDeniedEdit,
  AllowDeniedParams,
  RunDetails,
  RunParams,
  RunSummary,
  StartedRun,
  StartRunParams,
  TerminalRun,
} from './protocol/run-messages.ts';
import type {
  BumpVersionParams,
  PluginVersion,
  SharedNameParams,
  SharePlaces,
  SharePlan,
  SharePlanParams,
} from './protocol/share-messages.ts';
import type {
  Destination,
  DestinationsParams,
  MoveParams,
  NameParams,
  NameProblem,
  NewSkillText,
  PluginFolder,
  RenamedTextParams,
  RenameEdit,
  RenameSkillParams,
  SkillInfo,
  TemplateInfo,
  TemplateParams,
} from './protocol/skill-messages.ts';
import type {
  CallSkillParams,
  SkillCallAnswer,
  ValidatedFinding,
  ValidateParams,
} from './protocol/skill-tool-messages.ts';
import type {
  CheckedAll,
  FileProblems,
  ParentParams,
  ProblemCount,
  SessionInfo,
  SkillAtParams,
  TooltipParams,
  TreeNode,
  TreeParams,
} from './protocol/tree-messages.ts';
import type {
  MeasuredTriggers,
  MeasureTriggersParams,
  PlannedTriggers,
  ProposeDescriptionParams,
  ProposedDescription,
  TriggerParams,
} from './protocol/trigger-messages.ts';
import type { PackedUpload, PackParams, RepairableProblem } from './protocol/upload-messages.ts';
import type { PublishParams, WhyParams, WhyReport } from './protocol/why-messages.ts';

export type { NamedUpload } from './jobs/publishing/upload/plan-upload.ts';
export type * from './platform/refusal.ts';
export type { Refusal } from './platform/refusal.ts';
export type { SkillsApi, UploadedVersion } from './platform/skills-api.ts';
export type * from './protocol/ask-messages.ts';
export type * from './protocol/budget-messages.ts';
export type * from './protocol/case-messages.ts';
export type * from './protocol/client-file-messages.ts';
export type * from './protocol/context-word.ts';
export type * from './protocol/edit-messages.ts';
export type * from './protocol/editor-messages.ts';
export type * from './protocol/evaluation-messages.ts';
export type * from './protocol/graded-run-messages.ts';
export type * from './protocol/past-session-messages.ts';
export type * from './protocol/preview-messages.ts';
export type * from './protocol/result-messages.ts';
export type * from './protocol/review-messages.ts';
export type * from './protocol/rewrite-messages.ts';
export type * from './protocol/run-messages.ts';
export type * from './protocol/server-notifications.ts';
export type * from './protocol/share-messages.ts';
export type * from './protocol/skill-messages.ts';
export type * from './protocol/skill-tool-messages.ts';
export type * from './protocol/tree-messages.ts';
export type * from './protocol/trigger-messages.ts';
export type * from './protocol/upload-messages.ts';
export type * from './protocol/why-messages.ts';
export type { SkillsApiBundle } from './skills-api.node.ts';

/** The parameters and the result. */
interface ServerRequest<Params, Result> {
  readonly params: Params;
  readonly result: Result;
}

/** The requests to the server beyond the language server protocol, by name. */
export interface ServerRequests extends PastSessionRequests {
  readonly 'skillwright/tree': ServerRequest<TreeParams, TreeNode[]>;
  readonly 'skillwright/tooltip': ServerRequest<TooltipParams, string | null>;
  readonly 'skillwright/parent': ServerRequest<ParentParams, TreeNode | null>;
  readonly 'skillwright/skillAt': ServerRequest<SkillAtParams, TreeNode | null>;
  /** Discards everything that was read and reads it again. */
  readonly 'skillwright/reload': ServerRequest<Record<string, never>, null>;
  readonly 'skillwright/sessions': ServerRequest<Record<string, never>, SessionInfo[]>;
  readonly 'skillwright/budget': ServerRequest<BudgetParams, BudgetReport | null>;
  readonly 'skillwright/skillCost': ServerRequest<SkillCostParams, SkillCost | null>;
  /** The exact text that the model sees. */
  readonly 'skillwright/listing': ServerRequest<BudgetParams, string>;
  readonly 'skillwright/why': ServerRequest<WhyParams, readonly WhyReport[] | null>;
  readonly 'skillwright/readyToPublish': ServerRequest<PublishParams, WhyReport | null>;
  readonly 'skillwright/trust': ServerRequest<TrustParams, TrustDocument | null>;
  readonly 'skillwright/origin': ServerRequest<OriginParams, WhyReport | null>;
  readonly 'skillwright/compare': ServerRequest<CompareParams, WhyReport | null>;
  /** The problems and the budget of the workspace as markdown; null without a session. */
  readonly 'skillwright/report': ServerRequest<Record<string, never>, string | null>;
  readonly 'skillwright/overrideEdit': ServerRequest<OverrideParams, SettingsEdit>;
  readonly 'skillwright/allowSkill': ServerRequest<AllowSkillParams, AllowSkillEdit>;
  readonly 'skillwright/destinations': ServerRequest<DestinationsParams, Destination[]>;
  readonly 'skillwright/pluginFolder': ServerRequest<{ readonly node: string }, PluginFolder>;
  readonly 'skillwright/turnOffRule': ServerRequest<TurnOffRuleParams, FileEdit | null>;
  readonly 'skillwright/skill': ServerRequest<{ readonly skill: string }, SkillInfo>;
  readonly 'skillwright/rename': ServerRequest<RenameSkillParams, RenameEdit>;
  readonly 'skillwright/moveEdits': ServerRequest<MoveParams, FileEdit[]>;
  readonly 'skillwright/renamedText': ServerRequest<RenamedTextParams, string | null>;
  readonly 'skillwright/fixWorkspace': ServerRequest<Record<string, never>, FixedFile[]>;
  readonly 'skillwright/portableTargets': ServerRequest<{ readonly uri: string }, PortableTarget[]>;
  readonly 'skillwright/makePortable': ServerRequest<PortableParams, PortableEdit>;
  readonly 'skillwright/templates': ServerRequest<Record<string, never>, TemplateInfo[]>;
  readonly 'skillwright/template': ServerRequest<TemplateParams, NewSkillText>;
  readonly 'skillwright/nameProblem': ServerRequest<NameParams, NameProblem | null>;
  readonly 'skillwright/preview': ServerRequest<PreviewParams, InvocationPreview | null>;
  readonly 'skillwright/argumentsWith': ServerRequest<ArgumentsWithParams, string | null>;
  readonly 'skillwright/runCommand': ServerRequest<RunCommandParams, PreviewOutcome>;
  readonly 'skillwright/prove': ServerRequest<ProveParams, ProofReport>;
  /** Which product reads which field of a skill; null if the file is not a skill. */
  readonly 'skillwright/fieldMatrix': ServerRequest<{ readonly uri: string }, WhyReport | null>;
  readonly 'skillwright/packSkill': ServerRequest<PackParams, PackedUpload>;
  readonly 'skillwright/sharePlaces': ServerRequest<Record<string, never>, SharePlaces>;
  /**
   * Why the skill or command in a file would not work for others as it is: what is lost, and
   * what `claude plugin validate --strict` does not accept.
   */
  readonly 'skillwright/shareProblems': ServerRequest<{ readonly uri: string }, readonly RepairableProblem[]>;
  readonly 'skillwright/sharePlan': ServerRequest<SharePlanParams, SharePlan>;
  readonly 'skillwright/sharedNameProblem': ServerRequest<SharedNameParams, string | null>;
  readonly 'skillwright/pluginVersion': ServerRequest<{ readonly uri: string }, PluginVersion>;
  readonly 'skillwright/bumpVersion': ServerRequest<BumpVersionParams, readonly FileEdit[]>;
  readonly 'skillwright/callSkill': ServerRequest<CallSkillParams, SkillCallAnswer | null>;
  readonly 'skillwright/skillsForModel': ServerRequest<Pick<CallSkillParams, 'active'>, string>;
  readonly 'skillwright/validate': ServerRequest<ValidateParams, readonly ValidatedFinding[] | null>;
  readonly 'skillwright/allowCommand': ServerRequest<AllowCommandParams, FileEdit>;
  readonly 'skillwright/startRun': ServerRequest<StartRunParams, StartedRun>;
  readonly 'skillwright/terminalRun': ServerRequest<StartRunParams, TerminalRun | Refusal>;
  /** The newest first. */
  readonly 'skillwright/runs': ServerRequest<Record<string, never>, readonly RunSummary[]>;
  readonly 'skillwright/run': ServerRequest<RunParams, RunDetails | null>;
  readonly 'skillwright/stopRun': ServerRequest<{ readonly id: string }, null>;
  /** All that have ended, or these. */
  readonly 'skillwright/deleteRuns': ServerRequest<{ readonly ids?: readonly string[] }, null>;
  readonly 'skillwright/allowDenied': ServerRequest<AllowDeniedParams, AllowDeniedEdit>;
  /** Null if there is no session. */
  readonly 'skillwright/ask': ServerRequest<AskParams, AnswerSummary | null>;
  /** What the installed Claude Code has said, as markdown; null if it was not asked. */
  readonly 'skillwright/askedDocument': ServerRequest<Record<string, never>, string | null>;
  readonly 'skillwright/evaluationSuites': ServerRequest<Record<string, never>, readonly EvaluationSuite[]>;
  readonly 'skillwright/evaluationItems': ServerRequest<EvaluationItemsParams, readonly EvaluationItem[]>;
  readonly 'skillwright/evaluationPlan': ServerRequest<EvaluationPlanParams, EvaluationPlan | Refusal>;
  readonly 'skillwright/runEvaluations': ServerRequest<RunEvaluationsParams, EndedEvaluations | Refusal>;
  readonly 'skillwright/stopEvaluations': ServerRequest<{ readonly run: string }, null>;
  readonly 'skillwright/gradeEvaluations': ServerRequest<GradeEvaluationsParams, readonly EvaluationOutcome[]>;
  /** The files that keep what the user says about the last run of a prompt. Nothing is written. */
  readonly 'skillwright/judgePrompt': ServerRequest<JudgePromptParams, JudgedPrompt | Refusal>;
  readonly 'skillwright/evaluationCoverage': ServerRequest<EvaluationCoverageParams, readonly CoveredFile[]>;
  /** The last run of a case with the plugin, as one of the list of runs. */
  readonly 'skillwright/openEvaluationRun': ServerRequest<ChosenItems, OpenedTrace | Refusal>;
  readonly 'skillwright/gradedRun': ServerRequest<GradedRunParams, GradedRun | null>;
  readonly 'skillwright/results': ServerRequest<ResultsParams, ResultList>;
  readonly 'skillwright/result': ServerRequest<ResultParams, ShownResult | null>;
  readonly 'skillwright/resultRuns': ServerRequest<ResultRunsParams, readonly ShownResultRun[]>;
  readonly 'skillwright/judgeRun': ServerRequest<JudgeRunParams, JudgedPrompt | Refusal>;
  readonly 'skillwright/resultComparisons': ServerRequest<ResultRunsParams, ShownComparison | null>;
  readonly 'skillwright/judgingPlan': ServerRequest<JudgingPlanParams, JudgingPlan | Refusal>;
  readonly 'skillwright/judgeUnit': ServerRequest<JudgeUnitParams, JudgedUnit | Refusal>;
  readonly 'skillwright/resultHistory': ServerRequest<ResultsParams, ResultHistory>;
  readonly 'skillwright/oldVersionPlan': ServerRequest<OldVersionParams, EvaluationPlan | Refusal>;
  readonly 'skillwright/runOldVersion': ServerRequest<OldVersionParams, EndedOldVersion | Refusal>;
  readonly 'skillwright/exportResult': ServerRequest<ExportResultParams, ExportedResult | Refusal>;
  readonly 'skillwright/newCase': ServerRequest<NewCaseParams, NewCaseFiles | CaseProblem>;
  /** What is wrong with a name for a case; null if nothing is. */
  readonly 'skillwright/caseNameProblem': ServerRequest<{ readonly name: string }, string | null>;
  readonly 'skillwright/convertEvaluations': ServerRequest<{ readonly uri: string }, ConvertedEvaluations | Refusal>;
  /** The IDs of the skills that have a trigger set. */
  readonly 'skillwright/skillsWithTriggers': ServerRequest<Record<string, never>, readonly string[]>;
  readonly 'skillwright/triggerPlan': ServerRequest<TriggerParams, PlannedTriggers | Refusal>;
  readonly 'skillwright/measureTriggers': ServerRequest<MeasureTriggersParams, MeasuredTriggers | Refusal>;
  readonly 'skillwright/proposeDescription': ServerRequest<ProposeDescriptionParams, ProposedDescription | Refusal>;
  readonly 'skillwright/stopTriggers': ServerRequest<{ readonly id: string }, null>;
  readonly 'skillwright/rewritePlan': ServerRequest<RewriteParams, PlannedRewrite | RewriteProblem>;
  /** Cancelling it ends what is asked. */
  readonly 'skillwright/proposeRewrite': ServerRequest<ProposeRewriteParams, ProposedRewrite | RewriteProblem>;
  readonly 'skillwright/problems': ServerRequest<{ readonly uri: string }, ProblemCount | null>;
  readonly 'skillwright/problemsInFolder': ServerRequest<{ readonly uri: string }, readonly FileProblems[]>;
  /**
   * Checks every file in the tree, and publishes the findings of those that are not open. They follow the files until `skillwright/clearProblems`. Cancelling it leaves everything as it was.
   */
  readonly 'skillwright/checkAll': ServerRequest<Record<string, never>, CheckedAll | null>;
  readonly 'skillwright/clearProblems': ServerRequest<Record<string, never>, null>;
}

export type ServerRequestName = keyof ServerRequests;

export type ParamsOf<Name extends ServerRequestName> = ServerRequests[Name]['params'];

export type ResultOf<Name extends ServerRequestName> = ServerRequests[Name]['result'];
