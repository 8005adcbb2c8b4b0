import { Disposable, type ExtensionContext, window } from 'vscode';
import { isInBrowser } from '#host/this-host.ts';
import { AnswerPanel } from './answers/answer-panel.ts';
import { BudgetQuestion } from './budget/budget-question.ts';
import { BudgetStatusItem } from './budget/budget-status-item.ts';
import { BudgetTab } from './budget/budget-tab.ts';
import { BudgetView } from './budget/budget-view.ts';
import { registerListingBudget } from './budget/listing-budget.ts';
import { ListingDocument } from './budget/listing-document.ts';
import { DeletedItems } from './changes/deleted-items.ts';
import { registerAskClaudeCode } from './claude-code/commands/ask-claude-code.ts';
import { registerManageRuns } from './claude-code/commands/manage-runs.ts';
import { registerProveInvocation } from './claude-code/commands/prove-invocation.ts';
import { registerRunSkill } from './claude-code/commands/run-skill.ts';
import { ProofDocuments } from './claude-code/proof/proof-documents.ts';
import { StartConsent } from './claude-code/proof/start-consent.ts';
import { createRuns } from './claude-code/runs/create-runs.ts';
import { setContext } from './contributions/set-context.ts';
import { registerConvertEvaluations } from './evaluations/commands/convert-evaluations.ts';
import { registerGradedRuns } from './evaluations/commands/graded-runs.ts';
import { registerImproveDescription } from './evaluations/commands/improve-description.ts';
import { registerJudgeResults } from './evaluations/commands/judge-results.ts';
import { registerMeasureTriggering } from './evaluations/commands/measure-triggering.ts';
import { registerNewCaseFromRun } from './evaluations/commands/new-case-from-run.ts';
import { registerNewEvaluationCase } from './evaluations/commands/new-evaluation-case.ts';
import { registerOpenResults } from './evaluations/commands/open-results.ts';
import { registerRunOldVersion } from './evaluations/commands/run-old-version.ts';
import { registerTestSkill } from './evaluations/commands/test-skill.ts';
import { GradedRuns } from './evaluations/graded-runs.ts';
import { ResultsPanel } from './evaluations/results/results-panel.ts';
import { EvaluationTests } from './evaluations/testing-view/evaluation-tests.ts';
import { MeasuredBefore } from './evaluations/triggers/measured-before.ts';
import { TriggerMeasurement } from './evaluations/triggers/trigger-measurement.ts';
import { registerGetStarted } from './extension/get-started.ts';
import { registerLanguageServerCommands } from './extension/language-server.ts';
import { registerLanguageModelTools } from './language-model-tools/register-language-model-tools.ts';
import { LanguageServer } from './language-server/language-server.ts';
import { startWithDocuments } from './language-server/start-with-documents.ts';
import { ArgumentHistory } from './preview/arguments/argument-history.ts';
import { registerPreviewInvocation } from './preview/commands/preview-invocation.ts';
import { registerPreviewToolbar } from './preview/commands/preview-toolbar.ts';
import { createPreviews } from './preview/create-previews.ts';
import { registerApiKey } from './publishing/commands/api-key.ts';
import { registerReadyToPublish } from './publishing/commands/ready-to-publish.ts';
import { registerShare } from './publishing/commands/share.ts';
import { registerUploadSkill } from './publishing/commands/upload-skill.ts';
import { registerUploadedSkills } from './publishing/commands/uploaded-skills.ts';
import { ApiKey } from './publishing/uploads/api-key.ts';
import { openApi } from './publishing/uploads/opened-api.ts';
import { registerOpenReport } from './reports/open-report.ts';
import { ReportDocuments } from './reports/report-documents.ts';
import { registerCompareWithRevision } from './review/compare-with-revision.ts';
import { registerFieldMatrix } from './review/field-matrix.ts';
import { registerReviewTrust } from './review/review-trust.ts';
import { ReviewedTrust } from './review/reviewed-trust.ts';
import { registerShowOrigin } from './review/show-origin.ts';
import { registerWhySkillIsUsed } from './review/why-skill-is-used.ts';
import { registerFixProblems } from './rules/fix-problems.ts';
import { registerFixWithClaudeCode } from './rules/fix-with-claude-code.ts';
import { registerOpenRulePage } from './rules/open-rule-page.ts';
import { RulePages } from './rules/rule-pages.ts';
import { registerTurnOffVscodeChecks } from './rules/turn-off-vscode-checks.ts';
import { createSessions, type Sessions } from './sessions/create-sessions.ts';
import { registerPastSessions } from './sessions/show-sessions.ts';
import { registerCheckTask } from './skills/check-task.ts';
import { registerAllowSkill } from './skills/commands/allow-skill.ts';
import { registerCheckAllSkills } from './skills/commands/check-all-skills.ts';
import { registerCopyInvocationAndPath } from './skills/commands/copy-invocation-and-path.ts';
import { registerDeleteSkill } from './skills/commands/delete-skill.ts';
import { registerDuplicateSkill } from './skills/commands/duplicate-skill.ts';
import { registerEnableAndDisableSkill } from './skills/commands/enable-and-disable-skill.ts';
import { registerFilterSkills } from './skills/commands/filter-skills.ts';
import { registerImportSkill } from './skills/commands/import-skill.ts';
import { registerLinkSkills } from './skills/commands/link-skills.ts';
import { registerMakePortable } from './skills/commands/make-portable.ts';
import { registerMoveAndCopySkill } from './skills/commands/move-and-copy-skill.ts';
import { registerNewSkill } from './skills/commands/new-skill.ts';
import { registerOpenAndRevealSkill } from './skills/commands/open-and-reveal-skill.ts';
import { registerPluginFolders } from './skills/commands/plugin-folders.ts';
import { registerRenameSkill } from './skills/commands/rename-skill.ts';
import { registerSkillsViewToolbar } from './skills/commands/skills-view-toolbar.ts';
import { createSkillParts, type SkillParts } from './skills/create-skill-parts.ts';
import { SkillOverrides } from './skills/skill-overrides.ts';

