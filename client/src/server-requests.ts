import type {
  AllowSkillEdit,
  AllowSkillParams,
  ArgumentsWithParams,
  BudgetParams,
  BudgetReport,
  Destination,
  DestinationsParams,
  InvocationPreview,
  NameParams,
  NameProblem,
  OverrideParams,
  ParentParams,
  PreviewOutcome,
  PreviewParams,
  RenameEdit,
  RenameSkillParams,
  RunCommandParams,
  SessionInfo,
  SettingsEdit,
  SkillAtParams,
  SkillCost,
  SkillCostParams,
  SkillInfo,
  TemplateParams,
  TooltipParams,
  TreeNode,
  TreeParams,
  WhyParams,
  WhyReport,
} from '../../server/src/protocol.ts';

interface Request<Params, Result> {
  readonly params: Params;
  readonly result: Result;
}

/** What the server can be asked beyond the protocol of language servers, by the name of the request. */
export interface ServerRequests {
  readonly 'skillwright/tree': Request<TreeParams, TreeNode[]>;
  readonly 'skillwright/tooltip': Request<TooltipParams, string | null>;
  readonly 'skillwright/parent': Request<ParentParams, TreeNode | null>;
  readonly 'skillwright/skillAt': Request<SkillAtParams, TreeNode | null>;
  readonly 'skillwright/reload': Request<Record<string, never>, null>;
  readonly 'skillwright/sessions': Request<Record<string, never>, SessionInfo[]>;
  readonly 'skillwright/budget': Request<BudgetParams, BudgetReport | null>;
  readonly 'skillwright/skillCost': Request<SkillCostParams, SkillCost | null>;
  readonly 'skillwright/listing': Request<BudgetParams, string>;
  readonly 'skillwright/whyUnused': Request<WhyParams, WhyReport | null>;
  readonly 'skillwright/whyOverused': Request<WhyParams, WhyReport | null>;
  readonly 'skillwright/overrideEdit': Request<OverrideParams, SettingsEdit | null>;
  readonly 'skillwright/allowSkill': Request<AllowSkillParams, AllowSkillEdit | null>;
  readonly 'skillwright/destinations': Request<DestinationsParams, Destination[]>;
  readonly 'skillwright/skill': Request<{ readonly skill: string }, SkillInfo | null>;
  readonly 'skillwright/rename': Request<RenameSkillParams, RenameEdit | null>;
  readonly 'skillwright/template': Request<TemplateParams, string>;
  readonly 'skillwright/nameProblem': Request<NameParams, NameProblem | null>;
  readonly 'skillwright/preview': Request<PreviewParams, InvocationPreview | null>;
  readonly 'skillwright/argumentsWith': Request<ArgumentsWithParams, string | null>;
  readonly 'skillwright/runCommand': Request<RunCommandParams, PreviewOutcome>;
  readonly 'skillwright/problems': Request<
    { readonly uri: string },
    { readonly errors: number; readonly warnings: number } | null
  >;
}

export type ServerRequestName = keyof ServerRequests;
