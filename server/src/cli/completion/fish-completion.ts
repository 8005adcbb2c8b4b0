import type { CompletedCommand, CompletedOption, Values } from './command-table.ts';

/** For a file in `~/.config/fish/completions`, or to be sourced. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const first = commands.map(
    ({ name, description }) => `complete -c skillwright -n __fish_use_subcommand -f -a ${name} -d '${description}'`,
  );
  return `# fish completion for skillwright
complete -c skillwright -n __fish_use_subcommand -l version -d 'show the version'
complete -c skillwright -l help -d 'show help'
${first.join('\n')}
${commands.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ name, options, arguments: values }: CompletedCommand): readonly string[] {
  const start = `complete -c skillwright -n '__fish_seen_subcommand_from ${name}'`;
  const takesPaths = values === 'file' || values === 'folder';
  return [
    ...(takesPaths
      ? []
      : [`${start} -f${values === undefined || values === 'anything' ? '' : ` -a '${wordsOf(values)}'`}`]),
    ...options.filter((option) => option.name !== '--help').map((option) => `${start} ${optionPart(option)}`),
  ];
}

function optionPart({ name, description, values }: CompletedOption): string {
  return `-l ${name.slice(2)}${valuePart(values)} -d '${description}'`;
}

function valuePart(values: Values | undefined): string {
  if (values === undefined) return '';
  if (values === 'file') return ' -r -F';
  return values === 'folder' ? " -x -a '(__fish_complete_directories)'" : ` -x -a '${wordsOf(values)}'`;
}

function wordsOf(values: Values): string {
  return typeof values === 'string' ? '' : values.join(' ');
}
