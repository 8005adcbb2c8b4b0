import type { Command } from 'commander';

/** Adds `skillwright lsp`. */
export function addLspCommand(program: Command): void {
  program
    .command('lsp')
    .description('serve an editor over standard input and output')
    .option('--stdio', 'the only way it talks; accepted because editors pass it')
    .option('--clientProcessId <id>', 'end when this process does')
    .action(async () => {
      // Only when it is wanted: the other commands start faster without it.
      const { startStandardInputServer } = await import('../lsp/start-node-server.ts');
      startStandardInputServer();
    });
}
