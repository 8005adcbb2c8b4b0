import { type SecretStorage, type Uri, window } from 'vscode';
import { loadSkillsApi } from '#host/load-skills-api.ts';
import { variable } from '#host/this-host.ts';
import type { SkillsApiBundle } from '../../../../server/src/protocol.ts';

/** Where VS Code keeps the key, encrypted by the system. */
const secret = 'skillwright.apiKey';

/** The key for the Claude API: from VS Code's secret storage, else from the environment. It is never in settings or logs. */
export class ApiKey {
  readonly #secrets: SecretStorage;
  readonly #extension: Uri;

  constructor(secrets: SecretStorage, extension: Uri) {
    this.#secrets = secrets;
    this.#extension = extension;
  }

  /** The key, which the user is asked for if there is none; undefined if the user gives none. */
  async forRequest(): Promise<string | undefined> {
    const known = (await this.#secrets.get(secret)) ?? variable('ANTHROPIC_API_KEY');
    const api = loadSkillsApi(this.#extension);
    const read = api.readKey(known);
    if ('key' in read) return read.key;
    return this.#ask(api);
  }

  async isStored(): Promise<boolean> {
    return (await this.#secrets.get(secret)) !== undefined;
  }

  /** Asks for another key. Returns whether the user has given one. */
  async change(): Promise<boolean> {
    return (await this.#ask(loadSkillsApi(this.#extension))) !== undefined;
  }

  /** Returns whether the environment still has one. */
  async forget(): Promise<boolean> {
    await this.#secrets.delete(secret);
    return Boolean(variable('ANTHROPIC_API_KEY')?.trim());
  }

  async #ask({ readKey }: SkillsApiBundle): Promise<string | undefined> {
    const typed = await window.showInputBox({
      title: 'API Key of the Claude API',
      prompt:
        'VS Code keeps it in the secret storage of your system. The command “API Key of the Claude API…” deletes it.',
      placeHolder: 'sk-ant-…',
      password: true,
      ignoreFocusOut: true,
      validateInput(text) {
        const read = readKey(text);
        return 'problem' in read ? read.problem : undefined;
      },
    });
    if (typed === undefined) return undefined;
    const read = readKey(typed);
    if ('problem' in read) throw new Error(read.problem);
    await this.#secrets.store(secret, read.key);
    return read.key;
  }
}
