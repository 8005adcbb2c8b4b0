import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { URI } from 'vscode-uri';
import type { AnswerPanel } from '../../../client/src/answers/answer-panel.ts';
import type { SkillChanges } from '../../../client/src/changes/skill-changes.ts';
import { FailureReporter } from '../../../client/src/failure-reporter.ts';
import type { LanguageServer } from '../../../client/src/language-server/language-server.ts';
import { registerApiKey } from '../../../client/src/publishing/commands/api-key.ts';
import { registerUploadSkill } from '../../../client/src/publishing/commands/upload-skill.ts';
import { registerUploadedSkills } from '../../../client/src/publishing/commands/uploaded-skills.ts';
import { ApiKey } from '../../../client/src/publishing/uploads/api-key.ts';
import { openApi } from '../../../client/src/publishing/uploads/opened-api.ts';
import { SkillChoice } from '../../../client/src/skills/skill-choice.ts';
import type { PackedUpload } from '../../../server/src/protocol.ts';
import { apiKey, failing, SkillsApiServer } from '../../skills-api/skills-api-server.ts';

/** A user at the editor: answers each question in turn, by what the choice begins with. */
const user = vi.hoisted(() => ({
  commands: new Map<string, (argument?: unknown) => Promise<void>>(),
  answers: [] as (string | undefined)[],
  asked: [] as string[],
  told: [] as string[],
  settings: {} as Record<string, unknown>,
  isTrusted: true,
  cancels: false,
}));

vi.mock('vscode', async () => {
  const { URI, Utils } = await import('vscode-uri');
  const answer = (question: string, choices: readonly (string | { label: string })[]) => {
    user.asked.push(question);
    const wanted = user.answers.shift();
    if (wanted === undefined) return undefined;
    const found = choices.find((it) => (typeof it === 'string' ? it : it.label).includes(wanted));
    if (!found) throw new Error(`${question} does not offer ${wanted}: ${JSON.stringify(choices)}`);
    return found;
  };
  const message = async (text: string, ...rest: (string | { modal?: boolean; detail?: string })[]) => {
    const options = typeof rest[0] === 'object' ? rest[0] : undefined;
    const choices = rest.filter((it) => typeof it === 'string');
    if (options?.modal) return answer(`${text} ${options.detail ?? ''}`, choices);
    user.told.push(text);
    return undefined;
  };
  return {
    Disposable: { from: () => ({ dispose() {} }) },
    QuickPickItemKind: { Separator: -1 },
    InputBoxValidationSeverity: { Error: 3, Warning: 2 },
    ProgressLocation: { Notification: 15 },
    Uri: { parse: URI.parse, file: URI.file, joinPath: Utils.joinPath },
    commands: {
      registerCommand(name: string, run: (argument?: unknown) => Promise<void>) {
        user.commands.set(name, run);
      },
    },
    env: { clipboard: { async writeText() {} } },
    window: {
      showInputBox: async (options: { value?: string; validateInput(text: string): unknown; password?: boolean }) => {
        const typed = user.answers.shift();
        user.asked.push(`input ${options.password ? 'hidden' : 'shown'}: ${await options.validateInput(typed ?? '')}`);
        return typed;
      },
      showQuickPick: async (items: readonly { label: string }[], { placeHolder }: { placeHolder: string }) =>
        answer(`${placeHolder}: ${items.map(({ label }) => label).join(' | ')}`, items),
      showInformationMessage: message,
      showWarningMessage: message,
      showErrorMessage: message,
      withProgress: (_: unknown, work: (progress: unknown, token: unknown) => unknown) =>
        work(undefined, {
          onCancellationRequested(listener: () => void) {
            if (user.cancels) setTimeout(listener, 20);
            return { dispose() {} };
          },
        }),
    },
    workspace: {
      get isTrusted() {
        return user.isTrusted;
      },
      textDocuments: [],
      getConfiguration: () => ({ get: (name: string) => user.settings[name] }),
      fs: {
        stat: async (uri: URI) => ({ type: (await stat(uri.fsPath)).isDirectory() ? 2 : 1 }),
        createDirectory: (uri: URI) => mkdir(uri.fsPath, { recursive: true }),
        async writeFile(uri: URI, bytes: Uint8Array) {
          await mkdir(path.dirname(uri.fsPath), { recursive: true });
          await writeFile(uri.fsPath, bytes);
        },
        rename: (from: URI, to: URI) => rename(from.fsPath, to.fsPath),
        delete: (uri: URI) => rm(uri.fsPath, { recursive: true }),
      },
    },
  };
});

