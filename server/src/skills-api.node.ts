import { readBase, readKey } from './jobs/publishing/upload/api-access.ts';
import { type ApiQuestion, describeApiError } from './jobs/publishing/upload/describe-api-error.ts';
import { changedName, type NamedUpload, namedUploads } from './jobs/publishing/upload/plan-upload.ts';
import { anthropicSkillsApi } from './platform/node/anthropic-skills-api.ts';
import type { Refusal } from './platform/refusal.ts';
import { type SkillsApi, SkillsApiError } from './platform/skills-api.ts';

/** Milliseconds for an attempt of a request: enough for the largest upload over a slow line. */
const timeout = 300_000;

/**
 * What the extension needs of the Claude API, in a bundle of its own that it loads on use. Requests are sent by the extension
 * and not by the language server, because messages to the server may be logged and the key must not be.
 */
export interface SkillsApiBundle {
  /** The key in what the user typed; a problem never repeats it. */
  readKey(typed: string | undefined): { readonly key: string } | Refusal;
  /** @param base what the user has set; empty for the environment's or the standard address */
  open(key: string, base: string): SkillsApi | Refusal;
  namedUploads(api: SkillsApi, signal: AbortSignal): Promise<readonly NamedUpload[]>;
  /** Why a skill of this name cannot be a version of that one; undefined if it can. */
  changedName(name: string, upload: NamedUpload): string | undefined;
  /** Why a call has failed, in words; undefined if the user has cancelled what changes nothing. */
  describe(error: unknown, question: ApiQuestion): string | undefined;
}

export const skillsApi: SkillsApiBundle = {
  readKey,
  open(key, base) {
    const address = readBase(base, (name) => process.env[name]);
    return 'problem' in address ? address : anthropicSkillsApi({ key, base: address.base, timeout });
  },
  namedUploads,
  changedName,
  describe(error, question) {
    if (!(error instanceof SkillsApiError)) throw error;
    const isHarmless = error.fault === 'cancelled' && question.changes === undefined;
    return isHarmless ? undefined : describeApiError(error, question);
  },
};
