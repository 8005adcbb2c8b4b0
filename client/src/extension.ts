import { Disposable, type ExtensionContext, window, workspace } from 'vscode';
import { isInBrowser } from '#host/this-host.ts';
import { registerAskClaudeCode } from './commands/claude-code/ask-claude-code.ts';
import { registerManageRuns } from './commands/claude-code/manage-runs.ts';
import { registerPastSessions } from './commands/claude-code/past-sessions.ts';
import { registerProveInvocation } from './commands/claude-code/prove-invocation.ts';
import { registerRunSkill } from './commands/claude-code/run-skill.ts';
import { registerConvertEvaluations } from './commands/evaluations/convert-evaluations.ts';
import { registerGradedRuns } from './commands/evaluations/graded-runs.ts';
import { registerImproveDescription } from './commands/evaluations/improve-description.ts';
import { registerJudgeResults } from './commands/evaluations/judge-results.ts';
import { registerMeasureTriggering } from './commands/evaluations/measure-triggering.ts';
import { registerNewEvaluationCase } from './commands/evaluations/new-evaluation-case.ts';
import { registerOpenResults } from './commands/evaluations/open-results.ts';
import { registerRunOldVersion } from './commands/evaluations/run-old-version.ts';
import { registerTestSkill } from './commands/evaluations/test-skill.ts';
import { registerGetStarted } from './commands/extension/get-started.ts';
import { registerLanguageServerCommands } from './commands/extension/language-server.ts';
import { registerListingBudget } from './commands/preview/listing-budget.ts';
import { registerPreviewInvocation } from './commands/preview/preview-invocation.ts';
import { registerPreviewToolbar } from './commands/preview/preview-toolbar.ts';
import { registerApiKey } from './commands/publishing/api-key.ts';
import { registerReadyToPublish } from './commands/publishing/ready-to-publish.ts';
import { registerShare } from './commands/publishing/share.ts';
import { registerUploadSkill } from './commands/publishing/upload-skill.ts';
import { registerUploadedSkills } from './commands/publishing/uploaded-skills.ts';
import { registerCompareWithRevision } from './commands/review/compare-with-revision.ts';
import { registerFieldMatrix } from './commands/review/field-matrix.ts';
import { registerReviewTrust } from './commands/review/review-trust.ts';
import { registerShowOrigin } from './commands/review/show-origin.ts';
import { registerWhySkillIsUsed } from './commands/review/why-skill-is-used.ts';
import { registerFixProblems } from './commands/rules/fix-problems.ts';
import { registerFixWithClaudeCode } from './commands/rules/fix-with-claude-code.ts';
import { registerOpenRulePage } from './commands/rules/open-rule-page.ts';
import { registerTurnOffVscodeChecks } from './commands/rules/turn-off-vscode-checks.ts';
import { registerAllowSkill } from './commands/skills/allow-skill.ts';
import { registerCheckAllSkills } from './commands/skills/check-all-skills.ts';
import { registerCopyInvocationAndPath } from './commands/skills/copy-invocation-and-path.ts';
import { registerDeleteSkill } from './commands/skills/delete-skill.ts';
import { registerDuplicateSkill } from './commands/skills/duplicate-skill.ts';
import { registerEnableAndDisableSkill } from './commands/skills/enable-and-disable-skill.ts';
import { registerFilterSkills } from './commands/skills/filter-skills.ts';
import { registerImportSkill } from './commands/skills/import-skill.ts';
import { registerLinkSkills } from './commands/skills/link-skills.ts';
import { registerMakePortable } from './commands/skills/make-portable.ts';
import { registerMoveAndCopySkill } from './commands/skills/move-and-copy-skill.ts';
import { registerNewSkill } from './commands/skills/new-skill.ts';
import { registerOpenAndRevealSkill } from './commands/skills/open-and-reveal-skill.ts';
import { registerOpenReport } from './commands/skills/open-report.ts';
import { registerPluginFolders } from './commands/skills/plugin-folders.ts';
import { registerRenameSkill } from './commands/skills/rename-skill.ts';
import { registerSkillsViewToolbar } from './commands/skills/skills-view-toolbar.ts';
import { setContext } from './contributions/set-context.ts';
import { registerLanguageModelTools } from './language-model-tools/register-language-model-tools.ts';
import { startsServer } from './language-server/document-selector.ts';
import { LanguageServer } from './language-server/language-server.ts';
import { DeletedItems } from './skills/changes/deleted-items.ts';
import { createSkillActions } from './skills/create-skill-actions.ts';
import type { SkillActions } from './skills/skill-actions.ts';
import { registerCheckTask } from './tasks/check-task.ts';
import { ApiKey } from './uploads/api-key.ts';
import { AnswerPanel } from './views/answers/answer-panel.ts';
import { BudgetQuestion } from './views/budget/budget-question.ts';
import { BudgetStatusItem } from './views/budget/budget-status-item.ts';
import { BudgetTab } from './views/budget/budget-tab.ts';
import { BudgetView } from './views/budget/budget-view.ts';
import { ListingDocument } from './views/budget/listing-document.ts';
import { ProofDocuments } from './views/claude-code/proof/proof-documents.ts';
import { StartConsent } from './views/claude-code/proof/start-consent.ts';
import { createRunActions } from './views/claude-code/runs/create-run-actions.ts';
import { EvaluationTests } from './views/evaluations/evaluation-tests.ts';
import { GradedRuns } from './views/evaluations/graded-runs/graded-runs.ts';
import { MeasuredBefore } from './views/evaluations/measured-before.ts';
import { ResultsPanel } from './views/evaluations/results/results-panel.ts';
import { ArgumentHistory } from './views/preview/arguments/argument-history.ts';
import { createPreviewActions } from './views/preview/create-preview-actions.ts';
import { ReportDocuments } from './views/reports/report-documents.ts';
import { ReviewedTrust } from './views/reports/reviewed-trust.ts';
import { RulePages } from './views/rule-pages/rule-pages.ts';
import { createSessionActions } from './views/sessions/create-session-actions.ts';
import type { SessionActions } from './views/sessions/session-actions.ts';

