import type { PermissionRule } from '../../catalog/settings/session-settings.ts';
import { MAX_WILDCARD_PATTERNS } from '../../dialect/limits.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { PATH_VERBS, PATHS_NOT_DENIED, WRITING_COMMANDS } from '../../dialect/shell/shell-commands.ts';
import { splitToolRules } from '../../dialect/tools/tool-rules.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { IgnoreRules } from '../../patterns/ignore-rules.ts';
import { oncePer } from '../../platform/once.ts';
import { asPrefix, isInside } from '../../platform/paths.ts';
import type { CommandPart } from '../../shell/read-command.ts';
import { onlyPrints, pathsIn, resolvePath, withoutPattern } from './command-paths.ts';
import type { CommandPermissions, CommandVerdict } from './command-permissions.ts';
import { runWords } from './command-rules.ts';

/**
 * How a denied file is used: rules about `Read` apply to files that are read, those about `Edit` to files that are
 * changed.
 */
type Access = 'Read' | 'Edit';

/** The message if {@link FileRules.isIncomplete} leaves open whether a file is denied. */
export const notAllFileRules: CommandVerdict = {
  allowed: undefined,
  why: 'Some rules that deny files are too long to compare with the files in the command',
};

/** A file that a command names and that a rule of the settings denies. */
interface DeniedFile {
  /** In Claude Code's words: "cat from", "Input redirection from". */
  readonly use: string;
  readonly path: string;
}

interface NamedFile {
  readonly access: Access;
  readonly use: string;
  readonly written: string;
}

/**
 * Rules such as `Read(.env)` in `permissions.deny`: Claude Code applies them to the files that a command names, for the
 * commands that it knows to work on files. `Read` alone and `ask` rules have no effect.
 */
export class FileRules {
  readonly #permissions: CommandPermissions;
  readonly #denied: readonly PlacedGlobs[];
  readonly #editable: readonly PlacedGlobs[];

