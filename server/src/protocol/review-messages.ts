import type { WhyReport } from './why-messages.ts';

/**
 * `skillwright/trust`: what a skill, the plugin of a group in the tree, or else a session is granted and could do; null
 * if it no longer exists.
 */
export interface TrustParams {
  /** The id of a skill. */
  readonly skill?: string;
  /** The id of a group in the tree. */
  readonly node?: string;
  /** The URI of a session's folder; the first session if nothing is given. */
  readonly session?: string;
}

export interface TrustDocument {
  /** The subject of the review, as users name it. */
  readonly title: string;
  /** Its folder or file: the same in every review. */
  readonly uri: string;
  /** The review as the answer to a question. */
  readonly answer: WhyReport;
  /** The whole review as markdown in which texts of files have no effect: line by line the same for the same files. */
  readonly text: string;
  /** Another one after any change. */
  readonly hash: string;
}

/** `skillwright/origin`: where a skill was installed from, and what has changed since; null if it no longer exists. */
export interface OriginParams {
  /** The id of a skill. */
  readonly skill: string;
}

/** `skillwright/compare`: what changed for the model since a revision; null without a session. */
export interface CompareParams {
  /** The URI of a session's folder. */
  readonly session: string;
  /** The revision, for users. */
  readonly title: string;
  /** The editor's name for the revision, for {@link RevisionFileParams}. */
  readonly revision: string;
  /** URIs of files that the revision does not have. */
  readonly absent: readonly string[];
  /** URIs of files that have another content in the revision, or exist only there. */
  readonly other: readonly string[];
  /** Arguments with which skills are rendered. */
  readonly saved: readonly { readonly uri: string; readonly arguments: readonly string[] }[];
}

/** `skillwright/revisionFile`, a request of the server: the content of a file in a revision in base64; null if there is none. */
export interface RevisionFileParams {
  readonly revision: string;
  readonly uri: string;
}
