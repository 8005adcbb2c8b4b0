import type { Connection } from 'vscode-languageserver';
import type { CheckInputs } from '../../features/check/check-inputs.ts';
import type { CaseRuns } from '../../jobs/evaluations/grading/case-runs.ts';
import { EvaluationSuites } from '../../jobs/evaluations/running/evaluation-suites.ts';
import type { Platform } from '../../platform/platform.ts';
import { safelyInBackground } from '../safely.ts';
import { answerTurns } from '../short-turns.ts';
import type { CatalogChecks } from '../state/catalog-checks.ts';
import type { Catalogs } from '../state/catalogs.ts';
import type { Configurations } from '../state/configurations.ts';
import type { CountedProblems } from '../state/counted-problems.ts';
import type { OpenDocuments } from '../state/open-documents.ts';
import { PastSessions } from '../state/past-sessions.ts';
import type { PreviewSubjects } from '../state/preview-subjects.ts';
import type { PreviewedArguments } from '../state/previewed-arguments.ts';
import { SessionAnswers } from '../state/session-answers.ts';
import type { ResourceSettings } from '../state/settings.ts';
import type { TreeFiles } from '../state/tree-files.ts';
import type { WorkspaceFolders } from '../state/workspace-folders.ts';
import type { WorkspaceTrust } from '../state/workspace-trust.ts';
import type { Writers } from '../state/writers.ts';
import { answerAskRequests } from './ask-requests.ts';
import { answerCatalogRequests } from './catalog-requests.ts';
import { answerCaseRequests } from './evaluations/case-requests.ts';
import { answerEvaluationRequests } from './evaluations/evaluation-requests.ts';
import { answerGradingRequests } from './evaluations/grading-requests.ts';
import { answerResultRequests } from './evaluations/result-requests.ts';
import { answerTriggerRequests } from './evaluations/trigger-requests.ts';
import { answerFixRequests } from './fix-requests.ts';
import { answerPackRequests } from './pack-requests.ts';
import { answerPreviewRequests } from './preview-requests.ts';
import { answerProveRequests } from './prove-requests.ts';
import { answerReportRequests } from './report-requests.ts';
import { answerReviewRequests } from './review-requests.ts';
import { answerRewriteRequests } from './rewrite-requests.ts';
import { answerRunRequests } from './run-requests.ts';
import { answerSessionRequests, pastSessionsNotifications } from './session-requests.ts';
import { answerShareRequests } from './share-requests.ts';
import { answerSkillToolRequests } from './skill-tool-requests.ts';

/** The parts of the server that views ask for. */
export interface ViewRequestContext {
  readonly platform: Platform;
  readonly folders: WorkspaceFolders;
  readonly trust: WorkspaceTrust;
  readonly settings: ResourceSettings;
  readonly configurations: Configurations;
  readonly catalogs: Catalogs;
  readonly checkInputs: CheckInputs;
  readonly documents: OpenDocuments;
  readonly checks: CatalogChecks;
  readonly treeFiles: TreeFiles;
  readonly counted: CountedProblems;
  readonly caseRuns: CaseRuns;
  readonly subjects: PreviewSubjects;
  readonly previewed: PreviewedArguments;
  readonly writers: Writers;
  runsFolder(): string | undefined;
  /** The catalogs must be read again. */
  catalogsOutdated(): void;
}

/** Work that views have asked for, and that goes on. */
export interface ViewRequests {
  settingsChanged(): void;
  /** Ends what the user has started. */
  end(): Promise<void>;
}

/**
 * Answers the extension's own requests: those of its views, pages and commands, which the protocol does not have. This is a
 * table of contents.
 */
export function answerViews(connection: Connection, server: ViewRequestContext): ViewRequests {
  const { platform, folders, trust, settings, catalogs, checkInputs, documents, counted, subjects } = server;
  const { files } = platform;
  const open = (path: string) => documents.textAt(path);
  const answers = new SessionAnswers(platform.claudeCode, catalogs, () => server.catalogsOutdated());
  const past = new PastSessions({ platform, catalogs, settings, trust }, pastSessionsNotifications(connection));
  answerFixRequests(connection, { files, checkInputs, settings, folders, documents, catalogs });
  answerCatalogRequests(
    connection,
    catalogs,
    counted,
    platform,
    open,
    answers,
    (path) => server.configurations.of(path),
    settings,
    past,
    server.writers,
  );
  answerAskRequests(connection, catalogs, settings, answers);
  answerSessionRequests(connection, past, catalogs, platform);
  const endCommands = answerPreviewRequests(connection, subjects, server.previewed, platform);
  const endProofs = answerProveRequests(connection, subjects, settings, platform);
  answerPackRequests(connection, platform, open);
  answerShareRequests(connection, { catalogs, files, open, checkInputs, settings });
  const runs = answerRunRequests(connection, {
    platform,
    subjects,
    settings,
    trust,
    open,
    runsFolder: () => server.runsFolder(),
  });
  const endEvaluations = answerEvaluationRequests(connection, {
    platform,
    suites: new EvaluationSuites({
      sessions: () => catalogs.sessions(),
      filesOf: (sessions) => server.treeFiles.evaluations(sessions),
      files,
      turns: answerTurns,
    }),
    settings,
    trust,
    open,
    runs,
  });
  const endOldVersions = answerResultRequests(connection, platform, settings, trust);
  answerCaseRequests(connection, { subjects, platform, runs, past });
  const endTriggers = answerTriggerRequests(connection, { platform, catalogs, settings, trust, open });
  const endRewrites = answerRewriteRequests(connection, {
    platform,
    catalogs,
    settings,
    folders,
    documents,
    writers: server.writers,
    configurationOf: (path) => server.configurations.of(path),
  });
  answerReviewRequests(connection, catalogs);
  answerReportRequests(connection, catalogs, counted, (run) => server.checks.inOneRun(run), subjects);
  answerSkillToolRequests(connection, {
    catalogs,
    subjects,
    checkInputs,
    settings,
    files,
    openText: (path) => open(path)?.text,
  });
  answerGradingRequests(connection, documents, server.caseRuns);
  return {
    settingsChanged() {
      // The user may not allow it any more.
      if (!past.isKnown) return;
      void safelyInBackground(
        'Forgetting past sessions',
        connection.console,
        async () => void (await past.mayBeRead()),
      );
    },
    async end() {
      endCommands();
      endProofs();
      endOldVersions();
      endTriggers();
      endRewrites();
      await Promise.all([runs.end(), endEvaluations()]);
    },
  };
}
