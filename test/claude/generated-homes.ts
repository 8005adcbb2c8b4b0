import type { SessionRecording } from '../conformance/recorded-session.ts';
import type { FileContent } from '../conformance/recordings.ts';
import { Random } from '../mutation/random.ts';

/** What a home, a project and the managed folder hold, as recordings describe it. */
export type GeneratedHome = SessionRecording['input'];

/** Few names, so that many of them collide; some are Claude Code's own. */
const names = [
  'review',
  'deploy',
  'a',
  'Mid',
  '_x',
  'beta-10',
  'beta-2',
  'größe',
  '1st',
  'x.y',
  'two words',
  '日本',
  'fix',
];
const builtInNames = ['help', 'init', 'code-review', 'run', 'loop', 'clear', 'deep-research', 'doctor', 'verify'];
const plugins = ['office', 'tools', 'help', 'review'];

/** A home of many: tiers, plugins, overrides, nested projects and broken files, the same for the same seed. */
export function generateHome(seed: string, withManaged: boolean): GeneratedHome {
  return new HomeGenerator(new Random(seed), withManaged).generate();
}

class HomeGenerator {
  readonly #random: Random;
  readonly #withManaged: boolean;
  readonly #files: Record<string, FileContent | object> = {};
  readonly #symlinks: Record<string, string> = {};
  readonly #dirs: string[] = [];
  readonly #args: string[] = [];
  readonly #gitRepos: string[] = [];

  constructor(random: Random, withManaged: boolean) {
    this.#random = random;
    this.#withManaged = withManaged;
  }

