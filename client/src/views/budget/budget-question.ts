import { commands, type Disposable, type Event, EventEmitter } from 'vscode';
import type { BudgetParams, WhatIf } from '../../../../server/src/protocol.ts';

/** The current question of the Listing Budget view, so that the listing opened as a document answers the same one. */
export class BudgetQuestion implements Disposable {
  readonly #changed = new EventEmitter<void>();
  #params: BudgetParams = {};

  readonly onDidChange: Event<void> = this.#changed.event;

  get params(): BudgetParams {
    return this.#params;
  }

  /** Whether the question contains a what-if. */
  get hasWhatIf(): boolean {
    return this.#params.whatIf !== undefined;
  }

  ask(session: string | undefined, whatIf: WhatIf | undefined): void {
    const next: BudgetParams = { ...(session !== undefined && { session }), ...(whatIf && { whatIf }) };
    if (JSON.stringify(next) === JSON.stringify(this.#params)) return;
    this.#params = next;
    void commands.executeCommand('setContext', 'skillwright.hasWhatIf', this.hasWhatIf);
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
