import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import { bundledCli } from './cli-process.ts';

/** A client of `skillwright mcp`, as a host has it. */
export interface McpClient {
  readonly client: Client;
  /** What the server writes to standard error. */
  readonly errors: () => string;
  /** The texts of an answer, which is not an error. */
  call(tool: string, input?: Readonly<Record<string, unknown>>): Promise<readonly string[]>;
  /** The first text of an answer, as JSON. */
  json(tool: string, input?: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
  /** The text of an answer that is an error. */
  error(tool: string, input?: Readonly<Record<string, unknown>>): Promise<string>;
}

export interface McpClientOptions {
  readonly cwd: string;
  readonly home: string;
  readonly args?: readonly string[];
  /** URIs; a client without them declares no roots. */
  readonly roots?: () => readonly string[];
}

/** Starts a server, in which no text can be compiled, and connects to it until the test ends. */
export async function connectMcp({ cwd, home, args = [], roots }: McpClientOptions): Promise<McpClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--disallow-code-generation-from-strings', bundledCli(), 'mcp', ...args],
    cwd,
    env: { PATH: process.env.PATH!, HOME: home, USERPROFILE: home },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (piece: Buffer) => {
    stderr += piece;
  });
  const capabilities = roots ? { roots: { listChanged: true } } : {};
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  if (roots) client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: roots().map((uri) => ({ uri })) }));
  await client.connect(transport);
  onTestFinished(() => client.close());
  const ask = async (name: string, input: Readonly<Record<string, unknown>>) => {
    const { content, isError = false } = await client.callTool({ name, arguments: { ...input } });
    return { isError, texts: (content as readonly { readonly text: string }[]).map(({ text }) => text) };
  };
  const call: McpClient['call'] = async (tool, input = {}) => {
    const { isError, texts } = await ask(tool, input);
    if (isError) throw new Error(texts.join('\n'));
    return texts;
  };
  return {
    client,
    errors: () => stderr,
    call,
    json: async (tool, input) => JSON.parse((await call(tool, input))[0]!) as Record<string, unknown>,
    error: async (tool, input = {}) => {
      const { isError, texts } = await ask(tool, input);
      if (!isError) throw new Error(`No error: ${texts.join('\n')}`);
      return texts.join('\n');
    },
  };
}
