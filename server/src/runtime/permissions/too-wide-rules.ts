import { RUNNING_COMMANDS, WRAPPING_COMMANDS } from '../../dialect/shell/shell-commands.ts';
import type { BashRule } from './command-rules.ts';

/**
 * Whether a rule allows so much that the mode `plan` ignores it: any command, or any argument of a command that runs code.
 * Recorded in test/conformance/own-plan-rules.
 */
export function isTooWide(rule: BashRule): boolean {
  switch (rule.kind) {
    case 'all':
      return true;
    case 'exact':
      return RUNNING_COMMANDS.includes(normalized(rule.text));
    case 'prefix':
      return runsAnything(`${rule.text} *`);
    case 'wildcard':
      return runsAnything(rule.text);
  }
}

function runsAnything(pattern: string): boolean {
  return takesAnyCode(normalized(pattern)) || isOpen(pattern);
}

/** Whether `*` follows a command that runs code, or ends its options. */
function takesAnyCode(pattern: string): boolean {
  return RUNNING_COMMANDS.some((command) => {
    if (!pattern.startsWith(command)) return false;
    const rest = pattern.slice(command.length);
    if (/^ ?\*$/.test(rest)) return true;
    if (!/^ -.*\*$/s.test(rest)) return false;
    // A module of a package is a program.
    return !(/^python[\d.]*$/.test(command) && /^ -m\s+\w+\.[\w.]+\s+\*$/.test(rest));
  });
}

/** Whether what is before the first `*` names no command yet, or only those that run others. */
function isOpen(pattern: string): boolean {
  const [before = ''] = /^(?:\\[*\\]|[^*])*/.exec(pattern) ?? [];
  if (before === pattern) return false;
  if (RUNNING_COMMANDS.includes(withoutLastOptions(normalized(before)))) return true;
  let end = 0;
  for (const [text, written = ''] of before.matchAll(wordsBeforeBlanks)) {
    const word = unquoted(written);
    if (/^(?:-\w*c|\/c)$/i.test(word)) return true;
    if (!isNoCommand.test(word) && !others.includes(programName(word))) return false;
    end += text.length;
  }
  const begun = unquoted(before.slice(end).trim());
  if (isNoCommand.test(begun) || isPathAnywhere.test(begun)) return true;
  const program = programName(begun);
  return program !== '' && others.some((command) => !command.includes(' ') && command.startsWith(program));
}

/** Commands that run code, or other commands. */
const others: readonly string[] = [...WRAPPING_COMMANDS, ...RUNNING_COMMANDS];

/** Words with a blank after them: what is before `*` without one is only the beginning of a word. */
const wordsBeforeBlanks = /\s*((?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|[^\s\\'"])+)(?=\s)/gsy;

/** Variables, options, durations, marks, and words with characters that are special for a shell. */
const isNoCommand = /^(?:\w+\+?=|-|\/+\w$|\d[\d.]*[smhd]?$|[^a-z0-9]*$)|[^\w .+@%,:~/-]/i;

/** Paths from the root of a disk, from the home folder, and those that lead upwards. */
const isPathAnywhere = /^(?:[/~\\]|[a-z]:)|(?:^|[\\/])\.\.(?:[\\/]|$)/i;

/** A rule as rules are compared with commands: in lower case, its program without quotes, folder and version. */
function normalized(rule: string): string {
  const text = rule
    .trim()
    .toLowerCase()
    .replace(/[ \t]+/g, ' ')
    .replace(/\*[ *]*\*/g, '*');
  const [program = ''] = /^(?:"[^"*]*"|'[^'*]*'|[^ *='"])+?(?= |:\*$|$)/.exec(text) ?? [];
  return unquoted(programName(unquoted(program)) + text.slice(program.length));
}

/** `/usr/bin/python3.11` is `python`. */
function programName(word: string): string {
  const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
  return name
    .toLowerCase()
    .replace(/\.exe$/, '')
    .replace(/(?<![\d.])[\d.]+$/, '');
}

function unquoted(text: string): string {
  return text.replace(/['"]/g, '');
}

/** The words up to the last one that is neither an option nor only marks. */
function withoutLastOptions(text: string): string {
  const words = text.split(' ');
  return words.slice(0, words.findLastIndex((word) => !/^(?:-|[^a-z0-9:]*$)/.test(word)) + 1).join(' ');
}
