import { PATH_VERBS, WRITING_COMMANDS } from '../../dialect/shell/shell-commands.ts';
import { isInside, isWithin, relativeTo } from '../../platform/paths.ts';
import type { CommandPart } from '../../shell/read-command.ts';
import type { CommandPermissions } from './command-permissions.ts';
import { hasPattern } from './evaluating-command.ts';
import { startedBy } from './starters.ts';

/** Claude Code's objection to files that a part of a command reads or changes. */
export interface PathObjection {
  readonly message: string;
  /** The rule or mode that removes the objection. */
  readonly liftedBy:
    | 'nothing'
    /** A rule for all of Bash. */
    | 'any-command'
    /** Also the mode `acceptEdits`. */
    | 'edits'
    /** Also a rule for this command. */
    | 'rule';
}

/** Where a command runs. */
export type Places = Pick<CommandPermissions, 'folder' | 'addedFolders' | 'home'> & {
  /** Whether a rule allows to change a file. */
  readonly allowsEdit?: (path: string) => boolean;
};

/**
 * Claude Code's objection to the files that a part reads or changes; `undefined` in an answer means that it is not
 * known.
 */
export function objectionToPaths(part: CommandPart, places: Places): PathObjection | 'unknown' | undefined {
  return objectionToRedirections(part, places) ?? objectionToArguments(part, places);
}