  constructor(permissions: CommandPermissions) {
    this.#permissions = permissions;
    const { rules, granted } = permissions;
    this.#denied = placeGlobs(
      rules.filter(({ behavior }) => behavior === 'deny'),
      permissions,
    );
    const allowing = [
      ...rules.filter(({ behavior }) => behavior === 'allow'),
      ...granted.flatMap(splitToolRules).map((rule) => ({ rule, path: '' })),
    ];
    this.#editable = placeGlobs(
      allowing.filter(({ rule }) => rule.startsWith('Edit(')),
      permissions,
    );
  }

  /** Whether some rules are too long to be applied, so that a file that no other rule denies may still be denied. */
  get isIncomplete(): boolean {
    return this.#denied.some(({ rules }) => rules.leftOut.length > 0);
  }

  /**
   * The first denied file of a part.
   *
   * @param folders where the part could run: the folder where the command begins, and those that a `cd` leads to
   */
  deniedFile(part: CommandPart, folders: readonly string[]): DeniedFile | undefined {
    if (this.#denied.length === 0 || part.nested) return undefined;
    for (const { access, use, written } of filesOf(part, this.#permissions.runtime)) {
      for (const folder of folders) {
        const path = resolvePath(withoutPattern(written), { ...this.#permissions, folder });
        if (path !== undefined && this.#denies(access, path)) return { use, path };
      }
    }
    return undefined;
  }

  /** Whether a rule such as `Edit(src/**)` allows to change a file. `ask` rules do not matter, nor does `Edit` alone. */
  allowsEdit(path: string): boolean {
    return this.#editable.some((globs) => matchesGlobs(globs, path));
  }

  #denies(access: Access, path: string): boolean {
    return this.#denied.some((globs) => globs.access === access && matchesGlobs(globs, path));
  }
}

/** The globs of rules that have the same folder. */
interface PlacedGlobs {
  readonly access: Access;
  readonly root: string;
  readonly rules: IgnoreRules;
}

function placeGlobs(
  rules: readonly Pick<PermissionRule, 'rule' | 'path'>[],
  permissions: CommandPermissions,
): readonly PlacedGlobs[] {
  const { readsStarAsGlob } = capabilities(permissions.runtime);
  const byRoot = new Map<string, { access: Access; root: string; lines: string[] }>();
  for (const { rule, path } of rules) {
    const [, access, glob = ''] = fileRule.exec(rule) ?? [];
    if (access === undefined || (glob === '*' && !readsStarAsGlob)) continue;
    const placed = placeGlob(glob, path, permissions);
    if (placed === undefined) continue;
    const key = `${access} ${placed.root}`;
    const entry = byRoot.get(key) ?? { access: access as Access, root: placed.root, lines: [] };
    for (const line of placed.glob.split(/\r?\n/)) entry.lines.push(line);
    byRoot.set(key, entry);
  }
  return [...byRoot.values()].map(({ access, root, lines }) => ({
    access,
    root,
    rules: new IgnoreRules(lines, MAX_WILDCARD_PATTERNS),
  }));
}

function matchesGlobs({ root, rules }: PlacedGlobs, path: string): boolean {
  if (!path.startsWith(asPrefix(root))) return false;
  const relative = path.slice(asPrefix(root).length);
  return relative !== '' && rules.ignores(relative);
}

/** The permission rules, read once for all the commands that they are applied to. */
export const fileRulesOf = oncePer((permissions: CommandPermissions) => new FileRules(permissions));

const fileRule = /^(Read|Edit)\((.+)\)$/s;

/** The `deny` rules that are not applied to commands, because those before them are too long. */
export function fileRulesLeftOut(rules: readonly string[]): ReadonlySet<string> {
  const leftOut = new Set<string>();
  for (const access of ['Read', 'Edit']) {
    const own = rules.filter((rule) => fileRule.exec(rule)?.[1] === access);
    const { leftOut: lines } = new IgnoreRules(own, MAX_WILDCARD_PATTERNS);
    for (const line of lines) leftOut.add(line);
  }
  return leftOut;
}

/** A glob as a line of a `.gitignore`, and the folder of that file; undefined if the folder is not known. */
function placeGlob(
  written: string,
  settingsPath: string,
  { folder, home }: CommandPermissions,
): { readonly glob: string; readonly root: string } | undefined {
  // If everything in a folder is denied, so is the folder itself.
  const glob = written.length > '/**'.length ? written.replace(/\/\*\*$/, '') : written;
  if (written.startsWith('//')) return { glob: glob === '/' ? '**' : glob.slice(1), root: '/' };
  if (/^~(\/|$)/.test(written)) {
    return home === undefined ? undefined : { glob: glob === '~' ? '**' : glob.slice(1), root: home };
  }
  if (written.startsWith('/')) return { glob, root: rootOfSettings(settingsPath, folder, home) };
  // Without a leading `/`, the depth of the file does not matter.
  return { glob: glob === '.' ? '**' : glob.replace(/^\.\//, ''), root: folder };
}

/**
 * The folder that `/` refers to in the rules of a settings file: the folder of the file for the user's settings, the
 * project otherwise.
 */
function rootOfSettings(settingsPath: string, folder: string, home: string | undefined): string {
  const ofUser = home === undefined ? undefined : `${home}/.claude`;
  return ofUser !== undefined && isInside(settingsPath.replaceAll('\\', '/'), ofUser) ? ofUser : folder;
}

/** The files that a part of a command reads or changes, as far as Claude Code checks them. */
function filesOf(part: CommandPart, runtime: RuntimeId): readonly NamedFile[] {
  const files = [...filesOfArguments(part), ...filesOfRedirections(part)];
  if (capabilities(runtime).checksFilesRead) return files;
  const changes = files.some(({ access }) => access === 'Edit');
  return files.filter(({ access, use }) => access === 'Edit' || !(changes || use.startsWith('Input')));
}

function filesOfArguments(part: CommandPart): readonly NamedFile[] {
  const [command = '', ...rest] = withoutStarters(runWords(part));
  if (!PATH_VERBS.has(command) || PATHS_NOT_DENIED.has(command)) return [];
  const paths = namedPaths(command, rest).filter((it) => !/\$(?!\{?(HOME|PWD)\b)/.test(it));
  const read = (those: readonly string[]): readonly NamedFile[] =>
    those.map((written) => ({ access: 'Read', use: `${command} from`, written }));
  if (!WRITING_COMMANDS.has(command) || (command === 'sed' && onlyPrints(rest))) return read(paths);
  const changed = paths.map((written): NamedFile => ({ access: 'Edit', use: `${command} to`, written }));
  if (command === 'sed') return [...changed, ...read(paths)];
  return /^(cp|mv)$/.test(command) ? [...changed, ...read(paths.slice(0, -1))] : changed;
}

/** Includes arguments that Claude Code does not check: for `git`, those that could also be revisions. */
function namedPaths(command: string, words: readonly string[]): readonly string[] {
  if (command === 'ls' && words.every((word) => word.startsWith('-'))) return ['.'];
  if (command !== 'git') return pathsIn(command, words);
  return /^(diff|grep)$/.test(words[0] ?? '') ? words.slice(1).filter((word) => !word.startsWith('-')) : [];
}

function filesOfRedirections(part: CommandPart): readonly NamedFile[] {
  return part.redirections.map(({ operator, target }) =>
    operator.includes('>')
      ? { access: 'Edit', use: 'Output redirection to', written: target }
      : { access: 'Read', use: 'Input redirection from', written: target },
  );
}

function withoutStarters(words: readonly string[]): readonly string[] {
  let begin = 0;
  while (
    /^(time|nohup|nice|env)$/.test(words[begin] ?? '') ||
    (begin > 0 && /^[A-Za-z_]\w*=/.test(words[begin] ?? ''))
  ) {
    begin++;
  }
  return words.slice(begin);
}