let activeServer: LanguageServer | undefined;

/**
 * Called by VS Code. Only registers what the extension has. The language server starts with the first document that it
 * is for, the first view that is opened, or the first command that needs it.
 */
export function activate(context: ExtensionContext): void {
  const { extensionUri, extension, workspaceState } = context;
  const output = window.createOutputChannel('Skillwright', { log: true });
  const server = new LanguageServer(context, output);
  const reports = new ReportDocuments();
  const skills = createSkillParts(workspaceState, server, output);
  const { view, choice, changes, failures } = skills;
  const overrides = new SkillOverrides(server, choice, changes, failures);
  const results = new ResultsPanel(extensionUri, server, failures);
  const sessions = createSessions(extensionUri, skills);
  const answers = new AnswerPanel(extensionUri, server, failures, overrides);
  activeServer = server;
  // For what needs programs: package.json.
  if (isInBrowser) void setContext('inBrowser', true);
  context.subscriptions.push(
    output,
    server,
    registerLanguageServerCommands(server, output),
    view,
    changes,
    registerSkillCommands(context, skills, overrides),
    registerPreviewsAndRuns(context, skills, { reports, answers, results }),
    registerAnswers(context, skills, answers),
    sessions.past,
    sessions.panels,
    sessions.texts,
    registerPastSessions(server, choice, failures, sessions),
    registerNewEvaluationCase(server, choice, changes, failures, sessions.past),
    registerTestSkill(server, choice, failures),
    registerBudget(context, skills, sessions),
    registerReports(context, skills, reports, answers),
    registerResults(skills, results),
    registerRulePages(context, skills),
    registerEvaluations(skills),
    registerGetStarted(extension),
    startWithDocuments(server),
  );
}

/** Called by VS Code when it closes or the extension is disabled. */
export function deactivate(): Promise<void> | undefined {
  return activeServer?.stop();
}

/** Commands on skills, from the Skills view and from the command palette. */
function registerSkillCommands(
  { storageUri, globalStorageUri }: ExtensionContext,
  { server, view, choice, changes, failures }: SkillParts,
  overrides: SkillOverrides,
): Disposable {
  return Disposable.from(
    registerOpenAndRevealSkill(choice, failures),
    registerCopyInvocationAndPath(choice, failures),
    registerNewSkill(server, choice, changes, failures),
    registerImportSkill(server, choice, changes, failures),
    registerRenameSkill(server, choice, changes, failures),
    registerDuplicateSkill(server, choice, changes, failures),
    registerMoveAndCopySkill(server, choice, changes, failures),
    registerDeleteSkill(choice, changes, failures, new DeletedItems(storageUri ?? globalStorageUri)),
    registerEnableAndDisableSkill(overrides),
    registerAllowSkill(server, choice, changes, failures),
    registerPluginFolders(server, choice, changes, failures),
    registerFixProblems(server, changes, failures),
    registerMakePortable(server, failures),
    registerLinkSkills(server, choice, changes, failures),
    registerTurnOffVscodeChecks(failures),
    registerFilterSkills(view),
    registerCheckAllSkills(server, view, failures),
    registerConvertEvaluations(server, changes, failures),
    registerSkillsViewToolbar(view, changes, failures),
  );
}

/** Where previews and runs show more than they have place for. */
interface ShownElsewhere {
  readonly reports: ReportDocuments;
  readonly answers: AnswerPanel;
  readonly results: ResultsPanel;
}

