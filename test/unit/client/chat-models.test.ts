import { beforeEach, expect, test, vi } from 'vitest';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { answerChatModels } from '../../../client/src/language-server/chat-models.ts';
import type { AskChatModelParams } from '../../../server/src/protocol.ts';

interface FakeModel {
  readonly name: string;
  sendRequest(messages: readonly string[]): Promise<{ readonly text: AsyncIterable<string> }>;
}

/** The models of VS Code. */
const editor = vi.hoisted(() => ({
  models: [] as FakeModel[],
  selected: 0,
  isSlow: false,
  changed: () => {},
}));

vi.mock('vscode', () => ({
  Disposable: Object.assign(class {}, { from: () => undefined }),
  LanguageModelChatMessage: { User: (text: string) => text },
  lm: {
    async selectChatModels() {
      editor.selected++;
      if (editor.isSlow) await new Promise(() => {});
      return editor.models;
    },
    onDidChangeChatModels(listener: () => void) {
      editor.changed = listener;
    },
  },
}));

beforeEach(() => Object.assign(editor, { models: [], selected: 0, isSlow: false }));

/** Asks what the server would ask. */
function server() {
  const handlers = new Map<string, (...given: readonly unknown[]) => Promise<unknown>>();
  const onRequest = (name: string, handler: (...given: readonly unknown[]) => Promise<unknown>) =>
    handlers.set(name, handler);
  answerChatModels({ onRequest } as unknown as BaseLanguageClient);
  const params: AskChatModelParams = { question: 'Fix it', longest: 20 };
  return {
    name: () => handlers.get('skillwright/chatModel')!(),
    ask: () => handlers.get('skillwright/askChatModel')!(params, {}),
  };
}

function answering(...parts: readonly string[]): FakeModel {
  return {
    name: 'Model 5',
    async sendRequest([question]) {
      async function* text() {
        yield `${question}: `;
        yield* parts;
      }
      return { text: text() };
    },
  };
}

test('there is no model until there is one', async () => {
  const { name, ask } = server();
  expect([await name(), await name(), editor.selected]).toEqual([null, null, 1]);
  expect(await ask()).toEqual({ problem: 'The chat model is no longer available' });
  editor.models = [answering('Done')];
  editor.changed();
  expect(await name()).toBe('Model 5');
  expect(await ask()).toEqual({ text: 'Fix it: Done' });
});

test('an answer without an end is cut off, and a failure is said', async () => {
  let parts = 0;
  const endless: FakeModel = {
    name: 'Endless',
    async sendRequest() {
      async function* text() {
        for (;;) yield `part ${++parts} `;
      }
      return { text: text() };
    },
  };
  editor.models = [endless];
  const { ask } = server();
  expect(await ask()).toEqual({ text: 'part 1 part 2 part 3' });
  expect(parts).toBe(3);
  editor.models = [{ ...endless, sendRequest: () => Promise.reject(new Error('Not allowed')) }];
  expect(await ask()).toEqual({ problem: 'Not allowed' });
});

test('a light bulb does not wait for models that take long', async () => {
  editor.isSlow = true;
  expect(await server().name()).toBeNull();
});
