import type { Environment } from '../../../platform/environment.ts';
import type { Refusal } from '../../../platform/refusal.ts';

/** Where the Claude API is, unless the user says otherwise. */
const standardBase = 'https://api.anthropic.com';

/** Names of this machine, which no other one can listen to. */
const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The key in a text that the user gave; a problem says what is wrong with it and never repeats it. */
export function readKey(given: string | undefined): { readonly key: string } | Refusal {
  const key = given?.trim() ?? '';
  if (key === '') return { problem: 'There is no API key' };
  if (!/^[\x21-\x7e]{8,500}$/.test(key)) return { problem: 'The API key has characters or a length that no key has' };
  return { key };
}

/**
 * Where requests go: what the user has set, else `ANTHROPIC_BASE_URL`, else the Claude API. The key is only sent encrypted,
 * or to this machine.
 */
export function readBase(given: string, variable: Environment['variable']): { readonly base: URL } | Refusal {
  const [text, origin] =
    given.trim() === ''
      ? [variable('ANTHROPIC_BASE_URL')?.trim() || standardBase, 'ANTHROPIC_BASE_URL']
      : [given.trim(), 'The base URL'];
  const base = URL.canParse(text) ? new URL(text) : undefined;
  if (!base || !/^https?:$/.test(base.protocol))
    return { problem: `${origin} is not an address that begins with https://` };
  if (base.username !== '' || base.password !== '') return { problem: `${origin} must not contain a user or password` };
  if (base.search !== '' || base.hash !== '') return { problem: `${origin} must not contain ? or #` };
  if (base.protocol === 'http:' && !loopback.test(base.hostname)) {
    return { problem: `${origin} must begin with https://, because the API key would be sent unencrypted` };
  }
  return { base };
}
