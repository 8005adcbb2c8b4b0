import type { Configuration } from '../../features/check/configuration.ts';
import { configurationFinder } from '../../features/check/find-configuration.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FailureLog } from '../safely.ts';

/** The configurations of projects. Problems of one are reported once; its files are then checked without it. */
export class Configurations {
  readonly #platform: Pick<Platform, 'files' | 'configurationFiles'>;
  readonly #log: FailureLog;
  readonly #reported = new Set<string>();

  constructor(platform: Pick<Platform, 'files' | 'configurationFiles'>, log: FailureLog) {
    this.#platform = platform;
    this.#log = log;
  }

  /** The project's configuration for a file, if there is one. */
  async of(path: string): Promise<Configuration | undefined> {
    const { files, configurationFiles = files } = this.#platform;
    const found = await configurationFinder(configurationFiles, (message) => this.#reportOnce(message))(path);
    if (!found || !('problem' in found)) return found;
    this.#reportOnce(found.problem);
    return undefined;
  }

  #reportOnce(message: string): void {
    if (!this.#reported.has(message)) this.#log.error(message);
    this.#reported.add(message);
  }
}