// In place of the bundle: the same code.
vi.mock('../../../client/src/host/node/load-skills-api.ts', async () => {
  const { skillsApi } = await import('../../../server/src/skills-api.node.ts');
  return { loadSkillsApi: () => skillsApi };
});

let api: SkillsApiServer;
let folder: string;
let secrets: Map<string, string>;
let logged: string[];
let packed: PackedUpload;
let shown: Parameters<AnswerPanel['show']>[0] | undefined;

beforeEach(async () => {
  api = new SkillsApiServer();
  await api.start();
  vi.stubEnv('ANTHROPIC_API_KEY', '');
  vi.stubEnv('ANTHROPIC_BASE_URL', api.url);
  folder = mkdtempSync(path.join(tmpdir(), 'skillwright-uploads-'));
  secrets = new Map();
  logged = [];
  packed = {
    name: 'demo',
    files: [{ path: 'SKILL.md', content: btoa('---\nname: demo\n---\n') }],
    bytes: 19,
    problems: [],
  };
  Object.assign(user, { answers: [], asked: [], told: [], settings: {}, isTrusted: true, cancels: false });
  register();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
  await api.stop();
});

function register(): void {
  const uri = URI.file(path.join(folder, 'demo/SKILL.md')).toString();
  const answers: Record<string, unknown> = {
    'skillwright/skill': { uri, kind: 'skill' },
    'skillwright/nameProblem': null,
    'skillwright/destinations': [{ label: 'Project', uri: URI.file(folder).toString(), taken: [], detail: folder }],
  };
  const server = {
    request: async (name: string) => (name === 'skillwright/packSkill' ? packed : (answers[name] ?? null)),
  } as unknown as LanguageServer;
  const choice = new SkillChoice(server, { selected: undefined } as never);
  const output = { error: (...texts: string[]) => logged.push(texts.join(' ')) };
  const failures = new FailureReporter(output as never, async () => {});
  const changes = {
    make: (change: () => Promise<unknown>) => change(),
    show: async () => {},
  } as unknown as SkillChanges;
  const storage = {
    get: async (name: string) => secrets.get(name),
    store: async (name: string, value: string) => void secrets.set(name, value),
    delete: async (name: string) => void secrets.delete(name),
  };
  const extension = URI.file('/extension') as never;
  const key = new ApiKey(storage as never, extension);
  const open = () => openApi(key, extension);
  const panel = {
    show(question: NonNullable<typeof shown>) {
      shown = question;
    },
  } as unknown as AnswerPanel;
  registerUploadSkill({ server, choice, changes, failures, panel, open });
  registerUploadedSkills(server, changes, failures, open);
  registerApiKey(failures, key);
}

const run = (command: string, ...answers: (string | undefined)[]) => {
  user.answers.push(...answers);
  return user.commands.get(`skillwright.${command}`)!({ skill: 'demo' });
};
const changes = () => api.requests.filter(({ method }) => method !== 'GET');

