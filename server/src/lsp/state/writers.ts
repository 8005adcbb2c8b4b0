import type { Connection } from 'vscode-languageserver';
import type { Writer } from '../../features/actions/writer.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ChatModelName } from '../../protocol.ts';
import { isOnDisk, isOnThisMachine } from '../resource-path.ts';
import type { ResourceSettings } from './settings.ts';
import type { WorkspaceTrust } from './workspace-trust.ts';

/** Who can be asked for other words. Nothing is started to find that out. */
export class Writers {
  readonly #connection: Pick<Connection, 'sendRequest'>;
  readonly #platform: Pick<Platform, 'claudeCode'>;
  readonly #settings: Pick<ResourceSettings, 'of'>;
  readonly #trust: Pick<WorkspaceTrust, 'isGranted'>;
  readonly #asksChatModels: () => boolean;

  /** @param asksChatModels whether the editor asks chat models for the server */
  constructor(
    connection: Pick<Connection, 'sendRequest'>,
    platform: Pick<Platform, 'claudeCode'>,
    settings: Pick<ResourceSettings, 'of'>,
    trust: Pick<WorkspaceTrust, 'isGranted'>,
    asksChatModels: () => boolean,
  ) {
    this.#connection = connection;
    this.#platform = platform;
    this.#settings = settings;
    this.#trust = trust;
    this.#asksChatModels = asksChatModels;
  }

  /** The writer for a file; undefined if there is none, or the workspace is not trusted. */
  async of(uri: string): Promise<Writer | undefined> {
    if (!this.#trust.isGranted || !isOnDisk(uri)) return undefined;
    const { claudeCode } = await this.#settings.of(uri);
    if (isOnThisMachine(uri) && this.#platform.claudeCode.isInstalled(claudeCode.path)) return { kind: 'installed' };
    if (!this.#asksChatModels()) return undefined;
    const name: ChatModelName = await this.#connection.sendRequest('skillwright/chatModel');
    return typeof name === 'string' ? { kind: 'chat-model', name } : undefined;
  }
}