  generate(): GeneratedHome {
    const cwd = this.#often(25) ? this.#random.one(['app', 'packages/web']) : undefined;
    this.#skills('~/.claude/skills', 4);
    this.#skills('.claude/skills', 4);
    this.#commands('~/.claude/commands', 3);
    this.#commands('.claude/commands', 3);
    if (cwd !== undefined) {
      this.#dirs.push(cwd);
      this.#skills(`${cwd}/.claude/skills`, 3);
      this.#skills('packages/.claude/skills', 2);
      this.#commands(`${cwd}/.claude/commands`, 2);
    }
    if (this.#often(25)) this.#skills('nested/part/.claude/skills', 2);
    if (this.#often(20)) this.#added();
    if (this.#often(35)) this.#pluginFolder();
    const isInstalled = this.#often(30) && this.#installedPlugin();
    if (this.#withManaged && this.#often(20)) this.#managed();
    if (this.#often(40)) this.#clientState();
    const settings = {
      ...((isInstalled || this.#often(50)) && { user: this.#settings(isInstalled) }),
      ...(this.#often(45) && { project: this.#settings(false) }),
      ...(this.#often(30) && { local: this.#settings(false) }),
    };
    if (settings.user === undefined && this.#often(15)) this.#files['~/.claude/settings.json'] = this.#brokenJson();
    if (settings.project === undefined && this.#often(15)) this.#files['.claude/settings.json'] = this.#brokenJson();
    return {
      prompt: '',
      files: this.#files as GeneratedHome['files'],
      dirs: this.#dirs,
      symlinks: this.#symlinks,
      gitRepos: this.#gitRepos,
      settings,
      args: this.#args,
      env: this.#environment(),
      ...(cwd !== undefined && { cwd }),
      ...(this.#often(10) && { git: false }),
    };
  }

  #often(percent: number): boolean {
    return this.#random.below(100) < percent;
  }

  #name(): string {
    return this.#random.one(this.#often(85) ? names : builtInNames);
  }

  #skills(folder: string, most: number): void {
    for (let count = this.#random.below(most + 1); count > 0; count--) {
      const at = `${folder}/${this.#name()}`;
      if (this.#isTaken(at)) continue;
      const kind = this.#random.below(100);
      if (kind < 84) this.#files[`${at}/SKILL.md`] = this.#skillText();
      else if (kind < 87) this.#files[`${at}/skill.md`] = this.#skillText();
      else if (kind < 89) this.#files[at] = 'A file, not a folder.\n';
      else if (kind < 91) this.#dirs.push(`${at}/SKILL.md`);
      else if (kind < 93) this.#files[`${at}/README.md`] = 'No skill here.\n';
      else if (kind < 95) this.#symlinks[at] = `${folder}/does-not-exist`;
      else this.#link(at);
    }
    if (this.#often(8)) this.#files[`${folder}/SKILL.md`] = this.#skillText();
    if (this.#often(8)) this.#files[`${folder}/deep/er/SKILL.md`] = this.#skillText();
  }

  /** A folder of skills with one that another place has too: the same file under two names. */
  #link(at: string): void {
    const target = Object.keys(this.#files).find((file) => file.endsWith('/SKILL.md'));
    if (target === undefined) return;
    this.#symlinks[at] = target.slice(0, -'/SKILL.md'.length);
  }

  #commands(folder: string, most: number): void {
    for (let count = this.#random.below(most + 1); count > 0; count--) {
      const below = this.#often(25) ? `${this.#random.one(['git', 'sub'])}/` : '';
      const extension = this.#often(95) ? '.md' : '.MD';
      const file = `${folder}/${below}${this.#name()}${extension}`;
      if (!this.#isTaken(file)) this.#files[file] = this.#often(60) ? this.#skillText() : 'Do the thing.\n';
    }
  }

  #added(): void {
    const folder = this.#random.one(['${HOME}/shared', '${PROJECT}/../lib']);
    const at = folder.startsWith('${HOME}') ? '~/shared' : '../lib';
    this.#skills(`${at}/.claude/skills`, 3);
    this.#commands(`${at}/.claude/commands`, 2);
    this.#dirs.push(`${at}/.claude`);
    this.#args.push('--add-dir', folder);
  }

  #pluginFolder(): void {
    const name = this.#random.one(plugins);
    const at = `~/plugins/${name}`;
    this.#plugin(at, name);
    this.#args.push('--plugin-dir', `\${HOME}/plugins/${name}`);
  }

  #installedPlugin(): boolean {
    const cache = '~/.claude/plugins/cache/market/bundle/1.0.0';
    const manifest = this.#plugin(cache, 'bundle');
    const source = { source: 'directory', path: '${HOME}/market' };
    const time = '2026-01-01T00:00:00.000Z';
    this.#files['~/.claude/plugins/known_marketplaces.json'] = {
      market: { source, installLocation: '${HOME}/market', lastUpdated: time },
    };
    this.#files['~/market/.claude-plugin/marketplace.json'] = {
      name: 'market',
      owner: { name: 'Owner' },
      plugins: [{ name: 'bundle', source: './bundle', description: 'Bundle', version: '1.0.0' }],
    };
    this.#files['~/market/bundle/.claude-plugin/plugin.json'] = manifest;
    this.#files['~/.claude/plugins/installed_plugins.json'] = {
      version: 2,
      plugins: {
        'bundle@market': [
          {
            scope: 'user',
            installPath: '${HOME}/.claude/plugins/cache/market/bundle/1.0.0',
            version: '1.0.0',
            installedAt: time,
            lastUpdated: time,
          },
        ],
      },
    };
    return true;
  }

  #plugin(at: string, name: string): object {
    const manifest = {
      name,
      version: '1.0.0',
      description: 'A plugin.',
      ...(this.#often(20) && { skills: this.#random.one(['./more', ['./more', './skills'], 'more']) }),
      ...(this.#often(10) && { commands: './other' }),
    };
    if (this.#often(90)) this.#files[`${at}/.claude-plugin/plugin.json`] = manifest;
    this.#skills(`${at}/skills`, 3);
    this.#skills(`${at}/more`, 1);
    this.#commands(`${at}/commands`, 2);
    this.#commands(`${at}/other`, 1);
    if (this.#often(10)) this.#files[`${at}/SKILL.md`] = this.#skillText();
    this.#dirs.push(at);
    return manifest;
  }

  #managed(): void {
    this.#skills('/etc/claude-code/.claude/skills', 2);
    if (this.#often(50)) this.#files['/etc/claude-code/managed-settings.json'] = this.#settings(false);
  }

  #clientState(): void {
    this.#files['~/.claude.json'] = {
      projects: { '${PROJECT}': { hasTrustDialogAccepted: this.#often(60) } },
      skillUsage: Object.fromEntries(
        [this.#name(), this.#name()].map((name) => [
          name,
          { usageCount: 1 + this.#random.below(9), lastUsedAt: { $daysAgo: this.#random.below(30) } },
        ]),
      ),
    };
  }

  #environment(): Record<string, string> {
    const budget = this.#random.one([undefined, undefined, undefined, '7000', '6300', '1', '-5', 'abc']);
    return budget === undefined ? {} : { SLASH_COMMAND_TOOL_CHAR_BUDGET: budget };
  }

  #settings(isInstalled: boolean): object {
    const overrides = Array.from({ length: this.#random.below(4) }, () => [
      this.#name(),
      this.#random.one(['on', 'off', 'name-only', 'user-invocable-only']),
    ]);
    const rule = () =>
      this.#random.one([
        `Skill(${this.#name()})`,
        `Skill(${this.#name()} *)`,
        `Skill(${this.#name()}:*)`,
        'Skill(office:review)',
        'Bash(git *)',
        'Read',
        'Skill()',
        'bash(ls)',
        'Skill(review*)',
        'Bash(git',
        'WebFetch(domain:example.com)',
      ]);
    const rules = () => Array.from({ length: this.#random.below(3) }, rule);
    return {
      ...(isInstalled && { enabledPlugins: { 'bundle@market': this.#often(85) } }),
      ...(overrides.length > 0 && { skillOverrides: Object.fromEntries(overrides) }),
      ...(this.#often(50) && { permissions: { allow: rules(), deny: rules(), ask: rules() } }),
      ...(this.#often(8) && { permissions: { deny: ['Skill'] } }),
      ...(this.#often(15) && { skillListingMaxDescChars: this.#random.one([40, 200, 1000]) }),
      ...(this.#often(10) && { skillListingBudgetFraction: this.#random.one([0.001, 0.0025, 0.5]) }),
      ...(this.#often(5) && { disableBundledSkills: true }),
      ...(this.#often(5) && { disableSkillShellExecution: true }),
      ...(this.#often(8) &&
        this.#random.one([
          { skillListingMaxDescChars: -1 },
          { skillOverrides: { review: 5 } },
          { permissions: { allow: 'Bash' } },
          { skillListingBudgetFraction: 7 },
          { enabledPlugins: [] },
          { unknownKey: true },
        ])),
    };
  }

  #brokenJson(): string {
    return this.#random.one(['{ "skillOverrides": { "a": "off" }', '[]', '', '// comment\n{}', '{"a":1,}', 'null']);
  }

  #skillText(): FileContent {
    const kind = this.#random.below(100);
    if (kind < 3) return '';
    if (kind < 7) return '# Heading of the body\n\nText without frontmatter.\n';
    if (kind < 9) return '---\ndescription: Never closed.\n\nText.\n';
    if (kind < 11) return { $base64: 'LS0tCmRlc2NyaXB0aW9uOiBCYWQg//4gYnl0ZXMuCi0tLQpCb2R5LgA=' };
    if (kind < 12) return { $repeat: 'x', times: 1_000_001, before: '---\ndescription: Huge.\n---\n' };
    const lines = [
      '---',
      ...this.#fields(),
      '---',
      this.#random.one(['Body.', '', 'Do $ARGUMENTS.', '# Title\n\nText.']),
    ];
    const lineEnd = this.#often(8) ? '\r\n' : '\n';
    return `${this.#often(4) ? '\uFEFF' : ''}${lines.join(lineEnd)}${lineEnd}`;
  }

  #fields(): string[] {
    const isTrue = () => this.#random.one(['true', 'yes', '1', 'True', '"true"', 'on']);
    const isFalse = () => this.#random.one(['false', 'no', '0', 'y', 'null', '']);
    return [
      ...(this.#often(90) ? [`description: ${this.#description()}`] : []),
      ...(this.#often(25) ? [`when_to_use: ${this.#random.one(['When needed.', '5', '[a, b]', '"x: y"', ''])}`] : []),
      ...(this.#often(30) ? [`name: ${this.#random.one([...names, ...builtInNames, 'alias-one', 'other'])}`] : []),
      ...(this.#often(12) ? [`disable-model-invocation: ${this.#often(70) ? isTrue() : isFalse()}`] : []),
      ...(this.#often(12) ? [`user-invocable: ${this.#often(70) ? isFalse() : isTrue()}`] : []),
      ...(this.#often(8)
        ? [`paths: ${this.#random.one(['"**/*.ts"', 'src', '"**"', '[a.ts, b.ts]', 'null', '"*"'])}`]
        : []),
      ...(this.#often(10) ? ['argument-hint: [file]'] : []),
      ...(this.#often(6) ? [`fallback: ${isTrue()}`] : []),
      ...(this.#often(10) ? ['allowed-tools: Bash(git *)'] : []),
      ...(this.#often(5) ? ['context: fork'] : []),
      ...(this.#often(5) ? [this.#random.one(['broken', 'a: b: "c', '\tx: 1', 'x: "open', '- item', '? k'])] : []),
    ];
  }

  #description(): string {
    const words = [
      'review',
      'the',
      'code',
      'before',
      'it',
      'ships',
      'größer',
      'フォーム',
      '<b>',
      'x & y',
      '✅',
      'path/to/x',
    ];
    const text = Array.from({ length: 1 + this.#random.below(30) }, () => this.#random.one(words)).join(' ');
    return this.#random.one([
      text,
      text,
      text,
      `"${text}"`,
      `${text}: when asked`,
      `[${text}`,
      `* ${text}`,
      `${text} # comment`,
      `|\n  ${text}\n  second line`,
      `>-\n  ${text}\n  second line`,
      'x'.repeat(1 + this.#random.below(1600)),
      `${text} --- ${text}`,
      '42',
      'true',
      'null',
      '[a, b]',
      '"  padded\\u200B  "',
      '',
    ]);
  }

  /** Whether anything is at a path, below it, or where a folder of it would be. */
  #isTaken(at: string): boolean {
    const taken = [...Object.keys(this.#files), ...Object.keys(this.#symlinks), ...this.#dirs];
    return taken.some((it) => it === at || it.startsWith(`${at}/`) || at.startsWith(`${it}/`));
  }
}
