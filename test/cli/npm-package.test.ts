import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { isEveryTest } from '../every-test.ts';
import { cleanSkill, skillToFix, temporaryFolder } from './cli-process.ts';
import { serveNpmRegistry } from './npm-registry.ts';

/** Later releases than the one of the tests, from the npm registry. */
const laterReleases = ['22', '24'];

const root = path.resolve(import.meta.dirname, '../..');

test.skipIf(process.platform === 'win32')(
  'the package for npm holds only what runs, and runs in an empty folder',
  async () => {
    const run = (program: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) =>
      execFileSync(program, args, {
        cwd,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'ignore'],
      }).toString();
    if (!existsSync(path.join(root, 'dist/cli.js'))) run(process.execPath, ['esbuild.mjs'], root);
    run(process.execPath, ['build/package-npm.mjs'], root);
    const tarball = path.join(root, `dist/skillwright-${packageJson.version}.tgz`);
    const bytes = readFileSync(tarball);
    run(process.execPath, ['build/package-npm.mjs'], root);
    expect(readFileSync(tarball).equals(bytes), 'the same files give the same bytes').toBe(true);

    const names = run('tar', ['-tzf', tarball], root).trim().split('\n');
    const others = names.filter((name) => !/^package\/dist\/cli\/[\w.-]+\.cjs$/.test(name));
    expect(others.sort()).toEqual(
      ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist/LEGAL.txt', 'dist/cli.js', 'package.json'].map(
        (it) => `package/${it}`,
      ),
    );

    const folder = await temporaryFolder({ '.claude/skills/demo/SKILL.md': cleanSkill });
    const empty = await temporaryFolder();
    const npm = { HOME: empty, npm_config_cache: `${empty}/cache`, npm_config_offline: 'true' };
    // Offline: it has no dependencies.
    run('npm', ['install', '--no-audit', '--no-fund', '--prefix', empty, tarball], empty, npm);
    const bin = `${empty}/node_modules/.bin/skillwright`;
    expect(run(bin, ['--version'], folder)).toBe(`${packageJson.version}\n`);
    expect(run(bin, ['check'], folder, { HOME: empty })).toMatch(/^Nothing found in 1 skill/);
    expect(run(bin, ['list'], folder, { HOME: empty })).toContain('demo');
    // What is loaded on use is there, too.
    expect(run(bin, ['explain', 'name-format'], folder)).toContain('name-format');
    expect(run(bin, ['completion', 'bash'], folder)).toContain('complete ');
    expect(run('npx', ['--yes', `--package=${tarball}`, 'skillwright', '--version'], folder, npm)).toBe(
      `${packageJson.version}\n`,
    );
    const broken = await temporaryFolder({ '.claude/skills/demo/SKILL.md': skillToFix });
    expect(() => run(bin, ['check', '--fail-on', 'warning'], broken, { HOME: empty })).toThrow();
  },
);

test.runIf(isEveryTest && process.platform !== 'win32')(
  'the hook for pre-commit checks the files of a commit',
  async () => {
    const [hook, ...others] = parse(readFileSync(path.join(root, '.pre-commit-hooks.yaml'), 'utf8'));
    expect([hook.id, hook.language, others]).toEqual(['skillwright', 'system', []]);
    // A hook of a release checks as that release does.
    expect(hook.entry).toContain(`skillwright@${packageJson.version} `);

    const good = 'a b/.claude/skills/demo/SKILL.md';
    const bad = '-rf/SKILL.md';
    const folder = await temporaryFolder({
      [good]: cleanSkill,
      [bad]: skillToFix,
      'README.md': '# Beans\n',
    });
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder }).toString();
    git('init', '-q');
    git('add', '-A');
    // As pre-commit: the names in the index that match, after the entry and the arguments.
    const names = git('diff', '--cached', '--name-only', '-z')
      .split('\0')
      .filter((name) => RegExp(hook.files).test(name));
    expect(names.sort()).toEqual([bad, good]);

    const registry = await serveNpmRegistry(path.join(root, `dist/skillwright-${packageJson.version}.tgz`));
    const home = await temporaryFolder();
    const commit = (args: readonly string[]) => {
      const [program, ...entry] = hook.entry.split(' ');
      return promisify(execFile)(program, [...entry, ...args], {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: home, npm_config_cache: `${home}/cache`, npm_config_registry: registry },
      }).then(
        ({ stdout }) => ({ code: 0, stdout }),
        ({ code, stdout }) => ({ code, stdout }),
      );
    };
    expect(await commit([...hook.args, good])).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Nothing found in 1/),
    });
    const { code, stdout } = await commit(['--fail-on', 'warning', ...hook.args, ...names]);
    expect([code, stdout]).toEqual([1, expect.stringContaining('name-format')]);
  },
);

