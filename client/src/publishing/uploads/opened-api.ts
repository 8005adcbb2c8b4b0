import { type CancellationToken, ProgressLocation, type Uri, window, workspace } from 'vscode';
import { loadSkillsApi } from '#host/load-skills-api.ts';
import type { SkillsApi, SkillsApiBundle } from '../../../../server/src/protocol.ts';
import { settings } from '../../contributions/settings.ts';
import { messageText } from '../../text/displayed-text.ts';
import type { ApiKey } from './api-key.ts';

/** The Claude API, once the user has given a key. */
export interface OpenedApi {
  readonly api: SkillsApi;
  readonly bundle: SkillsApiBundle;
}

/** Opens the API for a command that the user runs; undefined if the user gives no key. */
export async function openApi(key: ApiKey, extension: Uri): Promise<OpenedApi | undefined> {
  if (!workspace.isTrusted) throw new Error('the workspace is not trusted');
  const bundle = loadSkillsApi(extension);
  const given = await key.forRequest();
  if (given === undefined) return undefined;
  // A workspace cannot set it: its scope is the machine.
  const base = settings().get('api.baseUrl');
  const api = bundle.open(given, typeof base === 'string' ? base : '');
  if ('problem' in api) throw new Error(api.problem);
  return { api, bundle };
}

/**
 * Asks the API while a notification says so, which can cancel it.
 *
 * @param changes what may have been done when no answer arrives
 * @returns undefined if the user has cancelled what changes nothing
 */
export function askApi<Result>(
  { api, bundle }: OpenedApi,
  title: string,
  ask: (signal: AbortSignal) => Promise<Result>,
  changes?: 'uploaded' | 'deleted',
): Thenable<Result | undefined> {
  const progress = { location: ProgressLocation.Notification, title: messageText(title), cancellable: true };
  return window.withProgress(progress, async (_, token: CancellationToken) => {
    const ending = new AbortController();
    const listener = token.onCancellationRequested(() => ending.abort());
    try {
      return await ask(ending.signal);
    } catch (error) {
      const reason = bundle.describe(error, { host: api.host, ...(changes && { changes }) });
      if (reason === undefined) return undefined;
      throw new Error(reason);
    } finally {
      listener.dispose();
    }
  });
}
