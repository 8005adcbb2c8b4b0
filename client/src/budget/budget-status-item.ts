import { Disposable, StatusBarAlignment, type StatusBarItem, window } from 'vscode';
import type { BudgetReport } from '../../../server/src/protocol.ts';
import { commandId } from '../contributions/command-id.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { RunOnceScheduler } from '../run-once-scheduler.ts';
import { revealInvisible } from '../text/reveal-invisible.ts';

/** The item is shown when more than this share of the budget is used. */
const shownFromShare = 0.8;

/** Changes of files come in bursts, and this item is not urgent. In milliseconds. */
const refreshDelay = 500;

/** The item of the status bar: “Skills 88 %” of the budget are used, shown only when it matters. */
export class BudgetStatusItem implements Disposable {
  readonly #server: LanguageServer;
  readonly #item: StatusBarItem;
  readonly #subscriptions: Disposable;
  readonly #refreshing = new RunOnceScheduler(refreshDelay, () => void this.#refresh());

  constructor(server: LanguageServer) {
    this.#server = server;
    // Left of the editor's own items, right of the language items.
    this.#item = window.createStatusBarItem('skillwright.budget', StatusBarAlignment.Right, 90);
    this.#item.name = 'Skill Listing Budget';
    this.#item.command = commandId('openBudget');
    this.#subscriptions = Disposable.from(
      this.#item,
      this.#refreshing,
      server.on('catalogChanged', () => this.#refreshing.schedule()),
      server.onDidChangeRunning((running) => {
        if (running) this.#refreshing.schedule();
        else this.#item.hide();
      }),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #refresh(): Promise<void> {
    const reports = await this.#reports().catch(() => []);
    const fullest = reports.filter(isShown).sort((one, other) => urgency(other) - urgency(one))[0];
    if (fullest) this.#show(fullest, reports.length > 1);
    else this.#item.hide();
  }

  async #reports(): Promise<BudgetReport[]> {
    const sessions = await this.#server.request('skillwright/sessions', {});
    const reports = sessions.map(({ uri }) => this.#server.request('skillwright/budget', { session: uri }));
    return (await Promise.all(reports)).filter((report) => report !== null);
  }

  #show(report: BudgetReport, several: boolean): void {
    const { notInFull: affected } = report;
    const facts = [
      `Skill listing: ${report.usage} used (${report.model})`,
      ...(affected === 0
        ? []
        : [
            affected === 1
              ? '1 skill is not shown to the model in full'
              : `${affected.toLocaleString('en')} skills are not shown to the model in full`,
          ]),
      ...(several ? [`In ${report.session.name}`] : []),
      ...(report.exact ? [] : report.reasons),
    ];
    this.#item.text = `$(list-tree) Skills ${report.share}`;
    // Plain text: in markdown, the name of a folder could become a link.
    this.#item.tooltip = facts.map(revealInvisible).join('\n\n');
    this.#item.accessibilityInformation = { label: facts.join('. '), role: 'button' };
    this.#item.show();
  }
}

function share({ used, budget }: BudgetReport): number {
  return budget === 0 ? 1 : used / budget;
}

function isShown(report: BudgetReport): boolean {
  return share(report) > shownFromShare || report.notInFull > 0;
}

/** A skill that is shortened or hidden counts more than any share. */
function urgency(report: BudgetReport): number {
  return report.notInFull * 10 + share(report);
}
