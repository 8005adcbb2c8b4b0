import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelRequest, ModelServer, ToolCall, Turn } from '../model-server.ts';

/** The only interface on which it listens. */
const loopback = '127.0.0.1';

/** Bytes of a request. Claude Code's own are at most a few megabytes, most of them the skill. */
const maxBody = 64 * 1024 * 1024;

/** Requests that are kept: more means a loop. */
const maxRequests = 1_000;

const standardAnswer: Turn = { text: 'OK done' };

/**
 * Starts a substitute for the Messages API, on a port that the system chooses.
 *
 * @param aside answers requests that take no turn; undefined for all others
 */
export async function startModelServer(
  turns: readonly Turn[],
  aside: (request: ModelRequest) => Turn | undefined = () => undefined,
): Promise<ModelServer> {
  const key = `sk-ant-loopback-${randomBytes(24).toString('hex')}`;
  const requests: ModelRequest[] = [];
  const remaining = [...turns];
  let received = 0;
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').split('?')[0];
    // Another program on this machine may find the port, but not the key.
    if (!hasKey(request, key)) return sendError(response, 401, 'authentication_error');
    const body = await readBody(request);
    if (body === undefined) return sendError(response, 413, 'request_too_large');
    received++;
    if (path === '/v1/messages/count_tokens') return sendJson(response, 200, { input_tokens: 100 });
    const asked = request.method === 'POST' && path === '/v1/messages' ? readRequest(body) : undefined;
    if (!asked) return sendError(response, 404, 'not_found_error');
    const isLoop = (asked.tools?.length ?? 0) > 0;
    if (isLoop && requests.length >= maxRequests) return sendError(response, 429, 'rate_limit_error');
    if (isLoop) requests.push(asked);
    const turn = aside(asked) ?? (isLoop ? remaining.shift() : undefined);
    sendAnswer(response, asked, turn ?? standardAnswer, received);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, loopback, resolve);
  });
  return {
    address: `http://${loopback}:${(server.address() as AddressInfo).port}`,
    key,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function hasKey({ headers }: IncomingMessage, key: string): boolean {
  const bearer = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1];
  return [headers['x-api-key'], bearer].some((given) => typeof given === 'string' && isSame(given, key));
}

function isSame(given: string, key: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(key)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The body as UTF-8; undefined if it is too large or never arrives. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request) {
      length += (chunk as Buffer).length;
      if (length > maxBody) return undefined;
      chunks.push(chunk as Buffer);
    }
  } catch {
    // The other side has closed the connection.
    return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readRequest(body: string): ModelRequest | undefined {
  try {
    const asked = JSON.parse(body) as Partial<ModelRequest> | null;
    return Array.isArray(asked?.messages) ? (asked as ModelRequest) : undefined;
  } catch {
    return undefined;
  }
}

function sendError(response: ServerResponse, status: number, type: string): void {
  // The rest of a body that is not read would be taken for the next request.
  response.shouldKeepAlive = false;
  sendJson(response, status, { type: 'error', error: { type, message: type } });
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** The ids of calls count requests and calls, because the recordings contain them. */
function contentOf(turn: Turn, serial: number): Record<string, unknown>[] {
  if ('text' in turn) return [{ type: 'text', text: turn.text }];
  const calls: readonly ToolCall[] = 'tools' in turn ? turn.tools : [turn];
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
  const usage = { input_tokens: turn.inputTokens ?? 10, output_tokens: 3 };
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
