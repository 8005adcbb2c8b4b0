import type { SessionOptions } from '../session-options.ts';

/** The options of every command that asks the Claude API. */
export interface ApiOptions {
  readonly timeout?: number;
  readonly format: 'text' | 'json';
}

export interface UploadOptions extends SessionOptions, ApiOptions {
  readonly new?: true;
  readonly skill?: string;
  readonly dryRun?: true;
}

export interface DownloadOptions extends ApiOptions {
  readonly versionId?: string;
  readonly out?: string;
}

export interface DeleteOptions extends ApiOptions {
  readonly versionId?: string;
  readonly yes?: true;
}
