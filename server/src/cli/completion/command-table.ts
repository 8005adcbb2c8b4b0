import type { Command, Option } from 'commander';

/** The values that can be written in one place: one of some words, a file, a folder, or anything. */
export type Values = readonly string[] | 'file' | 'folder' | 'anything';

export interface CompletedOption {
  readonly name: string;
  readonly description: string;
  /** Undefined for an option without a value. */
  readonly values: Values | undefined;
  readonly isRepeatable: boolean;
}

export interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly CompletedOption[];
  /** The values of its arguments; undefined if it has none. */
  readonly arguments: Values | undefined;
}

/**
 * The commands of the program as shells complete them, from its help.
 *
 * @param words what can be written for an argument or after an option of this name, apart from declared choices
 */
export function commandTable(
  program: Command,
  words: Readonly<Record<string, readonly string[]>>,
): readonly CompletedCommand[] {
  const help = program.createHelp();
  return program.commands.map((command): CompletedCommand => {
    const [argument] = command.registeredArguments;
    return {
      name: command.name(),
      description: plain(command.description()),
      options: help.visibleOptions(command).map((option) => completedOption(option, words)),
      arguments: argument && (argument.argChoices ?? words[argument.name()] ?? valuesOf(argument.name())),
    };
  });
}

function completedOption(option: Option, words: Readonly<Record<string, readonly string[]>>): CompletedOption {
  const valueName = /[<[](.+?)[\]>]/.exec(option.flags)?.[1];
  return {
    name: option.long!,
    description: plain(option.description),
    values: valueName === undefined ? undefined : (option.argChoices ?? words[option.long!] ?? valuesOf(valueName)),
    isRepeatable: /repeat/.test(option.description),
  };
}

function valuesOf(name: string): Values {
  if (/^(dir|folder)$/.test(name)) return 'folder';
  return /^(file|path|skill|skill\|folder)$/.test(name) ? 'file' : 'anything';
}

/** One line without what shells interpret in a description: the first clause is enough for a list. */
function plain(text: string): string {
  return text
    .split(/[;:(]/)[0]!
    .replace(/[`'"\\[\]$]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
