import { Argument, type Command } from 'commander';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** Adds `skillwright completion`. */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands, options and values in a shell')
    .addArgument(new Argument('<shell>', 'shell to print it for').choices(shells))
    .addHelpText(
      'after',
      [
        '',
        'bash: add to ~/.bashrc:  eval "$(skillwright completion bash)"',
        'zsh:  add to ~/.zshrc, after compinit:  eval "$(skillwright completion zsh)"',
        'fish: skillwright completion fish > ~/.config/fish/completions/skillwright.fish',
      ].join('\n'),
    )
    .action(async (shell: Shell) => {
      // Loaded on use: a shell asks once.
      const { completionScript } = await import('./completion/completion-script.ts');
      process.stdout.write(completionScript(shell, program));
    });
}