/** Previews of what Claude Code sends when a skill is invoked, and skills that run in Claude Code. */
function registerPreviewsAndRuns(
  context: ExtensionContext,
  skills: SkillParts,
  { reports, answers, results }: ShownElsewhere,
): Disposable {
  const { server, choice, changes, failures } = skills;
  const { extensionUri, globalState, workspaceState: memento } = context;
  const previews = createPreviews(context, skills);
  const runs = createRuns(extensionUri, skills);
  const proofs = new ProofDocuments();
  const consent = new StartConsent(globalState);
  return Disposable.from(
    previews.panels,
    previews.documents,
    registerPreviewInvocation(server, choice, failures, previews.panels),
    registerPreviewToolbar(server, failures, previews),
    proofs,
    registerProveInvocation({ server, choice, failures, previews, panel: answers, documents: proofs, consent }),
    registerLanguageModelTools(server, choice, failures, previews),
    runs.view,
    runs.panels,
    registerRunSkill({ server, choice, failures, previews, starter: runs.starter, memento }),
    registerManageRuns(server, failures, previews.history, runs),
    registerNewCaseFromRun(server, changes, failures, runs.choice),
    new EvaluationTests(server, changes, failures, memento, {
      openRun: (id) => runs.panels.open({ id }),
      openReport: (title, text) => reports.open(title, text),
      openResult: (uri) => results.show({ uri }),
      onDidJudge: results.onDidJudge,
    }),
  );
}

/** The page that answers questions about skills and plugins. */
function registerAnswers(
  { workspaceState }: ExtensionContext,
  { server, choice, changes, failures }: SkillParts,
  panel: AnswerPanel,
): Disposable {
  const measurement = new TriggerMeasurement(server, panel, new MeasuredBefore(workspaceState));
  return Disposable.from(
    panel,
    registerWhySkillIsUsed(server, choice, failures, panel),
    registerReadyToPublish(server, choice, failures, panel),
    registerMeasureTriggering(server, choice, failures, measurement),
    registerImproveDescription(server, choice, changes, failures, measurement),
  );
}

/** The budget of the skill listing: its view, its tab, its status bar item, and the listing as a document. */
function registerBudget(
  { extensionUri }: ExtensionContext,
  { server, output }: SkillParts,
  { past }: Sessions,
): Disposable {
  const question = new BudgetQuestion();
  const listing = new ListingDocument(server, question, output);
  const tab = new BudgetTab(extensionUri, server, question, output, listing, past);
  const view = new BudgetView(extensionUri, server, question, output, (target) => tab.open(target));
  const commands = registerListingBudget(tab, listing);
  return Disposable.from(question, listing, tab, view, new BudgetStatusItem(server), commands);
}

/** Reports as documents, and the task that checks all skills. */
function registerReports(
  context: ExtensionContext,
  skills: SkillParts,
  documents: ReportDocuments,
  answers: AnswerPanel,
): Disposable {
  const { workspaceState } = context;
  const { server, output, view, choice, changes, failures } = skills;
  return Disposable.from(
    documents,
    registerOpenReport(server, failures, documents),
    registerFieldMatrix(server, choice, failures, answers),
    registerAskClaudeCode({ server, view, output, failures, documents, consents: workspaceState }),
    registerCheckTask(server, output),
    registerReviewTrust({
      server,
      choice,
      failures,
      panel: answers,
      documents,
      reviewed: new ReviewedTrust(workspaceState),
    }),
    registerShowOrigin(server, choice, failures, answers),
    registerCompareWithRevision(server, failures, answers, new ArgumentHistory(workspaceState)),
    registerUploads(context, skills, answers),
    registerShare(server, choice, changes, failures, answers),
  );
}

/** The page with results of evaluations. */
function registerResults({ server, failures }: SkillParts, panel: ResultsPanel): Disposable {
  return Disposable.from(
    panel,
    registerOpenResults(server, failures, panel),
    registerRunOldVersion(server, failures, panel),
    registerJudgeResults(server, failures, panel),
  );
}

/** Skills in the Claude API. */
function registerUploads(
  { extensionUri: extension, secrets }: ExtensionContext,
  { server, choice, changes, failures }: SkillParts,
  panel: AnswerPanel,
): Disposable {
  const key = new ApiKey(secrets, extension);
  const open = () => openApi(key, extension);
  return Disposable.from(
    registerUploadSkill({ server, choice, changes, failures, panel, open }),
    registerUploadedSkills(server, changes, failures, open),
    registerApiKey(failures, key),
  );
}

/** The pages about the rules, which findings link to, and which models read. */
function registerRulePages({ extensionUri }: ExtensionContext, { server, failures }: SkillParts): Disposable {
  const pages = new RulePages(extensionUri);
  return Disposable.from(pages, registerOpenRulePage(pages), registerFixWithClaudeCode(server, failures, pages));
}

/** Runs of evaluations, with what graders matched in them. */
function registerEvaluations({ server, output, failures }: SkillParts): Disposable {
  const runs = new GradedRuns(server, output);
  return Disposable.from(runs, registerGradedRuns(server, failures, runs));
}