let activeServer: LanguageServer | undefined;

/**
 * Called by VS Code. Only registers what the extension has. The language server starts with the first document that it
 * is for, the first view that is opened, or the first command that needs it.
 */
export function activate(context: ExtensionContext): void {
  const output = window.createOutputChannel('Skillwright', { log: true });
  const server = new LanguageServer(context, output);
  const reports = new ReportDocuments();
  const skills = createSkillActions(context, server, output);
  const results = new ResultsPanel(context.extensionUri, skills);
  const sessions = createSessionActions(context, skills);
  const answers = new AnswerPanel(context.extensionUri, skills);
  activeServer = server;
  // For what needs programs: package.json.
  if (isInBrowser) void setContext('inBrowser', true);
  context.subscriptions.push(
    output,
    server,
    registerLanguageServerCommands(server, output),
    skills.view,
    skills.history,
    registerSkillCommands(context, skills),
    registerPreviewsAndRuns(context, skills, { reports, answers, results }),
    registerAnswers(context, skills, answers),
    sessions.past,
    sessions.panels,
    sessions.texts,
    registerPastSessions(sessions),
    registerNewEvaluationCase(skills, sessions.past),
    registerTestSkill(skills),
    registerBudget(context, skills, sessions),
    registerReports(context, skills, reports, answers),
    registerResults(skills, results),
    registerRulePages(context, skills),
    registerEvaluations(skills),
    registerGetStarted(context.extension),
    startWithDocuments(server),
  );
}

/** Called by VS Code when it closes or the extension is disabled. */
export function deactivate(): Promise<void> | undefined {
  return activeServer?.stop();
}

