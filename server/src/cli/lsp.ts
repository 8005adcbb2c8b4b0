import type { Command } from 'commander';

/** Adds `skillwright lsp`. */
export function addLspCommand(program: Command): void {
  program
    .command('lsp')
    .description('run the language server on standard input and output')
    .option('--stdio', 'the only supported transport; accepted because editors pass it')
    .option('--clientProcessId <id>', 'exit when this process exits')
    .action(async () => {
      // Imported on demand: the other commands start faster without it.
      const { startStandardInputServer } = await import('../lsp/start-node-server.ts');
      startStandardInputServer();
    });
}