/** Claude Code's objection to redirections. */
export function objectionToRedirections(part: CommandPart, places: Places): PathObjection | 'unknown' | undefined {
  for (const { operator, target } of part.redirections) {
    if (target === '/dev/null') continue;
    if (/^[~=]|[$*?[`]/.test(target)) {
      if (operator.includes('>')) return expansion;
      return /^[^~=$`]+$/.test(target) ? readsPattern(target) : 'unknown';
    }
    const path = resolvePath(target, places)!;
    const inside = isInSession(path, places);
    if (operator === '<') {
      if (!inside) return blocked('Input redirection from', path, 'read files in', places);
    } else if (isSensitive(path, places)) return sensitive(path);
    else if (!places.allowsEdit?.(path))
      return needsApproval(`Output redirection to '${path}'`, inside, inside ? 'edits' : 'any-command', places);
  }
  return undefined;
}

function objectionToArguments(part: CommandPart, places: Places): PathObjection | 'unknown' | undefined {
  const started = startedBy(part.words);
  if (started.isUnknown) return 'unknown';
  const [command = '', ...rest] = started.words;
  const verb = PATH_VERBS.get(command);
  if (verb === undefined) return undefined;
  const writes = WRITING_COMMANDS.has(command) && !(command === 'sed' && onlyPrints(rest));
  if (command === 'sed' && rest.includes('')) return 'unknown';
  if (command === 'sed' && hasPattern(part)) return patternInWriting;
  if (/^(cp|mv)$/.test(command) && rest.some((word) => word.startsWith('-'))) return withFlags(command);
  let mild: PathObjection | undefined;
  for (const named of pathsIn(command, rest)) {
    // A number that the shell computes is known before it runs.
    const written = named.replace(/\$\(\([^()$]*\)\)/g, '0');
    if (/^=|`/.test(written)) return expansion;
    // A command that is analyzed contains no variables but `$HOME` and `$PWD`; any other `$` is quoted.
    if (written.includes('$') && !/^\$\{?(HOME|PWD)\}?(\/[^$]*)?$/.test(written)) {
      return /\$\{?(HOME|PWD)/.test(written) ? 'unknown' : expansion;
    }
    const path = resolvePath(written, places);
    if (path === undefined) return 'unknown';
    if (/^(rm|rmdir)$/.test(command)) {
      const danger = dangerOf(command, path, places);
      if (danger) return danger;
    }
    if (writes && /[*?[]/.test(written)) {
      return patternInWriting;
    }
    const base = resolvePath(withoutPattern(written), places)!;
    const inside = isInSession(base, places);
    if (!writes) {
      if (!inside) return blocked(`${command} in`, base, verb, places);
      if (/[^/.]\/+(\.\.)(\/|$)/.test(written)) return traversal;
    } else if (isSensitive(path, places)) return sensitive(path);
    else if (places.allowsEdit?.(path)) continue;
    // Objections that no rule removes come first.
    else if (!inside) return needsApproval(`${command} in '${path}'`, inside, 'any-command', places);
    else mild ??= needsApproval(`${command} in '${path}'`, inside, 'rule', places);
  }
  return mild;
}

/** Claude Code does not analyze paths with such characters, even if they are quoted. */
const expansion: PathObjection = {
  message: 'Shell expansion syntax in paths requires manual approval',
  liftedBy: 'any-command',
};

const patternInWriting: PathObjection = {
  message: 'Glob patterns are not allowed in write operations. Please specify an exact file path.',
  liftedBy: 'any-command',
};

const traversal: PathObjection = {
  message:
    "Path contains '..' traversal after a directory segment, which may follow a symlink outside the working directory",
  liftedBy: 'any-command',
};

function readsPattern(target: string): PathObjection {
  return {
    message: `Input redirection from '${target}' requires manual approval: the file it names depends on glob expansion or a directory change in the same command.`,
    liftedBy: 'any-command',
  };
}

function withFlags(command: string): PathObjection {
  return {
    message: `${command} with flags requires manual approval to ensure path safety. For security, Claude Code cannot automatically validate ${command} commands that use flags, as some flags like --target-directory=PATH can bypass path validation.`,
    liftedBy: 'any-command',
  };
}

function needsApproval(
  what: string,
  inside: boolean,
  liftedBy: PathObjection['liftedBy'],
  places: Places,
): PathObjection {
  const message = inside
    ? `${what} needs approval. The path is inside the working directories for this session (${folders(places)}), and Claude Code asks before a shell command creates, changes or removes files there.`
    : `${what} needs approval. The path is outside the working directories for this session (${folders(places)}). Allowing runs the command as written.`;
  return { message, liftedBy };
}

function blocked(what: string, path: string, verb: string, places: Places): PathObjection {
  return {
    message: `${what} '${path}' was blocked. For security, Claude Code may only ${verb} the allowed working directories for this session: ${folders(places)}.`,
    liftedBy: 'any-command',
  };
}

function sensitive(path: string): PathObjection | 'unknown' {
  if (/\/\.claude\/settings[^/]*\.json$/.test(path)) return 'unknown';
  return {
    message: `Claude requested permissions to edit ${path} which is a sensitive file.`,
    liftedBy: 'nothing',
  };
}

function dangerOf(command: string, path: string, places: Places): PathObjection | undefined {
  const folder = path.replace(/\/\*$/, '') || '/';
  const own = [places.folder, ...places.addedFolders].some((it) => isWithin(it, folder));
  const ofSystem = folder.split('/').length <= 2 || folder === places.home;
  if (!ofSystem && !own) return undefined;
  const what = ofSystem
    ? 'a critical system directory'
    : 'a workspace directory (the working directory, an additional working directory, or one of their parent directories)';
  return {
    message: `Dangerous ${command} operation detected: '${path}'\n\nThis command would remove ${what}. This requires explicit approval and cannot be auto-allowed by permission rules.`,
    liftedBy: 'nothing',
  };
}

function folders({ folder, addedFolders }: Places): string {
  return [folder, ...addedFolders].map((it) => `'${it}'`).join(', ');
}

/** Files that Claude Code, git or a shell would run. */
function isSensitive(path: string, places: Places): boolean {
  const root = [places.folder, ...places.addedFolders].find((it) => isInside(path, it));
  if (root === undefined) return false;
  const inside = relativeTo(path, root);
  return (
    /(^|\/)\.(git|vscode|idea|claude)\//.test(inside) ||
    /(^|\/)\.(bashrc|bash_profile|zshrc|zprofile|profile|gitconfig|gitmodules|ripgreprc|mcp\.json|claude\.json)$/.test(
      inside,
    )
  );
}

function isInSession(path: string, { folder, addedFolders }: Places): boolean {
  return [folder, ...addedFolders].some((it) => isWithin(path, it));
}

/** The part of a written path before the first name with a pattern. */
export function withoutPattern(written: string): string {
  const at = written.search(/[*?[]/);
  if (at < 0) return written;
  const end = written.lastIndexOf('/', at);
  return end < 0 ? '.' : written.slice(0, end) || '/';
}

/** A path as Claude Code displays it; undefined if it begins in an unknown home. */
export function resolvePath(written: string, { folder, home }: Places): string | undefined {
  const named = written.replace(/^\$\{?PWD\}?(?=\/|$)/, folder);
  const fromHome = /^(~|\$\{?HOME\}?)(?=\/|$)/.exec(named)?.[0];
  if (fromHome !== undefined && home === undefined) return undefined;
  const absolute = fromHome === undefined ? named : home + named.slice(fromHome.length);
  const names: string[] = [];
  for (const name of (absolute.startsWith('/') ? absolute : `${folder}/${absolute}`).split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `/${names.join('/')}`;
}

/** The arguments of a command that name files. */
export function pathsIn(command: string, words: readonly string[]): readonly string[] {
  switch (command) {
    case 'tr':
      return [];
    case 'cd':
      return words[0] === '-' ? [] : [words.find((word) => !word.startsWith('-')) ?? '~'];
    case 'find': {
      const end = words.findIndex((word) => /^[-(!]/.test(word));
      return words.slice(0, end < 0 ? undefined : end);
    }
    case 'git': {
      const compares = words[0] === 'diff' || words[0] === 'grep';
      const dashes = words.indexOf('--');
      if (!compares) return [];
      return [
        ...words.slice(1, dashes < 0 ? undefined : dashes).filter((it) => it.startsWith('/')),
        ...(dashes < 0 ? [] : words.slice(dashes + 1)),
      ];
    }
    case 'grep':
    case 'egrep':
    case 'fgrep':
    case 'rg':
      return afterPattern(
        words,
        /^(-e|--regexp|-f|--file)$/,
        /^(-[ABCmefgt]|--(after-context|before-context|context|max-count|regexp|file|glob|type))$/,
      );
    case 'sed':
      return afterPattern(words, /^(-e|--expression|-f|--file)$/, /^(-e|--expression|-l|--line-length)$/);
    case 'awk':
    case 'gawk':
    case 'mawk':
    case 'nawk':
      return afterPattern(words, /^(-f|--file)$/, /^(-F|-v|--field-separator|--assign)$/);
    case 'jq':
      return afterPattern(words, /^(-f|--from-file)$/, /^(--indent|--tab)$/);
    case 'stat':
      return plainWords(words, /^(-c|-f|--format|--printf)$/);
    default:
      return plainWords(words, noFlag);
  }
}

const noFlag = /(?!)/;

/** Words that are neither flags nor values of these flags; after `--`, every word. */
function plainWords(words: readonly string[], valued: RegExp): readonly string[] {
  const dashes = words.indexOf('--');
  const before = words.slice(0, dashes < 0 ? undefined : dashes);
  const plain = before.filter(
    (word, at) => (!word.startsWith('-') || word === '') && !valued.test(before[at - 1] ?? ''),
  );
  return [...plain, ...(dashes < 0 ? [] : words.slice(dashes + 1))];
}

/** The plain words without the first, which is a pattern unless a flag specifies one. */
function afterPattern(words: readonly string[], giving: RegExp, valued: RegExp): readonly string[] {
  const plain = plainWords(words, valued);
  const files = words.filter((_, at) => /^(-f|--file|--from-file)$/.test(words[at - 1] ?? ''));
  return [...files, ...(words.some((word) => giving.test(word)) ? plain : plain.slice(1))];
}

/** `sed -n 3p` changes nothing, nor does a script for piped input. */
export function onlyPrints(words: readonly string[]): boolean {
  return (
    words.some((word) => /^(-n|--quiet|--silent)$/.test(word)) && !words.some((word) => /^(-i|--in-place)/.test(word))
  );
}
