import { type LogOutputChannel, window } from 'vscode';
import type { ServerStart } from '../server-start.ts';
import { messageText } from '../shown-words.ts';
import type { SkillsView } from '../views/skills/skills-view.ts';
import type { ChangeHistory } from './change-history.ts';
import type { KeptItems } from './kept-items.ts';

/** What the commands on skills work with. */
export interface SkillActions {
  readonly server: ServerStart;
  readonly view: SkillsView;
  readonly history: ChangeHistory;
  readonly kept: KeptItems;
  readonly output: LogOutputChannel;
}

/**
 * Does what a person asked for. A failure is said in one message, whose first sentence is `failure`, such as "The skill
 * could not be moved".
 */
export async function orSayWhyNot({ output }: SkillActions, failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    output.error(failure, reason);
    void window.showErrorMessage(messageText(`${failure}: ${reason}`));
  }
}
