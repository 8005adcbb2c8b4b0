import { LISTING_HEADING } from '../../server/src/jobs/budget/listing-document.ts';
import { contentText } from '../../server/src/jobs/claude-code/prove/request-texts.ts';
import type { ModelRequest } from '../../server/src/platform/model-server.ts';

/** Whether a request continues the conversation of another, and is not that of an agent. */
export function isSameThread(one: ModelRequest, other: ModelRequest): boolean {
  return contentText(one.messages[0]?.content) === contentText(other.messages[0]?.content);
}

export function holdsListing(text: string): boolean {
  return text.includes(LISTING_HEADING);
}

/** The name at the start of an entry of a listing, without the folder or plugin after a colon. */
export function entryName(entry: string): string {
  return /^- ([^\s:]+)/.exec(entry)?.[1] ?? '';
}

export function trimEnd(text: string): string {
  return text.replace(/\n+$/, '');
}
