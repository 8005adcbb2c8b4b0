import {
  FIND_ACTIONS,
  type FlagValue,
  READ_ONLY_AFTER_XARGS,
  READ_ONLY_ALONE,
  READ_ONLY_COMMANDS,
  READ_ONLY_EXACTLY,
  READ_ONLY_WITH_FLAGS,
  READ_ONLY_WITH_WILDCARDS,
  readOnlyFlags,
  SAFE_VARIABLES,
} from '../../dialect/shell/shell-commands.ts';
import { once } from '../../platform/once.ts';
import type { CommandPart } from '../../shell/read-command.ts';
import { runWords } from './command-rules.ts';
import { hasPattern } from './evaluating-command.ts';

/**
 * Whether Claude Code runs a part of a command without any rule, because it only reads; undefined if that is not known.
 */
export function isReadOnly(part: CommandPart): boolean | undefined {
  if (!part.assignments.every((it) => SAFE_VARIABLES.has(it.slice(0, it.indexOf('='))))) return false;
  const words = runWords(part);
  const [command] = words;
  if (command === undefined) return true;
  if (hasPattern(part) && !READ_ONLY_WITH_WILDCARDS.has(command)) return false;
  const rest = words.slice(1);
  if (READ_ONLY_EXACTLY.has(words.join(' '))) return true;
  if (longestName(words, namesOfReading()) !== undefined) return true;
  if (READ_ONLY_ALONE.has(command) && rest.length === 0) return true;
  switch (command) {
    case 'cd':
      return rest.length < 2;
    case 'find':
      return !rest.some((word) => FIND_ACTIONS.has(word));
    case 'printf':
      return printsPlainly(rest);
    case 'uniq':
      return rest.every((word) => /^-/.test(word));
    case 'sed':
      return readsWithSed(rest);
    case 'xargs':
      return rest.length === 0 || READ_ONLY_AFTER_XARGS.has(rest[0]!) || (rest[0]!.startsWith('-') ? undefined : false);
    case 'test':
    case '[':
    case '[[':
      return tests(part, rest);
    case 'date':
      return hasFlagsOf('date', rest) && datePrints(rest);
    case 'hostname':
      return rest.every((word) => /^-[fsiIadAv]$|^--[a-z-]+$/.test(word));
    case 'jq':
      return rest.some((word) =>
        /^-[a-zA-Z]*[fL]|^--(from-file|rawfile|slurpfile|argfile)|\benv\b|\$ENV|import|include/.test(word),
      )
        ? false
        : rest.length > 0;
    case 'man':
    case 'help':
    case 'lsof':
    case 'ss':
    case 'netstat':
    case 'tput':
    case 'fd':
    case 'fdfind':
    case 'docker':
      return undefined;
    case 'ps':
      return hasFlagsOf('ps', rest) && !rest.some((word) => !word.startsWith('-') && word.includes('e'));
  }
  return withFlags(words);
}

function withFlags(words: readonly string[]): boolean {
  const name = longestName(words, namesWithFlags());
  if (name === undefined) return false;
  const rest = words.slice(name.split(' ').length);
  if (!hasFlagsOf(name, rest)) return false;
  const plain = rest.filter((word) => !word.startsWith('-'));
  switch (name) {
    case 'git remote':
    case 'git ls-remote':
      return plain.length === 0;
    case 'git remote show':
      return false;
    case 'git branch':
      return (
        plain.length === 0 ||
        rest.some((word) => /^(-l|--list|--contains|--merged|--no-merged|--points-at)$/.test(word))
      );
    case 'git tag':
      return plain.length === 0 || rest.some((word) => /^(-l|--list|--contains|--points-at)$/.test(word));
    case 'git reflog':
      return !/^(expire|delete|drop|write)$/.test(plain[0] ?? '');
  }
  return true;
}

/** Names of commands, such as `git log`, by their first words; the longest first. */
type NamesByFirstWord = ReadonlyMap<string, readonly (readonly string[])[]>;

function byFirstWord(names: Iterable<string>): NamesByFirstWord {
  const found = new Map<string, (readonly string[])[]>();
  for (const name of [...names].sort((a, b) => b.length - a.length)) {
    const words = name.split(' ');
    const others = found.get(words[0]!);
    if (others) others.push(words);
    else found.set(words[0]!, [words]);
  }
  return found;
}