test.runIf(isEveryTest && process.platform !== 'win32')(
  'the GitHub action installs the package, whatever is in the repository',
  async () => {
    const [install] = parse(readFileSync(path.join(root, 'action.yml'), 'utf8')).runs.steps;
    const registry = await serveNpmRegistry(path.join(root, `dist/skillwright-${packageJson.version}.tgz`));
    const temp = await temporaryFolder();
    const folder = await temporaryFolder({ '.npmrc': 'registry=http://127.0.0.1:9/\n' });
    const env = {
      PATH: process.env.PATH,
      HOME: temp,
      RUNNER_TEMP: temp,
      VERSION: packageJson.version,
      npm_config_userconfig: `${temp}/npmrc`,
    };
    await writeFile(env.npm_config_userconfig, `registry=${registry}\ncache=${temp}/cache\n`);
    await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', install.run], { cwd: folder, env });
    const bin = `${temp}/skillwright/node_modules/.bin/skillwright`;
    expect(execFileSync(bin, ['--version']).toString()).toBe(`${packageJson.version}\n`);
  },
);

test.runIf(isEveryTest && process.platform !== 'win32')(
  'the hook for Claude Code tells it what is wrong with an edited file',
  async () => {
    const registry = await serveNpmRegistry(path.join(root, `dist/skillwright-${packageJson.version}.tgz`));
    const home = await temporaryFolder();
    const plugin = path.join(root, 'docs/claude-plugin');
    const [{ matcher, hooks }] = JSON.parse(readFileSync(`${plugin}/hooks/hooks.json`, 'utf8')).hooks.PostToolUse;
    expect(['Edit', 'Write', 'Read'].map((tool) => RegExp(`^(${matcher})$`).test(tool))).toEqual([true, true, false]);
    const hostile = '.claude/skills/$(touch owned)/SKILL.md';
    const good = '.claude/skills/demo/SKILL.md';
    const folder = await temporaryFolder({
      [hostile]: skillToFix,
      [good]: cleanSkill,
      'notes.md': skillToFix,
      '.npmrc': 'registry=http://127.0.0.1:9/\n',
    });
    // As Claude Code: the command in a shell, what happened on standard input.
    const edited = (file: string) =>
      new Promise<{ readonly code: number | null; readonly stderr: string }>((resolve) => {
        const child = spawn('sh', ['-c', hooks[0].command.replaceAll('${CLAUDE_PLUGIN_ROOT}', plugin)], {
          cwd: folder,
          env: { PATH: process.env.PATH, HOME: home, npm_config_cache: `${home}/cache`, npm_config_registry: registry },
        });
        let stderr = '';
        child.stderr.on('data', (piece) => {
          stderr += piece;
        });
        child.once('close', (code) => resolve({ code, stderr }));
        const event = { hook_event_name: 'PostToolUse', tool_name: 'Edit', cwd: folder, session_id: 'x' };
        child.stdin.end(
          JSON.stringify({ ...event, tool_input: { file_path: path.join(folder, file) }, tool_response: {} }),
        );
      });
    expect(await edited(hostile)).toEqual({ code: 2, stderr: expect.stringContaining('name-format') });
    expect(existsSync(`${folder}/owned`)).toBe(false);
    expect(await edited(good)).toEqual({ code: 0, stderr: '' });
    expect(await edited('notes.md')).toEqual({ code: 0, stderr: '' });
    // Claude is not told what it cannot change.
    expect(await edited('missing/SKILL.md')).toEqual({
      code: 1,
      stderr: expect.stringMatching(/could not check.*missing/s),
    });
  },
);

test.each(['SKILL.md', 'a/SKILL.md', '.claude/agents/x.md', 'p/.claude/commands/a/b.md', '.claude-plugin/plugin.json'])(
  'the hook for pre-commit is for %s',
  (name) => {
    const [hook] = parse(readFileSync(path.join(root, '.pre-commit-hooks.yaml'), 'utf8'));
    const pattern = new RegExp(hook.files);
    expect([name, `${name}.txt`, `docs/${name}x`].map((it) => pattern.test(it))).toEqual([true, false, false]);
  },
);

/** The program of a release, kept for the next time; undefined if the registry does not answer. */
function nodeProgram(release: string): string | undefined {
  const folder = path.join(homedir(), '.cache/skillwright/node', release);
  const program = path.join(folder, 'node_modules/.bin/node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--no-audit', '--no-fund', '--prefix', folder, `node@${release}`];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'ignore', timeout: 60_000 });
  return status === 0 && existsSync(program) ? program : undefined;
}

test.runIf(isEveryTest && process.platform !== 'win32').each(laterReleases)(
  'the command line runs on Node %s',
  async (release) => {
    const node = nodeProgram(release);
    if (!node) {
      console.warn(`Node ${release} cannot be installed from the npm registry: not tested with it`);
      return;
    }
    expect(execFileSync(node, ['--version']).toString()).toMatch(new RegExp(`^v${release}\\.`));
    const folder = await temporaryFolder({ '.claude/skills/demo/SKILL.md': cleanSkill });
    const run = (...args: readonly string[]) =>
      execFileSync(node, [path.join(root, 'dist/cli.js'), ...args], {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder },
        stdio: ['ignore', 'pipe', 'pipe'],
      }).toString();
    expect(run('check')).toMatch(/^Nothing found in 1 skill/);
    expect(run('list')).toContain('demo');
    expect(run('render', 'demo')).toContain('# Demo');
    expect(run('pack', '.claude/skills/demo')).toMatch(/^Packed /);
  },
);
