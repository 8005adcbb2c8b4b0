import { type LogOutputChannel, window } from 'vscode';
import type { LanguageServer } from '../language-server/language-server.ts';
import { dialogText } from '../text/displayed-text.ts';
import { withAdvice } from '../text/failure-advice.ts';
import type { SkillsView } from '../views/skills/skills-view.ts';
import type { ChangeHistory } from './changes/change-history.ts';

/** The parts of the extension that the commands on skills work with. */
export interface SkillActions {
  readonly server: LanguageServer;
  readonly view: SkillsView;
  readonly history: ChangeHistory;
  readonly output: LogOutputChannel;
  /** The URI of the skill in front, if that is a page and not an editor. */
  readonly shownInPage: { uri(): string | undefined };
}

/** What it takes to find out which skill is meant, by asking if nothing says so. */
export type SkillChoice = Pick<SkillActions, 'server' | 'view' | 'shownInPage'>;

/**
 * Does something that the user asked for. Shows an error message if it fails, which begins with `failure`, such as
 * "Could not move the skill".
 */
export async function withErrorMessage(
  { output, view }: Pick<SkillActions, 'output' | 'view'>,
  failure: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    output.error(failure, reason);
    void window.showErrorMessage(dialogText(`${failure}: ${withAdvice(reason)}`));
    // Some of it may be done.
    void view.reload().catch(() => undefined);
  }
}
