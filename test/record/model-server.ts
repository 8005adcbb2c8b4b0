import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to the model, as far as it is read here. */
export interface ModelRequest {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly system?: unknown;
  readonly tools?: readonly { readonly name: string; readonly description: string; readonly input_schema: unknown }[];
  readonly output_config?: { readonly effort?: string };
  readonly stream?: boolean;
}

export interface Message {
  readonly role: string;
  readonly content: string | readonly Block[];
}

export interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: string | readonly Block[];
  readonly is_error?: boolean;
}

/** What the model "says": a text, one call of a tool, or several. */
export type Turn = { readonly text: string } | ToolCall | { readonly tools: readonly ToolCall[] };

interface ToolCall {
  readonly tool: string;
  readonly input: unknown;
}

/** A substitute for the Messages API on the loopback interface. */
export interface ModelServer {
  readonly address: string;
  /** The requests of the agent's loop; side requests, such as for a title, offer no tools. */
  readonly requests: readonly ModelRequest[];
  close(): Promise<void>;
}

const standardAnswer: Turn = { text: 'OK done' };

/** Starts a server that answers with these turns, one for each request that offers tools, and then with a fixed text. */
export async function startModelServer(turns: readonly Turn[]): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const remaining = [...turns];
  let received = 0;
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    received++;
    const url = request.url ?? '';
    if (url.includes('/count_tokens')) sendJson(response, 200, { input_tokens: 100 });
    else if (request.method !== 'POST' || !/^\/v1\/messages(\?|$)/.test(url)) sendJson(response, 404, {});
    else {
      const asked = JSON.parse(body) as ModelRequest;
      const isLoop = (asked.tools?.length ?? 0) > 0;
      if (isLoop) requests.push(asked);
      sendAnswer(response, asked, (isLoop ? remaining.shift() : undefined) ?? standardAnswer, received);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** The ids of calls count requests and calls, because the recordings contain them. */
function contentOf(turn: Turn, serial: number): Record<string, unknown>[] {
  if ('text' in turn) return [{ type: 'text', text: turn.text }];
  const calls = 'tools' in turn ? turn.tools : [turn];
  return calls.map(({ tool, input }, index) => ({
    type: 'tool_use',
    id: `toolu_${serial}_${index}`,
    name: tool,
    input,
  }));
}

function sendAnswer(response: ServerResponse, { model, stream }: ModelRequest, turn: Turn, serial: number): void {
  const content = contentOf(turn, serial);
  const stopReason = 'text' in turn ? 'end_turn' : 'tool_use';
  const message = { id: `msg_${serial}`, type: 'message', role: 'assistant', model, stop_sequence: null };
  const usage = { input_tokens: 10, output_tokens: 3 };
  if (!stream) {
    sendJson(response, 200, { ...message, content, stop_reason: stopReason, usage });
    return;
  }

  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (type: string, data: object = {}): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  send('message_start', { message: { ...message, content: [], stop_reason: null, usage } });
  for (const [index, block] of content.entries()) {
    const isText = block.type === 'text';
    send('content_block_start', {
      index,
      content_block: isText ? { type: 'text', text: '' } : { ...block, input: {} },
    });
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    send('content_block_delta', { index, delta });
    send('content_block_stop', { index });
  }
  send('message_delta', { delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: 3 } });
  send('message_stop');
  response.end();
}
