import type { WhyMend, WhyReport } from '../../../../server/src/protocol.ts';

/** What the extension tells a page that answers "why?". */
export type ToWhyPage =
  | { readonly kind: 'answer'; readonly report: WhyReport; readonly trusted: boolean }
  /** The skill is gone, or the server did not answer; a sentence. */
  | { readonly kind: 'nothing'; readonly reason: string };

/** What the page asks of the extension. */
export type FromWhyPage =
  /** The first message of a page, which then is sent answers until it closes. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'open'; readonly uri: string }
  | { readonly kind: 'mend'; readonly mend: WhyMend };
