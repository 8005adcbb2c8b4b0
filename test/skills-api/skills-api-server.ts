import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { zipSync } from 'fflate';

/** The key that the stand-in accepts. */
export const apiKey = 'sk-ant-test-0123456789';

/** A request as it arrived. */
export interface ApiRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly key: string | undefined;
  readonly betas: string | undefined;
  /** The files of an upload, by their names. */
  readonly files: Readonly<Record<string, string>>;
}

interface StoredVersion {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

interface StoredSkill {
  readonly id: string;
  readonly displayName: string;
  /** The oldest first. */
  readonly versions: StoredVersion[];
}

/** What answers one request in place of the stand-in; `next` is its own answer. */
export type Answerer = (response: ServerResponse, request: IncomingMessage) => void;

const time = '2026-11-20T10:00:00Z';

/** A stand-in for the part of the Claude API about skills, on this machine. */
export class SkillsApiServer {
  readonly requests: ApiRequest[] = [];
  readonly skills: StoredSkill[] = [];
  /** Take the next requests, one each. */
  readonly failures: Answerer[] = [];
  /** Whether a request gets no answer at all. */
  hold: (request: IncomingMessage) => boolean = () => false;
  /** What a download contains instead of the files of the version. */
  archive: Uint8Array | undefined;
  /** Entries on a page of a list. */
  pageSize = 20;
  /** How many connections the other side closed before it had an answer. */
  abandoned = 0;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #sockets = new Set<Socket>();
  #count = 0;

  async start(): Promise<void> {
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The environment of a program that uses it. */
  get environment(): { readonly ANTHROPIC_API_KEY: string; readonly ANTHROPIC_BASE_URL: string } {
    return { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL: this.url };
  }

  /** Adds a skill as if it had been uploaded. */
  add(
    name: string,
    added: { versions?: number; displayName?: string; id?: string; ids?: readonly string[] } = {},
  ): StoredSkill {
    const { versions = 1, displayName = name, id = `skill_${++this.#count}` } = added;
    const skill: StoredSkill = { id, displayName, versions: [] };
    const text = `---\nname: ${name}\ndescription: Sows beans.\n---\n\nSow.\n`;
    for (const own of added.ids ?? Array.from({ length: versions }, () => `skver_${++this.#count}`)) {
      const files = { [`${name}/SKILL.md`]: Buffer.from(text) };
      skill.versions.push({ id: own, name, description: 'Sows beans.', files });
    }
    this.skills.push(skill);
    return skill;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #version(name: string, description: string, files: StoredVersion['files']): StoredVersion {
    return { id: `skver_${++this.#count}`, name, description, files };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.once('close', () => {
      if (!response.writableFinished) this.abandoned++;
    });
    try {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece);
      const files = await filesOf(request, Buffer.concat(pieces));
      this.requests.push({
        method: request.method!,
        path: request.url!,
        key: keyOf(request),
        betas: request.headers['anthropic-beta'] as string | undefined,
        files: Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])),
      });
      if (this.hold(request)) return;
      const failure = this.failures.shift();
      if (failure) failure(response, request);
      else if (keyOf(request) !== apiKey) fail(response, 401, 'invalid x-api-key');
      else this.#route(request, response, files);
    } catch {
      response.destroy();
    }
  }

  #route(request: IncomingMessage, response: ServerResponse, files: StoredVersion['files']): void {
    const [status, answer] = this.#result(request, files);
    if (answer instanceof Uint8Array) {
      response.writeHead(status, { 'content-type': 'application/zip' });
      response.end(answer);
    } else if (status === 200) json(response, status, answer as object);
    else fail(response, status, answer as string);
  }

  #result(
    { method, url }: IncomingMessage,
    files: StoredVersion['files'],
  ): readonly [status: number, answer: object | string | Uint8Array] {
    const { pathname, searchParams } = new URL(url!, this.url);
    const [, , , id, , versionId, content] = pathname.split('/');
    const page = <Entry>(entries: readonly Entry[], shown: (entry: Entry) => object) => {
      const start = Number(searchParams.get('page') ?? 0);
      const next = start + this.pageSize < entries.length ? String(start + this.pageSize) : null;
      const data = entries.slice(start, start + this.pageSize).map(shown);
      return [200, { data, has_more: next !== null, next_page: next }] as const;
    };
    if (id === undefined) {
      if (method === 'GET') return page(this.skills, shownSkill);
      const skill: StoredSkill = { id: `skill_${++this.#count}`, displayName: nameIn(files), versions: [] };
      skill.versions.push(this.#version(nameIn(files), 'Uploaded.', files));
      this.skills.push(skill);
      return [200, shownSkill(skill)];
    }
    const skill = this.skills.find((it) => it.id === id);
    if (!skill) return [404, `Skill not found: ${id}`];
    if (!pathname.includes('/versions')) {
      if (method === 'GET') return [200, shownSkill(skill)];
      this.skills.splice(this.skills.indexOf(skill), 1);
      return [200, { id, type: 'skill_deleted' }];
    }
    if (versionId === undefined) {
      if (method === 'GET') return page(skill.versions.toReversed(), (it) => shownVersion(skill, it));
      if (nameIn(files) !== skill.versions[0]!.name) return [400, 'The name of a skill never changes.'];
      const version = this.#version(nameIn(files), 'Uploaded.', files);
      skill.versions.push(version);
      return [200, shownVersion(skill, version)];
    }
    const version = skill.versions.find((it) => it.id === versionId);
    if (!version) return [404, `Skill version not found: ${versionId}`];
    if (content === 'content') {
      return [200, this.archive ?? zipSync(version.files)];
    }
    if (method === 'GET') return [200, shownVersion(skill, version)];
    skill.versions.splice(skill.versions.indexOf(version), 1);
    return [200, { id: versionId, type: 'skill_version_deleted' }];
  }
}

/** An answer with an error, as the API words it. */
export function failing(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Answerer {
  return (response) => fail(response, status, message, headers);
}

/** The library sends it as one of both. */
function keyOf({ headers }: IncomingMessage): string | undefined {
  return (headers['x-api-key'] as string | undefined) ?? headers.authorization?.replace(/^Bearer /, '');
}

function fail(response: ServerResponse, status: number, message: string, headers = {}): void {
  json(response, status, { type: 'error', error: { type: 'test_error', message } }, headers);
}

function json(response: ServerResponse, status: number, body: object, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function shownSkill({ id, displayName, versions }: StoredSkill): object {
  return {
    id,
    type: 'skill',
    display_name: displayName,
    latest_version_id: versions.at(-1)!.id,
    source: { type: 'custom' },
    created_at: time,
    updated_at: time,
  };
}

function shownVersion(skill: StoredSkill, { id, name, description }: StoredVersion): object {
  return { id, type: 'skill_version', skill_id: skill.id, name, description, created_at: time };
}

/** As the API, which takes it from the file and not from the folder. */
function nameIn(files: StoredVersion['files']): string {
  const [, bytes] = Object.entries(files).find(([name]) => /^[^/]+\/SKILL\.md$/.test(name))!;
  return /^name: (.*)$/m.exec(Buffer.from(bytes).toString())![1]!;
}

async function filesOf(request: IncomingMessage, body: Buffer): Promise<Record<string, Uint8Array>> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return {};
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const files: Record<string, Uint8Array> = {};
  for (const [field, value] of form) {
    if (typeof value === 'string') throw new Error(`not a file: ${field}`);
    files[value.name] = new Uint8Array(await value.arrayBuffer());
  }
  return files;
}
