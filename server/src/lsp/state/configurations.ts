import type { Configuration } from '../../features/check/configuration.ts';
import { ConfigurationError } from '../../features/check/configuration-values.ts';
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
    try {
      const { files, configurationFiles = files } = this.#platform;
      return await configurationFinder(configurationFiles, (message) => this.#reportOnce(message))(path);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      this.#reportOnce(error.message);
      return undefined;
    }
  }

  #reportOnce(message: string): void {
    if (!this.#reported.has(message)) this.#log.error(message);
    this.#reported.add(message);
  }
}
