import { Disposable, type Event, window, workspace } from 'vscode';

const setting = 'skillwright.tree.followEditor';
/** Going through tabs should not make the tree jump. In milliseconds. */
const delay = 200;

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
  #timer: NodeJS.Timeout | undefined;
  /** The file whose skill was selected; the person may have gone on to another one in the tree since. */
  #followed: string | undefined;

  constructor(view: FollowingView) {
    this.#view = view;
    this.#subscriptions = Disposable.from(
      window.onDidChangeActiveTextEditor(() => {
        this.#followed = undefined;
        this.#followSoon();
      }),
      view.onDidChangeVisibility(() => this.#followSoon()),
      view.onDidRefresh(() => this.#followSoon()),
    );
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscriptions.dispose();
  }

  #followSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#follow(), delay);
  }

  async #follow(): Promise<void> {
    const uri = window.activeTextEditor?.document.uri.toString();
    if (!uri?.startsWith('file:') || uri === this.#followed || !this.#view.visible) return;
    if (!workspace.getConfiguration().get<boolean>(setting)) return;
    // A tree that cannot be asked says so itself.
    if (await this.#view.select(uri).catch(() => false)) this.#followed = uri;
  }
}
