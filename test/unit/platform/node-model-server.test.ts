import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import type { ModelServer, Turn } from '../../../server/src/platform/model-server.ts';
import { startModelServer } from '../../../server/src/platform/node/node-model-server.ts';

async function served(turns: readonly Turn[] = []): Promise<ModelServer> {
  const server = await startModelServer(turns);
  onTestFinished(() => server.close());
  return server;
}

const tools = [{ name: 'Skill', description: '', input_schema: {} }];
const question = { model: 'm', messages: [{ role: 'user', content: 'hello' }], tools };

function post(
  { address }: ModelServer,
  headers: Record<string, string>,
  body: string,
  path = '/v1/messages?beta=true',
) {
  return fetch(`${address}${path}`, { method: 'POST', headers, body });
}

test('requests with the key are answered in turn, and kept', async () => {
  const server = await served([{ tool: 'Skill', input: { skill: 's' } }, { text: 'end' }]);
  const ask = async (headers: Record<string, string>) =>
    (await (await post(server, headers, JSON.stringify(question))).json()) as { content: unknown; stop_reason: string };
  expect(await ask({ 'x-api-key': server.key })).toMatchObject({
    stop_reason: 'tool_use',
    content: [{ type: 'tool_use', name: 'Skill', input: { skill: 's' } }],
  });
  expect(await ask({ authorization: `Bearer ${server.key}` })).toMatchObject({ content: [{ text: 'end' }] });
  expect(await ask({ 'x-api-key': server.key })).toMatchObject({ content: [{ text: 'OK done' }] });
  expect(server.requests).toEqual([question, question, question]);
});

test('a side request, which offers no tools, takes no turn', async () => {
  const server = await served([{ text: 'first' }]);
  const side = await post(server, { 'x-api-key': server.key }, JSON.stringify({ ...question, tools: [] }));
  expect(await side.json()).toMatchObject({ content: [{ text: 'OK done' }] });
  expect(server.requests).toEqual([]);
});

test('a stream has the events of the Messages API', async () => {
  const server = await served();
  const response = await post(server, { 'x-api-key': server.key }, JSON.stringify({ ...question, stream: true }));
  expect([...(await response.text()).matchAll(/^event: (.*)$/gm)].map(([, name]) => name)).toEqual([
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ]);
});

test('a request of another program does not count', async () => {
  const server = await served();
  for (const headers of [{}, { 'x-api-key': 'sk-ant-other' }, { authorization: `Basic ${server.key}` }]) {
    expect((await post(server, headers, JSON.stringify(question))).status).toBe(401);
  }
  expect(server.requests).toEqual([]);
  expect((await served()).key).not.toBe(server.key);
});

test('what is not a request to a model is not kept', async () => {
  const server = await served();
  const headers = { 'x-api-key': server.key };
  for (const body of ['', '{', 'null', '{"messages":1}']) expect((await post(server, headers, body)).status).toBe(404);
  expect((await post(server, headers, JSON.stringify(question), '/v1/models')).status).toBe(404);
  expect((await fetch(`${server.address}/v1/messages`, { headers })).status).toBe(404);
  expect((await post(server, headers, '{}', '/v1/messages/count_tokens')).status).toBe(200);
  expect(server.requests).toEqual([]);
});

test('a body without end is not held', async () => {
  const server = await served();
  const { hostname, port } = new URL(server.address);
  const socket = connect(Number(port), hostname);
  const answer = new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(data.toString()));
    socket.on('error', () => {});
  });
  const head = `POST /v1/messages HTTP/1.1\r\nhost: x\r\nx-api-key: ${server.key}\r\ncontent-length: 999999999\r\n\r\n`;
  socket.write(head);
  const chunk = Buffer.alloc(8 * 1024 * 1024, 'x');
  for (let sent = 0; sent < 9; sent++) socket.write(chunk);
  expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
  expect(server.requests).toEqual([]);
});

test('no other machine can reach it', async () => {
  const server = await served();
  const { hostname, port } = new URL(server.address);
  expect(hostname).toBe('127.0.0.1');
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address } of others) await expect(fetch(`http://${address}:${port}/`)).rejects.toThrow();
});

test('closing it ends open requests', async () => {
  const server = await startModelServer([]);
  const { hostname, port } = new URL(server.address);
  const socket = connect(Number(port), hostname);
  await new Promise((resolve) => socket.once('connect', resolve));
  const ended = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
  socket.write(`POST /v1/messages HTTP/1.1\r\nhost: x\r\nx-api-key: ${server.key}\r\ncontent-length: 10\r\n\r\n`);
  await server.close();
  await ended;
  await expect(fetch(server.address)).rejects.toThrow();
});
