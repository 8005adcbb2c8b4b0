import { BaseAnthropic } from '@anthropic-ai/sdk/client';
import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
} from '@anthropic-ai/sdk/core/error';
import { type Skill, Skills } from '@anthropic-ai/sdk/resources/skills/skills';
import type { SkillVersion } from '@anthropic-ai/sdk/resources/skills/versions';
import {
  type SkillsApi,
  SkillsApiError,
  type UploadedFile,
  type UploadedSkill,
  type UploadedVersion,
} from '../skills-api.ts';
import { boundedSend, type RetryListener, tooLargeHeader } from './bounded-send.ts';

/** How the Claude API is reached. */
interface SkillsApiAccess {
  readonly key: string;
  /** Where requests go. */
  readonly base: URL;
  /** Milliseconds for one attempt of a request, with its answer. */
  readonly timeout: number;
  /** Called before a request is sent again. */
  readonly onRetry?: RetryListener;
}

/** Entries of a list that are read: an API that never stops listing must not hold us forever. */
const maxListed = 2_000;

/** The form of the API's ids: nothing that means something in a path. */
const idPattern = /^[A-Za-z0-9_-]{1,200}$/;

/** Characters of a text of the API that are kept. */
const maxReason = 300;

/** The Claude API through its official library, which sends a request again after a passing failure: at most twice. */
export function anthropicSkillsApi({ key, base, timeout, onRetry }: SkillsApiAccess): SkillsApi {
  const client = new BaseAnthropic({
    apiKey: key,
    baseURL: base.href.replace(/\/$/, ''),
    timeout,
    maxRetries: 2,
    // Whatever the environment says: requests are not logged.
    logLevel: 'off',
    // The key must not follow to another host.
    fetchOptions: { redirect: 'manual' },
    fetch: boundedSend(onRetry),
  });
  const api = new Skills(client);

  return {
    host: base.host,
    skills: (signal) =>
      asked(signal, async () => {
        const skills: UploadedSkill[] = [];
        for await (const skill of api.list({ source: 'custom', limit: 100 }, { signal })) {
          skills.push(readSkill(skill));
          if (skills.length === maxListed) break;
        }
        return skills;
      }),
    skill: (id, signal) => asked(signal, async () => readSkill(await api.retrieve(checkedId(id), {}, { signal }))),
    versions: (skill, signal) =>
      asked(signal, async () => {
        const versions: UploadedVersion[] = [];
        for await (const version of api.versions.list(checkedId(skill), { limit: 100 }, { signal })) {
          versions.push(readVersion(version));
          if (versions.length === maxListed) break;
        }
        return versions;
      }),
    version: (skill, version, signal) =>
      asked(signal, async () =>
        readVersion(await api.versions.retrieve(checkedId(version), { skill_id: checkedId(skill) }, { signal })),
      ),
    create: (files, signal) =>
      asked(signal, async () => readSkill(await api.create({ files: files.map(toFile) }, { signal }))),
    createVersion: (skill, files, signal) =>
      asked(signal, async () =>
        readVersion(await api.versions.create(checkedId(skill), { files: files.map(toFile) }, { signal })),
      ),
    download: (skill, version, signal) =>
      asked(signal, async () => {
        const path = `/v1/skills/${checkedId(skill)}/versions/${checkedId(version)}/content`;
        const headers = { Accept: 'application/zip, application/octet-stream' };
        const response = await client.get(path, { signal, headers, __binaryResponse: true }).asResponse();
        return new Uint8Array(await response.arrayBuffer());
      }),
    deleteSkill: (id, signal) => asked(signal, async () => void (await api.delete(checkedId(id), {}, { signal }))),
    deleteVersion: (skill, version, signal) =>
      asked(
        signal,
        async () => void (await api.versions.delete(checkedId(version), { skill_id: checkedId(skill) }, { signal })),
      ),
  };

  /** Does the work of one call, and explains its failure. */
  async function asked<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    try {
      if (signal.aborted) throw new SkillsApiError('cancelled');
      return await work();
    } catch (error) {
      throw explained(error, signal);
    }
  }

  function explained(error: unknown, signal: AbortSignal): SkillsApiError {
    if (signal.aborted || error instanceof APIUserAbortError) return new SkillsApiError('cancelled');
    if (error instanceof SkillsApiError) return error;
    if (error instanceof APIConnectionTimeoutError) return new SkillsApiError('timeout');
    if (error instanceof APIConnectionError) return new SkillsApiError('offline', { reason: connectionReason(error) });
    if (!(error instanceof APIError) || error.status === undefined) return new SkillsApiError('not-understood');
    const { status } = error;
    const headers: Headers | undefined = error.headers;
    if (headers?.has(tooLargeHeader)) return new SkillsApiError('too-large');
    if (status >= 300 && status < 400) return new SkillsApiError('redirected', { status });
    const seconds = Number.parseFloat(headers?.get('retry-after') ?? '');
    return new SkillsApiError('status', {
      status,
      reason: shortReason(error.apiMessage),
      retryAfter: Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined,
    });
  }

  /** On one line, without the key, whatever the API repeats. */
  function shortReason(text: unknown): string | undefined {
    if (typeof text !== 'string') return undefined;
    const line = text.replaceAll(key, '…').replace(/\s+/g, ' ').trim().replace(/\.$/, '');
    if (line === '') return undefined;
    return line.length > maxReason ? `${line.slice(0, maxReason)}…` : line;
  }
}

function toFile({ path, bytes }: UploadedFile): File {
  // A copy: its buffer is never shared with another thread.
  return new File([new Uint8Array(bytes)], path, { type: 'application/octet-stream' });
}

/** An id that stays within its part of a path. */
function checkedId(id: string): string {
  if (!idPattern.test(id)) throw new SkillsApiError('status', { status: 404 });
  return id;
}

/** The code of the system's error, below the library's own. */
function connectionReason(error: APIConnectionError): string | undefined {
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (typeof code === 'string') return code;
  }
  return undefined;
}

/** Other programs answer to HTTP, too: what is shown and sent on is what the library declares. */
function readSkill(skill: Skill): UploadedSkill {
  return {
    id: checkedAnswer(skill?.id),
    displayName: text(skill.display_name),
    latestVersion: checkedAnswer(skill.latest_version_id),
    updatedAt: text(skill.updated_at),
  };
}

function readVersion(version: SkillVersion): UploadedVersion {
  return {
    id: checkedAnswer(version?.id),
    skill: checkedAnswer(version.skill_id),
    name: text(version.name),
    description: text(version.description),
    createdAt: text(version.created_at),
  };
}

function checkedAnswer(id: unknown): string {
  if (typeof id !== 'string' || !idPattern.test(id)) throw new SkillsApiError('not-understood');
  return id;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
