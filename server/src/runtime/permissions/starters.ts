import { STARTING_COMMANDS } from '../../dialect/shell/shell-commands.ts';

/*
 * Commands that only start what follows them, as Claude Code reads them. Recorded in test/conformance,
 * own-starting-commands and own-starting-options.
 */

const duration = /^[\d.]+[smhd]?$/;

/** How the options of a command are read: the words that each takes, or nothing where it was not recorded. */
const options: Readonly<Record<string, (option: string) => number | undefined>> = {
  timeout: (option) => {
    if (/^-[sk]$/.test(option)) return 2;
    return /^--(?:(?:signal|kill-after)=.+|preserve-status|foreground)$/.test(option) ? 1 : undefined;
  },
  stdbuf: (option) => {
    if (/^-[ioe]$/.test(option)) return 2;
    return /^(?:-[ioe].+|--(?:input|output|error)=.+)$/.test(option) ? 1 : undefined;
  },
  nice: (option) => {
    if (option === '-n') return 2;
    return /^-\d+$/.test(option) ? 1 : undefined;
  },
  env: (option) => {
    if (option === '-u') return 2;
    return option === '-i' || /^[A-Za-z_]\w*=/.test(option) ? 1 : undefined;
  },
  command: (option) => (option === '-p' ? 1 : undefined),
};

/** The number of words, from an index on, that only start what follows; rules are compared with the rest. */
export function startingWords(words: readonly string[], from: number): number {
  const command = words[from] ?? '';
  if (!/^(time|nohup|command|builtin|timeout|nice|stdbuf)$/.test(command)) return 0;
  let next = from + 1;
  // With an option, `command` is compared as it is written.
  if (command !== 'command') next += optionWords(command, words, next);
  if (command === 'timeout') {
    if (!duration.test(words[next] ?? '')) return 0;
    next++;
  }
  const first = words[next];
  return first === undefined || first.startsWith('-') ? 0 : next - from;
}

/** The command that is started in the end, and why Claude Code does not run it. */
interface Started {
  readonly words: readonly string[];
  readonly objection?: string;
  /** Options that were not recorded. */
  readonly isUnknown?: true;
}

/** The started command, whose paths are looked at. */
export function startedBy(words: readonly string[]): Started {
  let rest = words;
  for (;;) {
    const [command = '', first] = rest;
    if (first === undefined) return { words: rest };
    if (STARTING_COMMANDS.has(command)) {
      return { words: rest, objection: `What '${command}' starts can't be checked before it runs` };
    }
    if (!/^(time|nohup|command|builtin|timeout|nice|stdbuf|env)$/.test(command)) return { words: rest };
    let next = 1 + optionWords(command, rest, 1);
    if (command === 'timeout' && duration.test(rest[next] ?? '')) next++;
    const after = rest[next];
    if (after === undefined) return { words: rest };
    const isVariable = command === 'time' && /^[A-Za-z_]\w*=/.test(after);
    if (isVariable || (command === 'env' && after.startsWith('-'))) {
      return { words: rest, objection: `'${command} ${after}' can't be checked before it runs` };
    }
    if (after.startsWith('-')) {
      if (/^(time|nohup|nice)$/.test(command) || after === '--') return { words: rest, objection: incomplete };
      return { words: rest, isUnknown: true };
    }
    rest = rest.slice(next);
  }
}

const incomplete = 'Command appears to be an incomplete fragment';

function optionWords(command: string, words: readonly string[], from: number): number {
  let next = from;
  for (;;) {
    const taken = options[command]?.(words[next] ?? '');
    if (taken === undefined) return next - from;
    next += taken;
  }
}
