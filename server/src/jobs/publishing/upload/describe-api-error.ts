import type { SkillsApiError, SkillsApiFailure } from '../../../platform/skills-api.ts';

/** The question to the API, for the message about a failure. */
export interface ApiQuestion {
  readonly host: string;
  /** The change that may have been made although no answer arrived, as in "uploaded"; undefined for questions that change nothing. */
  readonly changes?: 'uploaded' | 'deleted';
}

/** Why a request failed and what to do, as a sentence without full stop. */
export function describeApiError({ fault, failure }: SkillsApiError, { host, changes }: ApiQuestion): string {
  const unknown =
    changes === undefined
      ? ''
      : `. It may have been ${changes} nevertheless: list what is uploaded before you try again`;
  switch (fault) {
    case 'cancelled':
      return `Cancelled${unknown}`;
    case 'timeout':
      return `${host} did not answer in time${unknown}`;
    case 'offline':
      return `No connection to ${host}${connectionText(failure)}${wasNeverSent(failure) ? '' : unknown}`;
    case 'redirected':
      return `${host} sends requests elsewhere (status ${failure.status}), which is not followed because the API key would go there, too: check the base URL`;
    case 'too-large':
      return `The answer of ${host} is too large and was not read`;
    case 'not-understood':
      return `${host} answered with something else than the Claude API does: check the base URL`;
    case 'status':
      return statusText(failure, host, unknown);
  }
}

function connectionText({ reason }: SkillsApiFailure): string {
  if (reason === undefined) return '';
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(reason)) return ': its name cannot be resolved, so this machine may be offline';
  if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(reason)) return `: its certificate is not trusted (${reason})`;
  if (reason === 'ECONNREFUSED') return ': it refuses connections';
  if (/^(ECONNRESET|UND_ERR_SOCKET|EPIPE)$/.test(reason)) return ': it was interrupted';
  return ` (${reason})`;
}

/** Whether not even a part of the request can have arrived. */
function wasNeverSent({ reason }: SkillsApiFailure): boolean {
  return reason === undefined || /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED)$|CERT/.test(reason);
}

function statusText({ status = 0, reason, retryAfter }: SkillsApiFailure, host: string, unknown: string): string {
  const said = reason === undefined ? '' : `: ${reason}`;
  switch (status) {
    case 401:
      return `The API key was rejected (401)${said}. Check the key, or create another one in the Claude Console`;
    case 403:
      return `The API key may not do this (403)${said}`;
    case 404:
      return `Not found (404)${said || ': the API key belongs to a workspace without this skill or version, or it was deleted'}`;
    case 409:
      return `It conflicts with what is uploaded, or with another change (409)${said}`;
    case 413:
      return `The upload is too large for the API (413)${said}`;
    case 429:
      return `Too many requests (429)${said}. ${retryAfter === undefined ? 'Try again later' : `Try again in ${durationText(retryAfter)}`}`;
    default:
      return status >= 500
        ? `${host} has a problem (${status})${said}, also when asked again${unknown || '. Try again later'}`
        : `${host} rejected the request (${status})${said}`;
  }
}

function durationText(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
