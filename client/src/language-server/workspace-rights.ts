import { type CancellationToken, type Memento, Uri, window, workspace } from 'vscode';
import type { ConfigurationParams } from 'vscode-languageclient';
import { type SettingName, settings } from '../contributions/settings.ts';
import { messageText } from '../text/displayed-text.ts';
import { grantsMore, rightsSettings, withOwnValues } from './granted-rights.ts';

const key = 'skillwright.agreedRights';

/** A setting by which a workspace lets Claude Code do more than the user's own settings do. */
interface Granted {
  readonly setting: SettingName;
  readonly value: unknown;
  /** Where it is set, as users read it. */
  readonly source: string;
}

/**
 * Rights that the settings of a workspace give Claude Code in runs, terminals and evaluations: they come with a repository, so they count
 * only once the user has agreed to exactly these values. Until then the server gets the user's own.
 */
export class WorkspaceRights {
  readonly #memento: Memento;
  readonly #declined = new Set<string>();

  /** @param memento of the workspace */
  constructor(memento: Memento) {
    this.#memento = memento;
  }

  /**
   * Asks about what was not asked about before. Resolves to false if nothing should start.
   *
   * @param changed called if other values count from now on
   */
  async ask(changed: () => Promise<void>): Promise<boolean> {
    const granted = grantedByWorkspace();
    const asked = JSON.stringify(granted);
    if (granted.length === 0 || this.#agreed.has(asked) || this.#declined.has(asked)) return true;
    const [use, without] = ['Use Them', 'Run Without Them'];
    const detail = [
      ...granted.map(({ setting, value, source }) => `${source}: skillwright.${setting} is ${JSON.stringify(value)}`),
      'They come with the workspace. Otherwise, your own settings apply.',
    ].join('\n\n');
    const question = 'This workspace has settings that give Claude Code more permissions. Do you want to use them?';
    const answer = await window.showWarningMessage(
      question,
      { modal: true, detail: messageText(detail) },
      without,
      use,
    );
    if (answer === undefined) return false;
    if (answer === without) this.#declined.add(asked);
    else {
      await this.#memento.update(key, [...this.#agreed, asked]);
      await changed();
    }
    return true;
  }

  /** The language client's middleware for settings that the server asks for. */
  readonly configuration = async (
    { items }: ConfigurationParams,
    token: CancellationToken,
    next: (params: ConfigurationParams, token: CancellationToken) => unknown,
  ): Promise<unknown[]> => {
    const values = (await next({ items }, token)) as unknown[];
    const granted = grantedByWorkspace();
    if (granted.length === 0 || this.#agreed.has(JSON.stringify(granted))) return values;
    return values.map((value, index) => {
      const { section, scopeUri } = items[index]!;
      if (section !== 'skillwright') return value;
      const own = settings(scopeUri === undefined ? undefined : Uri.parse(scopeUri));
      return withOwnValues(value, (setting) => own.inspect(setting));
    });
  };

  get #agreed(): ReadonlySet<string> {
    return new Set(this.#memento.get<readonly string[]>(key, []));
  }
}

/** The rights that all folders of the workspace grant, and the workspace itself. */
function grantedByWorkspace(): readonly Granted[] {
  const found = [undefined, ...(workspace.workspaceFolders ?? [])].flatMap((folder) => {
    const own = settings(folder?.uri);
    return rightsSettings.flatMap((setting): Granted[] => {
      const inspected = own.inspect(setting);
      const value = folder ? inspected?.workspaceFolderValue : inspected?.workspaceValue;
      return grantsMore(setting, value) ? [{ setting, value, source: sourceOf(folder?.name) }] : [];
    });
  });
  // Without a workspace file, the settings of the only folder are those of the workspace, too.
  const known = new Set<string>();
  return found.filter(({ setting, value }) => {
    const one = JSON.stringify([setting, value]);
    return known.size !== known.add(one).size;
  });
}

function sourceOf(folder: string | undefined): string {
  if (folder !== undefined) return `${folder}/.vscode/settings.json`;
  const file = workspace.workspaceFile;
  return file === undefined ? '.vscode/settings.json' : `The workspace file ${file.path.split('/').at(-1)}`;
}
