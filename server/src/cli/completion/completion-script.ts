import type { Command } from 'commander';
import { RUNTIMES, SELECTABLE_TARGETS } from '../../dialect/targets.ts';
import { documentedRules } from '../../features/check/documented-rules.ts';
import { bashCompletion } from './bash-completion.ts';
import { type CompletedCommand, commandTable } from './command-table.ts';
import { fishCompletion } from './fish-completion.ts';
import { zshCompletion } from './zsh-completion.ts';

/*
 * commander has no completion, and libraries for it, such as omelette and tabtab, start the program at each Tab. These scripts have
 * all words in them.
 */

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } satisfies Record<
  string,
  (commands: readonly CompletedCommand[]) => string
>;

/** The script that completes the program's commands in a shell. */
export function completionScript(shell: keyof typeof scripts, program: Command): string {
  const idsOf = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);
  const words = { rule: idsOf(documentedRules), '--runtime': idsOf(RUNTIMES), '--target': idsOf(SELECTABLE_TARGETS) };
  return scripts[shell](commandTable(program, words));
}
