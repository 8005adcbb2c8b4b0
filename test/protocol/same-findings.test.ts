import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createProtocolConnection,
  type Diagnostic,
  DiagnosticSeverity,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentDiagnosticRequest,
  ExitNotification,
  type FullDocumentDiagnosticReport,
  InitializedNotification,
  InitializeRequest,
  type ProtocolConnection,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { bundleCliForTests, bundledCli } from '../cli/cli-process.ts';
import { isEveryTest } from '../every-test.ts';
import { bundledServer, bundleServerForTests } from './editor.ts';

/** A finding as both can tell it. */
interface ToldFinding {
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
  readonly range: Diagnostic['range'];
}

const severities: Readonly<Record<DiagnosticSeverity, string>> = {
  [DiagnosticSeverity.Error]: 'error',
  [DiagnosticSeverity.Warning]: 'warning',
  [DiagnosticSeverity.Information]: 'information',
  [DiagnosticSeverity.Hint]: 'hint',
};

/** Files of every kind, in places of every kind, with something wrong in most of them. */
const fixtures: Readonly<Record<string, string | Uint8Array>> = {
  '.claude/skills/clean/SKILL.md':
    '---\nname: clean\ndescription: Cleans up. Use when it is dirty.\n---\n\n# Clean\n\nSweep.\n',
  '.claude/skills/empty/SKILL.md': '',
  '.claude/skills/broken/SKILL.md': '---\nname: [a\ndescription: x: y\n---\nText\n',
  '.claude/skills/repaired/SKILL.md':
    '---\r\ndescription: Use for: this and that\r\nallowed-tools: Bash(git *), Nope\r\n---\r\nText $1 `!`\r\n',
  '.claude/skills/suppressed/SKILL.md':
    '---\nname: Other Name # skillwright-disable-line name-format\nmodel: nope\n---\n<!-- skillwright-disable-next-line literal-dollar: prices -->\nIt costs $2.\n',
  '.claude/skills/bom/SKILL.md': '\uFEFF---\nname: bom\ndescription: Has a mark.\n---\nText\n',
  '.claude/skills/latin/SKILL.md': Buffer.from(
    '---\nname: latin\ndescription: Zählt. Wenn nötig.\n---\nText\n',
    'latin1',
  ),
  '.claude/skills/wide/SKILL.md': '---\nname: 日本語 👩‍👩‍👧\ndescription: 説明。\n---\n\n# 見出し $0 👍 $1\n',
  '.claude/skills/outer/SKILL.md': '---\nname: outer\ndescription: Holds a template. Use it.\n---\nText\n',
  '.claude/skills/outer/assets/SKILL.md': '---\nname: {{NAME}}\n---\nText\n',
  '.claude/skills/loose.md': '---\nname: loose\n---\nText\n',
  '.claude/commands/go/now.md': '---\nargument-hint: [a] [b]\n---\nGo to $1 and !`git status`.\n',
  '.claude/agents/helper.md': '---\nname: helper\ndescription: Helps.\ntools: Read, Nope\n---\nHelp.\n',
  '.claude/skills/uses-agent/SKILL.md':
    '---\ndescription: Runs apart. Use it.\ncontext: fork\nagent: helpr\n---\nText\n',
  'plugin/.claude-plugin/plugin.json': '{ "name": "plugin" }',
  'plugin/hooks/hooks.json': '{ "Stop": [] }',
  'plugin/.mcp.json': '{ "mcpServers": { "one": { "command": 5 } } }',
  'plugin/.lsp.json': '{ "go": {} }',
  '.claude-plugin/marketplace.json':
    '{ "name": "shop", "owner": { "name": "A" }, "plugins": [{ "name": "plugin", "source": "plugin" }] }',
  'plugin/skills/tool/SKILL.md': '---\nname: Tool\n---\n\n${CLAUDE_PLUGIN_ROOT} $ARGUMENTS[9]\n',
  'elsewhere/some-skill/SKILL.md': '# No frontmatter\n',
};

/** The files that plugins, marketplaces and projects have in JSON. */
const ofPlugins = /(?:^|\/)(?:\.claude-plugin\/(?:plugin|marketplace)|hooks\/hooks|\.mcp|\.lsp)\.json$/;

bundleCliForTests();
bundleServerForTests();

let folder: string;
let server: ChildProcess;
let connection: ProtocolConnection;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'skillwright-same-')));
  server = spawn(process.execPath, [bundledServer(), '--stdio'], {
    env: environment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  connection = createProtocolConnection(
    new StreamMessageReader(server.stdout!),
    new StreamMessageWriter(server.stdin!),
  );
  connection.listen();
  await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    capabilities: { textDocument: { diagnostic: { relatedDocumentSupport: false } } },
  });
  await connection.sendNotification(InitializedNotification.type, {});
});

