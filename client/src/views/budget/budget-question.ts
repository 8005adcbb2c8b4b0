import { commands, type Disposable, type Event, EventEmitter } from 'vscode';
import type { BudgetParams, WhatIf } from '../../../../server/src/protocol.ts';

/** What the view "Listing Budget" asks now, so that the listing shown as a document answers the same question. */
export class BudgetQuestion implements Disposable {
  readonly #changed = new EventEmitter<void>();
  #params: BudgetParams = {};

  readonly onDidChange: Event<void> = this.#changed.event;

  get params(): BudgetParams {
    return this.#params;
  }

  /** Whether anything is supposed that is not so. */
  get supposes(): boolean {
    return this.#params.whatIf !== undefined;
  }

  ask(session: string | undefined, whatIf: WhatIf | undefined): void {
    const next: BudgetParams = { ...(session !== undefined && { session }), ...(whatIf && { whatIf }) };
    if (JSON.stringify(next) === JSON.stringify(this.#params)) return;
    this.#params = next;
    void commands.executeCommand('setContext', 'skillwright.supposes', this.supposes);
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
