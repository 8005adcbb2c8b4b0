import type { CompletedCommand, CompletedOption, Values } from './command-table.ts';

/** For a file named `_skillwright` on the `fpath`, or to be sourced after `compinit`. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  return `#compdef skillwright
_skillwright() {
  local context state state_descr line
  typeset -A opt_args
  local -a commands
  commands=(
${commands.map(({ name, description }) => `    '${name}:${description}'`).join('\n')}
  )
  _arguments -C '--help[show help]' '--version[show the version]' '1: :->command' '*:: :->rest'
  case $state in
    command) _describe -t commands 'command' commands ;;
    rest)
      case $words[1] in
${commands.map(commandCase).join('\n')}
      esac
      ;;
  esac
}
if [ "$funcstack[1]" = _skillwright ]; then _skillwright "$@"; else compdef _skillwright skillwright; fi
`;
}

function commandCase({ name, options, arguments: values }: CompletedCommand): string {
  const specs = [...options.map(optionSpec), ...(values === undefined ? [] : [`'*:argument:${actionOf(values)}'`])];
  return `        ${name})\n          _arguments -S ${specs.map((spec) => `\\\n            ${spec}`).join(' ')}\n          ;;`;
}

function optionSpec({ name, description, values, isRepeatable }: CompletedOption): string {
  const many = isRepeatable ? '*' : '';
  const value = values === undefined ? '' : `=:value:${actionOf(values)}`;
  // With a value, both \`--name value\` and \`--name=value\`.
  return `'${many}${name}${value === '' ? '' : '='}[${description}]${value.slice(1)}'`;
}

function actionOf(values: Values): string {
  if (values === 'file') return '_files';
  if (values === 'folder') return '_files -/';
  return values === 'anything' ? ' ' : `(${values.join(' ')})`;
}
