import type { AnswerSummary } from './ask-messages.ts';
import type { EvaluationChanged } from './evaluation-messages.ts';
import type { PastSessionsProgress } from './past-session-messages.ts';
import type { RunChanged } from './run-messages.ts';
import type { LeftName } from './skill-messages.ts';
import type { CatalogChanged, CheckedAll, CheckProgress, ProblemsChanged } from './tree-messages.ts';
import type { TriggerProgress } from './trigger-messages.ts';

/** The notifications of the server to the extension, by their names without `skillwright/`. */
export interface ServerNotifications {
  /** Views of the catalog may be out of date. */
  readonly catalogChanged: CatalogChanged;
  /** Previews may be out of date although their texts have not changed. */
  readonly previewChanged: undefined;
  /** A file in the tree has other problems than before. */
  readonly problemsChanged: ProblemsChanged;
  /** "Check All" has checked another file. */
  readonly checkProgress: CheckProgress;
  /** The problems of all files, from "Check All" on; null once they are cleared. */
  readonly checkedAll: CheckedAll | null;
  /** The list of runs has changed. */
  readonly runsChanged: undefined;
  /** More has happened in a run. */
  readonly runChanged: RunChanged;
  /** Files of evaluations have changed, or what they belong to. */
  readonly evaluationsChanged: undefined;
  /** Something has happened in a run of evaluations. */
  readonly evaluationChanged: EvaluationChanged;
  /** A query of a trigger set was asked once more. */
  readonly triggersMeasured: TriggerProgress;
  /** The answer of the installed Claude Code about the skills; null if it was not asked, or was stopped. */
  readonly askedChanged: AnswerSummary | null;
  /** More of the transcripts of past sessions has been read. */
  readonly pastSessionsProgress: PastSessionsProgress;
  /** Other past uses of skills are known than before. */
  readonly pastUseChanged: undefined;
  /** A rename has left a name in other files. */
  readonly nameLeft: LeftName;
}

export type ServerNotificationName = keyof ServerNotifications;
