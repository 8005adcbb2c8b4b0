import type { WhyFix, WhyReport } from '../../../../server/src/protocol.ts';

/** Messages from the extension to the page that explains why a skill is used or not. */
export type ToWhyPage =
  | { readonly kind: 'answer'; readonly reports: readonly WhyReport[]; readonly trusted: boolean }
  /** The skill no longer exists, or the server did not answer. The reason is a sentence. */
  | { readonly kind: 'nothing'; readonly reason: string };

/** Messages from the page to the extension. */
export type FromWhyPage =
  /** The first message of a page. It is sent answers until it closes. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'open'; readonly uri: string }
  | { readonly kind: 'fix'; readonly fix: WhyFix };
