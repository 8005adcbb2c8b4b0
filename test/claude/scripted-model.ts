import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What the API answers to one request of the agent's loop. */
export type ScriptedTurn = {
  /** Only for a request whose messages contain this text; others take the next turn. */
  readonly when?: string;
  /** Only for a request whose messages do not contain this text. */
  readonly unless?: string;
} & (
  | {
      readonly text?: string;
      readonly thinking?: string;
      readonly calls?: readonly { readonly tool: string; readonly input: unknown }[];
      /** Tokens, as the API counts them. */
      readonly usage?: Readonly<Record<string, number>>;
      /** Milliseconds between the pieces of a text. */
      readonly pause?: number;
    }
  | { readonly status: number; readonly error: string; readonly message: string }
);

/** A Messages API on the loopback interface that follows a script, in pieces and with failures, as the real one. */
export interface ScriptedModel {
  readonly address: string;
  /** Any key is accepted. */
  readonly key: string;
  /** The bodies of the requests of the agent's loop. */
  readonly requests: readonly string[];
  /** Those of requests in which no tools are offered. */
  readonly withoutTools: readonly string[];
}

interface Asked {
  readonly model: string;
  readonly stream?: boolean;
  readonly tools?: readonly unknown[];
  readonly messages: unknown;
}

/** Characters of a piece. */
const pieceLength = 12;

const done: ScriptedTurn = { text: 'Done.' };

/** Starts one for a test. After the script, it answers with a fixed text. */
export async function startScriptedModel(script: readonly ScriptedTurn[]): Promise<ScriptedModel> {
  const left = [...script];
  const [requests, withoutTools]: [string[], string[]] = [[], []];
  let serial = 0;
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (request.url?.includes('/count_tokens')) return sendJson(response, 200, { input_tokens: 100 });
    if (request.method !== 'POST') return sendJson(response, 404, {});
    const asked = JSON.parse(body) as Asked;
    const isLoop = (asked.tools?.length ?? 0) > 0;
    (isLoop ? requests : withoutTools).push(body);
    const messages = JSON.stringify(asked.messages);
    const isFor = ({ when, unless }: ScriptedTurn) =>
      (when === undefined ? isLoop : messages.includes(when)) && (unless === undefined || !messages.includes(unless));
    const at = left.findIndex(isFor);
    const [turn = done] = at < 0 ? [] : left.splice(at, 1);
    await answer(response, asked, turn, ++serial);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, key: 'sk-scripted', requests, withoutTools };
}

async function answer(response: ServerResponse, asked: Asked, turn: ScriptedTurn, serial: number): Promise<void> {
  if ('status' in turn) {
    return sendJson(response, turn.status, { type: 'error', error: { type: turn.error, message: turn.message } });
  }
  const { thinking, text, calls = [], usage = { input_tokens: 10, output_tokens: 3 }, pause = 0 } = turn;
  const content = [
    ...(thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: 'c2lnbmF0dXJl' }]),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map(({ tool, input }, index) => ({ type: 'tool_use', id: `toolu_${serial}_${index}`, name: tool, input })),
  ];
  const stopReason = calls.length > 0 ? 'tool_use' : 'end_turn';
  const message = { id: `msg_${serial}`, type: 'message', role: 'assistant', model: asked.model, stop_sequence: null };
  if (!asked.stream) return sendJson(response, 200, { ...message, content, stop_reason: stopReason, usage });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (type: string, data: object = {}): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  send('message_start', { message: { ...message, content: [], stop_reason: null, usage } });
  for (const [index, block] of content.entries()) {
    const { begun, pieces } = inPieces(block);
    send('content_block_start', { index, content_block: begun });
    for (const delta of pieces) {
      send('content_block_delta', { index, delta });
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    }
    send('content_block_stop', { index });
  }
  send('message_delta', { delta: { stop_reason: stopReason, stop_sequence: null }, usage });
  send('message_stop');
  response.end();
}

function inPieces(block: Readonly<Record<string, unknown>>): { begun: object; pieces: readonly object[] } {
  const [type, field, empty] = {
    text: ['text_delta', 'text', { ...block, text: '' }] as const,
    thinking: ['thinking_delta', 'thinking', { ...block, thinking: '', signature: '' }] as const,
    tool_use: ['input_json_delta', 'partial_json', { ...block, input: {} }] as const,
  }[block.type as 'text' | 'thinking' | 'tool_use'];
  const whole = (block.text ?? block.thinking ?? JSON.stringify(block.input)) as string;
  const pieces: object[] = [];
  for (let at = 0; at < whole.length; at += pieceLength)
    pieces.push({ type, [field]: whole.slice(at, at + pieceLength) });
  if (block.type === 'thinking') pieces.push({ type: 'signature_delta', signature: block.signature });
  return { begun: empty, pieces };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
