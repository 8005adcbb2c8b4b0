import { type Memento, window } from 'vscode';

const key = 'skillwright.prove.consented';

/** Whether Claude Code may be started for proofs: asked once on this machine. */
export class StartConsent {
  readonly #memento: Pick<Memento, 'get' | 'update'>;

  constructor(memento: Pick<Memento, 'get' | 'update'>) {
    this.#memento = memento;
  }

  async given(): Promise<boolean> {
    if (this.#memento.get(key) === true) return true;
    const start = 'Start Claude Code';
    const answer = await window.showInformationMessage(question, { modal: true, detail }, start);
    if (answer !== start) return false;
    await this.#memento.update(key, true);
    return true;
  }
}

const question = 'Start the installed Claude Code to compare it with the preview?';

const detail = [
  'Skillwright answers in place of the model: nothing is sent over the network, and it costs nothing.',
  'Claude Code gets a temporary copy of the settings that matter, without keys and sign-in. No hook or MCP server starts.',
  'Nothing is written into the workspace or your home folder. Commands of the skill run only if you agree to them.',
].join('\n');
