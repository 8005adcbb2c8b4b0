import { type Disposable, type Event, EventEmitter } from 'vscode';
import type { BudgetParams, WhatIf } from '../../../server/src/protocol.ts';
import { setContext } from '../contributions/set-context.ts';

/** The budget that is asked for: the session, for the side bar and the tab, and the what-if, only for the tab. */
export class BudgetQuestion implements Disposable {
  readonly #changed = new EventEmitter<void>();
  #params: BudgetParams = {};

  readonly onDidChange: Event<void> = this.#changed.event;

  get params(): BudgetParams {
    return this.#params;
  }

  get session(): string | undefined {
    return this.#params.session;
  }

  get whatIf(): WhatIf | undefined {
    return this.#params.whatIf;
  }

  ask(session: string | undefined, whatIf: WhatIf | undefined): void {
    const next: BudgetParams = { ...(session !== undefined && { session }), ...(whatIf && { whatIf }) };
    if (JSON.stringify(next) === JSON.stringify(this.#params)) return;
    this.#params = next;
    void setContext('hasWhatIf', whatIf !== undefined);
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