const namesOfReading = once(() => byFirstWord(READ_ONLY_COMMANDS));
const namesWithFlags = once(() => byFirstWord(READ_ONLY_WITH_FLAGS));

/** The longest name with which a command begins. */
function longestName(words: readonly string[], names: NamesByFirstWord): string | undefined {
  const found = names.get(words[0] ?? '')?.find((name) => name.every((word, index) => words[index] === word));
  return found?.join(' ');
}

/** Whether all flags are known to be harmless for this command. */
function hasFlagsOf(name: string, words: readonly string[]): boolean {
  const flags = readOnlyFlags(name);
  const patterns = /^(grep|egrep|fgrep|rg)$/.test(name);
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word === '--') return true;
    if (!word.startsWith('-') || word === '-') continue;
    const equals = word.indexOf('=');
    const flag = equals < 0 ? word : word.slice(0, equals);
    const takes = flags.get(flag);
    if (takes === undefined) {
      if (name.startsWith('git ') && /^-\d+$/.test(flag)) continue;
      if (patterns && /^-[a-zA-Z]\d+$/.test(flag) && isCounted(flags.get(flag.slice(0, 2)))) continue;
      const letters = /^-([^-].+)$/.exec(flag)?.[1];
      if (letters === undefined || ![...letters].every((letter) => flags.get(`-${letter}`) === 'none')) return false;
    } else if (takes === 'none') {
      if (equals >= 0) return false;
    } else {
      const value = equals < 0 ? words[++at] : word.slice(equals + 1);
      if (value === undefined || (takes === 'number' && !/^\d+$/.test(value))) return false;
      if (takes === 'text' && value.startsWith('-') && flag !== '--sort') return false;
    }
  }
  return true;
}

function isCounted(takes: FlagValue | undefined): boolean {
  return takes === 'number' || takes === 'text';
}

/** `printf` evaluates numbers as expressions, which may run commands. */
function printsPlainly(rest: readonly string[]): boolean {
  if (rest[0]?.startsWith('-') && rest[0] !== '--') return false;
  const [format = '', ...values] = rest[0] === '--' ? rest.slice(1) : rest;
  if (format.includes('$') || /\\[uU]/.test(format)) return false;
  const numbers = /%[-+ 0#']*(?:[1-9.][\d.]*)?[lLhqjzt]*[diouxXeEfFgGaAn]|\*/.test(format.replaceAll('%%', ''));
  return !numbers || values.every((value) => /^[-+]?(0[xX][\da-fA-F]+|\d*\.?\d+([eE][-+]?\d+)?)$/.test(value));
}

/** `sed -n 3,5p` reads; other scripts only read piped input. */
function readsWithSed(rest: readonly string[]): boolean | undefined {
  const flags = rest.filter((word) => word.startsWith('-'));
  const plain = rest.filter((word) => !word.startsWith('-'));
  const prints = plain.length > 0 && /^(\d+|\$)?(,(\d+|\$))?p$/.test(plain[0]!);
  if (prints && flags.every((flag) => /^(-n|--quiet|--silent|-E|-r|-z)$/.test(flag)) && flags.length > 0) return true;
  if (/^s([/|#,@])[^/|#,@\n\\]*\1[^/|#,@\n\\]*\1[gip\d]*$/.test(plain[0] ?? '')) {
    return flags.every((flag) => /^(-E|-r)$/.test(flag)) && plain.length === 1;
  }
  return undefined;
}

function tests(part: CommandPart, rest: readonly string[]): boolean | undefined {
  if (part.written.some((word) => /\$|`/.test(word))) return false;
  if (rest.some((word) => /^-[vRt]$/.test(word)) || rest.some((word) => /\[/.test(word))) return undefined;
  if (part.words[0] !== '[[' && rest.some((word) => /^-[ao]$/.test(word))) return false;
  const compares = rest.findIndex((word) => /^-(eq|ne|lt|le|gt|ge)$/.test(word));
  const isNumber = (word: string | undefined): boolean => /^[-+]?\d+$/.test(word ?? '');
  return compares < 0 || (isNumber(rest[compares - 1]) && isNumber(rest[compares + 1]));
}

function datePrints(rest: readonly string[]): boolean {
  return rest.every(
    (word, at) => /^[-+]/.test(word) || /^(-d|--date|-r|--reference|--rfc-3339)$/.test(rest[at - 1] ?? ''),
  );
}