/** Commands on skills, from the Skills view and from the command palette. */
function registerSkillCommands({ storageUri, globalStorageUri }: ExtensionContext, skills: SkillActions): Disposable {
  return Disposable.from(
    registerOpenAndRevealSkill(skills),
    registerCopyInvocationAndPath(skills),
    registerNewSkill(skills),
    registerImportSkill(skills),
    registerRenameSkill(skills),
    registerDuplicateSkill(skills),
    registerMoveAndCopySkill(skills),
    registerDeleteSkill(skills, new DeletedItems(storageUri ?? globalStorageUri)),
    registerEnableAndDisableSkill(skills),
    registerAllowSkill(skills),
    registerPluginFolders(skills),
    registerFixProblems(skills),
    registerMakePortable(skills),
    registerLinkSkills(skills),
    registerTurnOffVscodeChecks(skills),
    registerFilterSkills(skills),
    registerCheckAllSkills(skills),
    registerConvertEvaluations(skills),
    registerSkillsViewToolbar(skills),
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
  skills: SkillActions,
  { reports, answers, results }: ShownElsewhere,
): Disposable {
  const previews = createPreviewActions(context, skills);
  const runs = createRunActions(context, skills, previews);
  const proofs = new ProofDocuments();
  return Disposable.from(
    previews.panels,
    previews.documents,
    registerPreviewInvocation(previews),
    registerPreviewToolbar(previews),
    proofs,
    registerProveInvocation(previews, answers, proofs, new StartConsent(context.globalState)),
    registerLanguageModelTools(skills, previews),
    runs.view,
    runs.panels,
    registerRunSkill(runs),
    registerManageRuns(runs),
    new EvaluationTests(skills, context.workspaceState, {
      openRun: (id) => runs.panels.open({ id }),
      openReport: (title, text) => reports.open(title, text),
      openResult: (uri) => results.show({ uri }),
      onDidJudge: results.onDidJudge,
    }),
  );
}

/** The page that answers questions about skills and plugins. */
function registerAnswers({ workspaceState }: ExtensionContext, skills: SkillActions, panel: AnswerPanel): Disposable {
  const measured = new MeasuredBefore(workspaceState);
  return Disposable.from(
    panel,
    registerWhySkillIsUsed(skills, panel),
    registerReadyToPublish(skills, panel),
    registerMeasureTriggering(skills, panel, measured),
    registerImproveDescription(skills, panel, measured),
  );
}

/** The budget of the skill listing: its view, its tab, its status bar item, and the listing as a document. */
function registerBudget(
  { extensionUri }: ExtensionContext,
  { server, output }: Pick<SkillActions, 'server' | 'output'>,
  { past }: SessionActions,
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
  skills: SkillActions,
  documents: ReportDocuments,
  answers: AnswerPanel,
): Disposable {
  const { workspaceState } = context;
  return Disposable.from(
    documents,
    registerOpenReport(skills, documents),
    registerFieldMatrix(skills, answers),
    registerAskClaudeCode(skills, documents, workspaceState),
    registerCheckTask(skills),
    registerReviewTrust(skills, answers, documents, new ReviewedTrust(workspaceState)),
    registerShowOrigin(skills, answers),
    registerCompareWithRevision(skills, answers, new ArgumentHistory(workspaceState)),
    registerUploads(context, skills, answers),
    registerShare(skills, answers),
  );
}

/** The page with results of evaluations. */
function registerResults(skills: SkillActions, panel: ResultsPanel): Disposable {
  return Disposable.from(
    panel,
    registerOpenResults(skills, panel),
    registerRunOldVersion(skills, panel),
    registerJudgeResults(skills, panel),
  );
}

/** Skills in the Claude API. */
function registerUploads(
  { extensionUri: extension, secrets }: ExtensionContext,
  skills: SkillActions,
  answers: AnswerPanel,
): Disposable {
  const actions = { skills, extension, key: new ApiKey(secrets, extension) };
  return Disposable.from(
    registerUploadSkill(actions, answers),
    registerUploadedSkills(actions),
    registerApiKey(actions),
  );
}

/** The pages about the rules, which findings link to, and which models read. */
function registerRulePages({ extensionUri }: ExtensionContext, skills: SkillActions): Disposable {
  const pages = new RulePages(extensionUri);
  return Disposable.from(pages, registerOpenRulePage(pages), registerFixWithClaudeCode(skills, pages));
}

/** Runs of evaluations, with what graders matched in them. */
function registerEvaluations(skills: SkillActions): Disposable {
  const runs = new GradedRuns(skills.server, skills.output);
  return Disposable.from(runs, registerGradedRuns(skills, runs));
}

/** Starts the server with the first open document that it is for. */
function startWithDocuments(server: LanguageServer): Disposable {
  if (workspace.textDocuments.some(startsServer)) server.ensureStarted();
  return workspace.onDidOpenTextDocument((document) => {
    if (startsServer(document)) server.ensureStarted();
  });
}
