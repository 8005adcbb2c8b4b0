import type { Connection } from 'vscode-languageserver';
import { CheckInputs } from '../features/check/check-inputs.ts';
import { CaseRuns } from '../jobs/evaluations/grading/case-runs.ts';
import type { Platform } from '../platform/platform.ts';
import { filesFirst } from './files-in-turns.ts';
import { isOnThisMachine } from './resource-path.ts';
import { answerTurns } from './short-turns.ts';
import { CatalogChecks } from './state/catalog-checks.ts';
import { Catalogs } from './state/catalogs.ts';
import { ClosedFileProblems } from './state/closed-file-problems.ts';
import { Configurations } from './state/configurations.ts';
import { CountedProblems, isOwnFile } from './state/counted-problems.ts';
import { FollowedTexts } from './state/followed-texts.ts';
import { OpenDocuments } from './state/open-documents.ts';
import { PreviewSubjects } from './state/preview-subjects.ts';
import { PreviewedArguments } from './state/previewed-arguments.ts';
import { ResourceSettings } from './state/settings.ts';
import { TreeFiles } from './state/tree-files.ts';
import { WorkspaceFolders } from './state/workspace-folders.ts';
import { WorkspaceProblems } from './state/workspace-problems.ts';
import { WorkspaceTrust } from './state/workspace-trust.ts';
import { Writers } from './state/writers.ts';
import { TypingPause } from './typing-pause.ts';

/** Events of the parts of the server. */
interface PartEvents {
  /** Whether the editor asks for the findings of a file even if it is not open. */
  isAskedFor(path: string): boolean;
  /** Other findings are known of a file than before: in the tree, and in the list of problems. */
  problemsChanged(path: string): void;
  /** A file is listed from now on, or is no longer. */
  listingChanged(path: string): void;
  /** Whether the editor asks chat models for the server. */
  asksChatModels(): boolean;
}

/** Everything that the server keeps between requests. */
export type ServerParts = ReturnType<typeof createServerParts>;

/** @param machine everything from outside, which the parts get as far as the workspace is trusted */
export function createServerParts(connection: Connection, machine: Platform, events: PartEvents) {
  const folders = new WorkspaceFolders();
  const trust = new WorkspaceTrust(folders);
  const platform = trust.confine(machine);
  const settings = new ResourceSettings(connection);
  const catalogs = new Catalogs(platform, folders, settings, trust, (line) => connection.console.info(line));
  const configurations = new Configurations(platform, connection.console);
  const checkInputs = new CheckInputs({
    // Hovers and findings of an open file wait for what is around it.
    files: filesFirst(platform.files),
    environment: platform.environment,
    configurationOf: (path) => configurations.of(path),
    // Nothing waits for the catalog: once it is read, all open documents are checked again.
    placeInCatalog: (path) => catalogs.placeWhenPrepared(path),
  });
  const documents = new OpenDocuments(connection, checkInputs, settings, folders);
  const followed = new FollowedTexts(documents, settings, platform.files);
  const typingPause = new TypingPause();
  const checks = new CatalogChecks(
    { files: platform.files, checkInputs, settings, folders, documents, catalogs, typingPause },
    (path) => events.problemsChanged(path),
  );
  const treeFiles = new TreeFiles(platform.files);
  const isOwn = (path: string) => isOwnFile(path, folders, platform.environment);
  const closed = new ClosedFileProblems(
    connection,
    catalogs,
    treeFiles,
    checks,
    (path) => events.isAskedFor(path),
    (path) => events.listingChanged(path),
  );
  const counted = new CountedProblems(checks, closed, isOwn);
  const workspaceProblems = new WorkspaceProblems(catalogs, treeFiles, checks, isOwn, typingPause, (path) =>
    closed.isInEditor(path),
  );
  return {
    platform,
    folders,
    trust,
    settings,
    catalogs,
    configurations,
    checkInputs,
    documents,
    followed,
    typingPause,
    checks,
    treeFiles,
    closed,
    counted,
    workspaceProblems,
    caseRuns: new CaseRuns({
      files: platform.files,
      mayReadTraces: (uri) => trust.isGranted && platform.environment.isBrowser !== true && isOnThisMachine(uri),
      turns: answerTurns,
    }),
    subjects: new PreviewSubjects(documents, catalogs, settings, platform, checkInputs),
    previewed: new PreviewedArguments(),
    writers: new Writers(connection, platform, settings, trust, () => events.asksChatModels()),
    /** Whether the user maintains a file. */
    isOwn,
  };
}
