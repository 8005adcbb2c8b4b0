import { type Command, InvalidArgumentError } from 'commander';
import { addCatalogOptions, type SessionOptions } from './session-options.ts';

interface McpOptions extends SessionOptions {
  readonly write?: true;
  readonly maxChars?: number;
}

/** About ten thousand tokens: Claude Code warns of longer answers. */
const usualLength = 40_000;

/** Adds `skillwright mcp`. */
export function addMcpCommand(program: Command): void {
  addCatalogOptions(
    program.command('mcp').description('run a server of the Model Context Protocol on standard input and output'),
  )
    .option('--write', 'let the tool `fix` write into files of the session directory')
    .option(
      '--max-chars <n>',
      `characters that an answer may have; longer ones are cut (default: ${usualLength})`,
      parseLength,
    )
    .addHelpText(
      'after',
      [
        '',
        'Reads files in the folders that the host declares as roots, or else in the repository of',
        'the session directory, and what Claude Code itself reads for a session there. It runs nothing,',
        'sends nothing and, without --write, writes nothing.',
      ].join('\n'),
    )
    .action(async ({ write, maxChars, ...session }: McpOptions) => {
      // Imported on demand: no other command needs the protocol.
      const { startMcpServer } = await import('./mcp/mcp-server.ts');
      const version = program.version()!;
      await startMcpServer({ version, session, writes: write === true, maxLength: maxChars ?? usualLength });
    });
}

function parseLength(value: string): number {
  const length = Number(value);
  if (Number.isSafeInteger(length) && length >= 1000) return length;
  throw new InvalidArgumentError('Write a whole number, 1000 or more.');
}