describe('uploading from the editor', () => {
  test('asks for the key once, what it becomes, and for consent; then sends the files', async () => {
    await run('uploadSkill', apiKey, 'New skill', 'Upload');
    expect(api.skills).toMatchObject([{ id: 'skill_1', versions: [{ name: 'demo' }] }]);
    expect(changes()[0]!.files).toEqual({ 'demo/SKILL.md': '---\nname: demo\n---\n' });
    expect(user.asked[0]).toBe('input hidden: undefined');
    expect(user.asked[2]).toMatch(/^Upload “demo” to 127\.0\.0\.1:\d+ as a new skill\? 1 file, 19 bytes\./);
    expect([...secrets.values()]).toEqual([apiKey]);
    // The next time, it is a version of the same.
    await run('uploadSkill', 'New version of demo', 'Upload');
    expect(api.skills[0]!.versions).toHaveLength(2);
    expect(user.told.at(-1)).toMatch(/^Uploaded “demo” as a new version of skill_1: skver_/);
    await run('apiKey', 'Forget');
    expect(secrets.size).toBe(0);
    expect([...user.asked, ...user.told, ...logged].join('\n')).not.toContain(apiKey);
  });

  test.each([
    ['the key', [undefined], 0],
    ['what it becomes', [apiKey, undefined], 1],
    ['consent', [apiKey, 'New skill', undefined], 1],
  ] as const)('nothing is sent if the user gives up when asked for %s', async (_, answers, requests) => {
    await run('uploadSkill', ...answers);
    expect([changes(), api.requests.length, logged]).toEqual([[], requests, []]);
  });

  test('a changed name is refused before the upload', async () => {
    api.add('old-name');
    await run('uploadSkill', apiKey, 'old-name');
    expect(user.told.at(-1)).toMatch(/never changes: skill_1 is named old-name, and this skill demo/);
    expect(changes()).toEqual([]);
  });

  test('what would be rejected is not sent, and no key is asked for', async () => {
    packed = { ...packed, files: [], problems: [{ message: 'A `name` is missing', rule: 'name-missing', line: 1 }] };
    await run('uploadSkill');
    expect([api.requests, user.asked]).toEqual([[], []]);
    expect(user.told).toEqual([]);
    const [answer] = (await shown!.ask(undefined))!;
    expect(answer!.verdict).toMatch(/^It was not uploaded, because .*: 1 problem$/);
    expect(answer!.steps).toMatchObject([{ text: 'A `name` is missing', fix: { kind: 'open', line: 1 } }]);
    // Once it is repaired, the page offers the upload again.
    packed = { ...packed, problems: [] };
    expect((await shown!.ask(undefined))![0]!.next).toMatchObject({ kind: 'upload' });
  });

  test('not in an untrusted workspace, whatever is offered', async () => {
    user.isTrusted = false;
    for (const command of ['uploadSkill', 'uploadedSkills']) {
      await run(command);
      expect(user.told.at(-1)).toMatch(/the workspace is not trusted$/);
    }
    expect([api.requests, user.asked]).toEqual([[], []]);
  });

  test('cancelling ends the request, and says what may have happened', async () => {
    secrets.set('skillwright.apiKey', apiKey);
    api.hold = () => true;
    user.cancels = true;
    await run('uploadedSkills');
    expect([user.told, logged]).toEqual([[], []]);
    api.hold = ({ method }) => method === 'POST';
    user.cancels = false;
    const uploading = run('uploadSkill', 'New skill', 'Upload');
    await vi.waitFor(() => expect(user.asked.at(-1)).toMatch(/^Upload /), { timeout: 30_000 });
    await vi.waitFor(() => expect(changes()).toHaveLength(1), { timeout: 30_000 });
    await api.stop();
    await uploading;
    expect(user.told.at(-1)).toMatch(/No connection to .*/);
    await api.start();
  });

  test('a failure is a message without the key', async () => {
    secrets.set('skillwright.apiKey', apiKey);
    api.failures.push(failing(401, `bad key ${apiKey}`));
    await run('uploadedSkills');
    expect(user.told).toEqual([
      expect.stringMatching(/^The request to the Claude API failed: The API key was rejected \(401\): bad key …\. /),
    ]);
    expect(logged.join()).not.toContain(apiKey);
  });

  test('the address of a gateway is checked like the one of the environment', async () => {
    user.settings = { 'api.baseUrl': 'http://example.com' };
    await run('uploadedSkills', apiKey);
    expect(user.told).toEqual([expect.stringMatching(/must begin with https:/)]);
    expect(api.requests).toEqual([]);
  });
});

describe('uploaded skills in the editor', () => {
  test('a version is downloaded into a new folder, which is never replaced', async () => {
    api.add('demo', { versions: 2 });
    await run('uploadedSkills', apiKey, 'demo', 'skver_2', 'Download', 'Project');
    expect(await readFile(path.join(folder, 'demo/SKILL.md'), 'utf8')).toContain('name: demo');
    expect(readdirSync(folder)).toEqual(['demo']);
    await writeFile(path.join(folder, 'demo/SKILL.md'), 'mine');
    await run('uploadedSkills', 'demo', 'skver_2', 'Download', 'Project');
    expect(await readFile(path.join(folder, 'demo/SKILL.md'), 'utf8')).toBe('mine');
  });

  test('of a hostile archive, nothing is written', async () => {
    const { zipSync } = await import('fflate');
    api.add('demo');
    api.archive = zipSync({ 'demo/SKILL.md': new Uint8Array(1), '../evil.md': new Uint8Array(1) });
    await run('uploadedSkills', apiKey, 'demo', 'skver_2', 'Download');
    expect(user.told.at(-1)).toMatch(/would be written outside the skill’s folder/);
    expect([readdirSync(folder), existsSync(path.join(folder, '../evil.md'))]).toEqual([[], false]);
  });

  test('deleting names all versions, and asks', async () => {
    api.add('demo', { versions: 3 });
    await run('uploadedSkills', apiKey, 'demo', 'Delete the skill', undefined);
    expect(user.asked.at(-1)).toMatch(/^Delete “demo” with all its 3 versions from 127\.0\.0\.1:\d+\? skill_1\. /);
    expect(changes()).toEqual([]);
    await run('uploadedSkills', 'demo', 'skver_2', 'Delete this version', 'Delete');
    expect(api.skills[0]!.versions).toHaveLength(2);
    await run('uploadedSkills', 'demo', 'Delete the skill', 'Delete');
    expect(api.skills).toEqual([]);
  });
});
