import type { CompletedCommand, Values } from './command-table.ts';

/**
 * For bash 3.2 and later. Words are taken from the line, because readline also splits at `=`, `:` and `@`; what it takes for
 * the beginning of the last word is then cut off from each answer.
 */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  return `# bash completion for skillwright
_skillwright() {
  local IFS=$' \\t\\n'
  local line="\${COMP_LINE:0:COMP_POINT}"
  local cur="\${line##*[[:space:]]}" part="\${COMP_WORDS[COMP_CWORD]}" command='' option='' value words='' word
  local before="\${line%"$cur"}"
  case "$part" in *[=:@]) part='' ;; esac
  local done="\${cur%"$part"}"
  local -a typed
  read -ra typed <<< "$before"
  for word in "\${typed[@]:1}"; do
    case "$word" in -*) option="$word" ;; *) [ -z "$command" ] && command="$word"; option='' ;; esac
  done
  value="$cur"
  case "$cur" in --*=*) option="\${cur%%=*}"; value="\${cur#*=}" ;; esac
  COMPREPLY=()
  case "$command $option" in
${commands.flatMap((command) => optionCases(command)).join('\n')}
    *)
      option=''
      case "$command" in
        '') words='${commands.map(({ name }) => name).join(' ')} --help --version' ;;
${commands.map(commandCase).join('\n')}
      esac
      ;;
  esac
  if [ "$words" = '<path>' ]; then return; fi
  compopt +o default +o bashdefault 2> /dev/null
  for word in $(compgen -W "$words" -- "$value"); do
    case "$cur" in --*=*) word="$option=$word" ;; esac
    COMPREPLY+=("\${word#"$done"}")
  done
}
complete -o bashdefault -o default -F _skillwright skillwright
`;
}

/** Options with a value, which is completed after them. */
function optionCases({ name, options }: CompletedCommand): readonly string[] {
  return options
    .filter((option) => option.values !== undefined)
    .map((option) => `    '${name} ${option.name}') words='${wordsOf(option.values!)}' ;;`);
}

/** Options after a dash, else what the command takes. */
function commandCase({ name, options, arguments: values }: CompletedCommand): string {
  const flags = options.map((option) => option.name).join(' ');
  return `        ${name}) case "$cur" in -*) words='${flags}' ;; *) words='${wordsOf(values ?? [])}' ;; esac ;;`;
}

/** Readline itself completes paths. */
function wordsOf(values: Values): string {
  if (values === 'anything') return '';
  return typeof values === 'string' ? '<path>' : values.join(' ');
}
