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
import { TriggerMeasurement } from './commands/evaluations/trigger-measurement.ts';
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
import { createSkillParts, type SkillParts } from './skills/create-skill-parts.ts';
import { SkillOverrides } from './skills/skill-overrides.ts';
import { registerCheckTask } from './tasks/check-task.ts';
import { ApiKey } from './uploads/api-key.ts';
import { openApi } from './uploads/opened-api.ts';
import { AnswerPanel } from './views/answers/answer-panel.ts';
import { BudgetQuestion } from './views/budget/budget-question.ts';
import { BudgetStatusItem } from './views/budget/budget-status-item.ts';
import { BudgetTab } from './views/budget/budget-tab.ts';
import { BudgetView } from './views/budget/budget-view.ts';
import { ListingDocument } from './views/budget/listing-document.ts';
import { ProofDocuments } from './views/claude-code/proof/proof-documents.ts';
import { StartConsent } from './views/claude-code/proof/start-consent.ts';
import { createRuns } from './views/claude-code/runs/create-runs.ts';
import { EvaluationTests } from './views/evaluations/evaluation-tests.ts';
import { GradedRuns } from './views/evaluations/graded-runs/graded-runs.ts';
import { MeasuredBefore } from './views/evaluations/measured-before.ts';
import { ResultsPanel } from './views/evaluations/results/results-panel.ts';
import { ArgumentHistory } from './views/preview/arguments/argument-history.ts';
import { createPreviews } from './views/preview/create-previews.ts';
import { ReportDocuments } from './views/reports/report-documents.ts';
import { ReviewedTrust } from './views/reports/reviewed-trust.ts';
import { RulePages } from './views/rule-pages/rule-pages.ts';
import { createSessions, type Sessions } from './views/sessions/create-sessions.ts';

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
    registerManageRuns(server, changes, failures, previews.history, runs),
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

/** Starts the server with the first open document that it is for. */
function startWithDocuments(server: LanguageServer): Disposable {
  if (workspace.textDocuments.some(startsServer)) server.ensureStarted();
  return workspace.onDidOpenTextDocument((document) => {
    if (startsServer(document)) server.ensureStarted();
  });
}