afterAll(async () => {
  await connection?.sendRequest(ShutdownRequest.type);
  await connection?.sendNotification(ExitNotification.type);
  connection?.dispose();
  // Compiled code is still written when a process has printed its findings.
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

/** Both have the same home, an empty one, and no files of an organization. */
function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: folder, USERPROFILE: folder, TEST_MANAGED: `${folder}/managed` };
}

interface CommandLineFindings {
  readonly byFile: Map<string, ToldFinding[]>;
  /** The rules of what is only told in the first of many files, by the others: names in its message are those of the first. */
  readonly shared: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What the command line finds below a folder. */
async function askCommandLine(checked: string): Promise<CommandLineFindings> {
  const stdout = await new Promise<string>((resolve, reject) => {
    const args = [bundledCli(), 'check', '--format', 'json', checked];
    execFile(process.execPath, args, { env: environment(), maxBuffer: 2 ** 30 }, (error, output) => {
      // 1 is the exit code for findings.
      if (error && error.code !== 1) reject(error);
      else resolve(output);
    });
  });
  const byFile = new Map<string, ToldFinding[]>();
  const shared = new Map<string, Set<string>>();
  for (const { file, rule, severity, message, range, alsoIn = [] } of JSON.parse(stdout).findings) {
    const own = alsoIn.length === 0 ? message : message.replace(/ This applies to .*$/, '');
    byFile.set(file, [...(byFile.get(file) ?? []), { rule, severity, message: own, range }]);
    for (const other of alsoIn) shared.set(other, (shared.get(other) ?? new Set()).add(rule));
  }
  return { byFile, shared };
}

/** A message may have got a full stop because another sentence follows. */
function sentence(message: string): string {
  return message.replace(/\.$/, '');
}

/** What the server finds in a file that an editor opens. */
async function askServer(file: string): Promise<ToldFinding[]> {
  const uri = pathToFileURL(file).href;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await readFile(file));
  await connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: 'markdown', version: 1, text },
  });
  const report = await connection.sendRequest(DocumentDiagnosticRequest.type, { textDocument: { uri } });
  await connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  return (report as FullDocumentDiagnosticReport).items.map(({ code, severity, message, range }) => ({
    rule: String(code),
    severity: severities[severity!],
    message: String(message),
    range,
  }));
}

/** @param others files of which only the command line is asked */
async function expectSameFindings(
  checked: string,
  files: readonly string[],
  others: readonly string[] = [],
): Promise<number> {
  const { byFile: commandLine, shared } = await askCommandLine(checked);
  let count = 0;
  for (const file of files) {
    const told = await askServer(file);
    const elsewhere = shared.get(file) ?? new Set();
    const here = commandLine.get(file) ?? [];
    const withoutFullStops = (findings: readonly ToldFinding[]) =>
      findings.map((finding) => ({ ...finding, message: sentence(finding.message) }));
    const isTold = ({ rule, message }: ToldFinding) =>
      here.some((it) => it.rule === rule && sentence(it.message) === sentence(message));
    const ownOnes = told.filter((finding) => !elsewhere.has(finding.rule) || isTold(finding));
    expect({ file, findings: withoutFullStops(ownOnes) }).toEqual({ file, findings: withoutFullStops(here) });
    const missing = [...elsewhere].filter((rule) => !told.some((it) => it.rule === rule));
    expect({ file, missing }).toEqual({ file, missing: [] });
    commandLine.delete(file);
    count += told.length;
  }
  for (const file of others) commandLine.delete(file);
  expect([...commandLine.keys()], 'files that only the command line found').toEqual([]);
  return count;
}

describe('the editor and the command line say the same', () => {
  test('about files of every kind', async () => {
    const checked = path.join(folder, 'fixtures');
    for (const [name, content] of Object.entries(fixtures)) {
      const file = path.join(checked, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    const files = Object.keys(fixtures).filter((name) => name.endsWith('.md') || ofPlugins.test(name));
    const count = await expectSameFindings(
      checked,
      files.map((name) => path.join(checked, name)),
    );
    expect(count).toBeGreaterThan(files.length);
  });

  const corpus = fileURLToPath(new URL('../../../shared/corpus', import.meta.url));
  const hasCorpus = existsSync(corpus);

  test.runIf(isEveryTest && hasCorpus)(
    `about public skills${hasCorpus ? '' : ' (skipped: there is no ../shared/corpus beside the repository)'}`,
    async () => {
      const checked = await realpath(corpus);
      const list = (await readFile(path.join(checked, 'FILES.jsonl'), 'utf8')).trimEnd().split('\n');
      const names = [
        ...list.map((line) => (JSON.parse(line) as { path: string }).path),
        ...(await readdir(checked, { recursive: true })).filter((name) => ofPlugins.test(name)),
      ];
      const files = names.map((name) => path.join(checked, name));
      await expectSameFindings(checked, files, files);
    },
    300_000,
  );
});
