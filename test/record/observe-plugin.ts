import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DirectoryInput, DirectoryObservation, SaidByDirectory } from '../conformance/recorded-directory.ts';
import type { PluginInput, PluginObservation, PluginParts } from '../conformance/recorded-plugin.ts';
import { bytesOf } from '../conformance/recordings.ts';
import { bareEnvironment, type ClientCommand, type ClientRun, collect } from './client-run.ts';

const timeout = 60_000;

/**
 * Asks a client about one input, in a new home and without a network: what `claude plugin validate`, `marketplace add`,
 * `install` and `list` say, and what a session has of it.
 */
export async function askAboutPlugin(
  [program, ...first]: ClientCommand,
  input: PluginInput,
): Promise<PluginObservation> {
  const root = mkdtempSync(path.join(tmpdir(), 'skillwright-plugin-'));
  const [home, project, market] = ['home', 'project', 'market'].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [home, project, market]) mkdirSync(folder);
  for (const [name, text] of Object.entries(input.files)) write(path.join(market, name), text);
  for (const [name, text] of Object.entries(input.home ?? {})) write(path.join(home, name), text);
  const run = (...args: string[]): Promise<ClientRun> => {
    const env = {
      ...bareEnvironment(home),
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    };
    return collect(program, [...first, ...args], env, project, timeout, args.includes('-p') ? '/help' : undefined);
  };
  const plain = (text: string): string => text.replaceAll(root, '${ROOT}').replace(/temp_local_\w+/g, 'temp_local');
  const partsIn = async (...args: string[]): Promise<PluginParts> =>
    readParts(plain((await run('-p', '--output-format', 'stream-json', '--verbose', ...args)).stdout));
  try {
    const validate = readReport(plain((await run('plugin', 'validate', market, '--json')).stdout));
    const folder =
      input.pluginDir === undefined ? undefined : await partsIn('--plugin-dir', path.join(market, input.pluginDir));
    if (!('.claude-plugin/marketplace.json' in input.files)) {
      return { validate, ...(folder && { pluginDir: folder }), session: await partsIn() };
    }
    const added = refusal(await run('plugin', 'marketplace', 'add', market), plain);
    const installed: Record<string, string | null> = {};
    for (const key of added === null ? input.install : []) {
      installed[key] = refusal(await run('plugin', 'install', key), plain);
    }
    const listed = JSON.parse(plain((await run('plugin', 'list', '--json')).stdout) || '[]') as readonly {
      readonly id: string;
      readonly errors?: readonly string[];
    }[];
    const list = Object.fromEntries(listed.map(({ id, errors = [] }) => [id, errors]));
    return { validate, added, installed, list, session: await partsIn(), ...(folder && { pluginDir: folder }) };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Asks a client what the plugin directory would say of a plugin, in a new home and without a network. */
export async function askAboutDirectory(
  [program, ...first]: ClientCommand,
  input: DirectoryInput,
): Promise<DirectoryObservation> {
  const root = mkdtempSync(path.join(tmpdir(), 'skillwright-directory-'));
  const [home, folder] = [path.join(root, 'home'), path.join(root, 'folder')];
  mkdirSync(home);
  try {
    for (const [name, content] of Object.entries(input.files)) write(path.join(folder, name), bytesOf(content));
    for (const [name, target] of Object.entries(input.links ?? {})) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      symlinkSync(target, path.join(folder, name));
    }
    const plugin = path.join(folder, input.plugin);
    const args = [...first, 'plugin', 'validate', plugin, '--profile', 'directory', '--strict', '--json'];
    const { stdout } = await collect(program, args, bareEnvironment(home), root, timeout, undefined);
    const { directory } = JSON.parse(stdout) as {
      directory: { findings: SaidByDirectory[]; undecided: string[]; failure: string | null };
    };
    const findings = directory.findings.map(({ code, severity, file, field }) => ({ code, severity, file, field }));
    return { findings, undecided: directory.undecided, fails: directory.failure !== null };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function write(file: string, content: string | Uint8Array): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** The last line of what was refused; null if nothing was. */
function refusal({ exit, stdout, stderr }: ClientRun, plain: (text: string) => string): string | null {
  if (exit === 0) return null;
  const text = plain(`${stdout}\n${stderr}`).replace(/^[\s\S]*✘ /, '');
  return text.trim();
}

interface Report {
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  readonly warnings?: Report['errors'];
  readonly file?: string;
  readonly filePath?: string;
}

function readReport(text: string): PluginObservation['validate'] {
  const { manifest, contents = [] } = JSON.parse(text) as { manifest: Report | null; contents?: readonly Report[] };
  const reports = [manifest ?? {}, ...contents];
  const told = (key: 'errors' | 'warnings') =>
    reports.flatMap((report) =>
      (report[key] ?? []).map(({ path: place, message }) => {
        const file = (report.file ?? report.filePath ?? '').replace('${ROOT}/market/', '');
        return { file, path: place, message };
      }),
    );
  return { errors: told('errors'), warnings: told('warnings') };
}

function readParts(stdout: string): PluginParts {
  const lines = stdout.split('\n').filter((line) => line.includes('"subtype":"init"'));
  const init = JSON.parse(lines[0] ?? '{}') as {
    readonly skills?: readonly string[];
    readonly slash_commands?: readonly string[];
    readonly agents?: readonly string[];
    readonly mcp_servers?: readonly { readonly name: string }[];
    readonly plugin_errors?: readonly { readonly message: string }[];
  };
  // Names of plugins have a colon; those of the input's own skills begin with `my-`.
  const own = (names: readonly string[] = []) =>
    names.filter((name) => name.includes(':') || name.startsWith('my-')).sort();
  return {
    skills: own(init.skills),
    commands: own(init.slash_commands).filter((name) => !init.skills?.includes(name)),
    agents: own(init.agents),
    servers: (init.mcp_servers ?? []).map(({ name }) => name).sort(),
    errors: (init.plugin_errors ?? []).map(({ message }) => message),
  };
}
