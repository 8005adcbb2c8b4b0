import { Disposable, type Event, window } from 'vscode';
import { settings } from '../../contributions/settings.ts';
import { RunOnceScheduler } from '../../run-once-scheduler.ts';

/** The tree must not jump while the user switches through tabs. In milliseconds. */
const followDelay = 200;

/** A tree in which skills can be selected. */
interface FollowingView {
  readonly visible: boolean;
  readonly onDidChangeVisibility: Event<unknown>;
  readonly onDidRefresh: Event<unknown>;
  /** Whether the tree has a skill with this URI, which is selected then. */
  select(uri: string): Promise<boolean>;
}

/** Selects the skill of the active editor in the tree, without taking the focus and without starting the server. */
export class FollowedEditor implements Disposable {
  readonly #view: FollowingView;
  readonly #subscriptions: Disposable;
  readonly #following = new RunOnceScheduler(followDelay, () => void this.#follow());
  /** The file whose skill was selected; the user may have selected another one in the tree since. */
  #followed: string | undefined;

  constructor(view: FollowingView) {
    this.#view = view;
    this.#subscriptions = Disposable.from(
      this.#following,
      window.onDidChangeActiveTextEditor(() => {
        this.#followed = undefined;
        this.#following.schedule();
      }),
      view.onDidChangeVisibility(() => this.#following.schedule()),
      view.onDidRefresh(() => this.#following.schedule()),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #follow(): Promise<void> {
    const uri = window.activeTextEditor?.document.uri.toString();
    if (!uri?.startsWith('file:') || uri === this.#followed || !this.#view.visible) return;
    if (!settings().get<boolean>('tree.followEditor')) return;
    // The tree itself shows when the server cannot be asked.
    if (await this.#view.select(uri).catch(() => false)) this.#followed = uri;
  }
}
