/** A skill that was uploaded to the Claude API. */
export interface UploadedSkill {
  readonly id: string;
  /** A label that can be changed; the name of the skill is in its versions. */
  readonly displayName: string;
  readonly latestVersion: string;
  /** ISO 8601. */
  readonly updatedAt: string;
}

export interface UploadedVersion {
  readonly id: string;
  readonly skill: string;
  /** Of the skill; the same in all its versions. */
  readonly name: string;
  readonly description: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** A file to be uploaded. Its path begins with the one folder of the upload. */
export interface UploadedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * The part of the Claude API about skills. Every call is a request or several, sends the key of the user, and rejects with a
 * {@link SkillsApiError}.
 */
export interface SkillsApi {
  /** Where requests go, without a path. */
  readonly host: string;
  /** Those that the user's organization has uploaded. */
  skills(signal: AbortSignal): Promise<readonly UploadedSkill[]>;
  skill(id: string, signal: AbortSignal): Promise<UploadedSkill>;
  /** The newest first, as the API lists them. */
  versions(skill: string, signal: AbortSignal): Promise<readonly UploadedVersion[]>;
  version(skill: string, version: string, signal: AbortSignal): Promise<UploadedVersion>;
  create(files: readonly UploadedFile[], signal: AbortSignal): Promise<UploadedSkill>;
  createVersion(skill: string, files: readonly UploadedFile[], signal: AbortSignal): Promise<UploadedVersion>;
  /** The archive of a version, which is not checked. */
  download(skill: string, version: string, signal: AbortSignal): Promise<Uint8Array>;
  /** Deletes a skill with all its versions. */
  deleteSkill(id: string, signal: AbortSignal): Promise<void>;
  deleteVersion(skill: string, version: string, signal: AbortSignal): Promise<void>;
}

/** Why a request has failed. */
type SkillsApiFault =
  | 'cancelled'
  | 'timeout'
  | 'offline'
  | 'redirected'
  | 'too-large'
  | 'not-understood'
  /** The answer has an error status. */
  | 'status';

/** The facts about a failure. Texts of the API are shortened and do not contain the key. */
export interface SkillsApiFailure {
  readonly status?: number | undefined;
  /** The reason that the API or the system gives. */
  readonly reason?: string | undefined;
  /** Seconds after which the API accepts requests again. */
  readonly retryAfter?: number | undefined;
}

/** Thrown by a {@link SkillsApi}, not returned: a command sends several requests, and whichever fails ends it (`asking`, `describe`). */
export class SkillsApiError extends Error {
  override readonly name = 'SkillsApiError';
  readonly fault: SkillsApiFault;
  readonly failure: SkillsApiFailure;

  constructor(fault: SkillsApiFault, failure: SkillsApiFailure = {}) {
    super(fault);
    this.fault = fault;
    this.failure = failure;
  }
}
