import { type CancellationToken, Disposable, LanguageModelChatMessage, lm } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { AskChatModelParams, ChatModelAnswer, ChatModelName } from '../../../server/src/protocol.ts';

/** How long a light bulb waits to know whether there is a model. In milliseconds. */
const patience = 500;

/**
 * Answers what the server asks chat models: whether there is one, and one question at a time. VS Code asks the user whether
 * the extension may use it.
 */
export function answerChatModels(client: BaseLanguageClient): Disposable {
  let known: Promise<ChatModelName> | undefined;
  return Disposable.from(
    client.onRequest('skillwright/chatModel', async (): Promise<ChatModelName> => {
      known ??= firstModel().then(
        (model) => model?.name ?? null,
        () => null,
      );
      const late = new Promise<null>((resolve) => setTimeout(resolve, patience, null));
      return Promise.race([known, late]);
    }),
    client.onRequest(
      'skillwright/askChatModel',
      (params: AskChatModelParams, token): Promise<unknown> => ask(params, token),
    ),
    modelApi()?.onDidChangeChatModels(() => {
      known = undefined;
    }) ?? new Disposable(() => {}),
  );
}

async function ask({ question, longest }: AskChatModelParams, token: CancellationToken): Promise<ChatModelAnswer> {
  try {
    const model = await firstModel();
    if (!model) return { problem: 'The chat model is no longer available' };
    const { text } = await model.sendRequest([LanguageModelChatMessage.User(question)], {}, token);
    let answer = '';
    for await (const part of text) {
      answer += part;
      if (answer.length >= longest) break;
    }
    return { text: answer.slice(0, longest) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

async function firstModel() {
  return (await modelApi()?.selectChatModels())?.[0];
}

/** Products based on VS Code may not have it. */
function modelApi(): typeof lm | undefined {
  const api = lm as typeof lm | undefined;
  return api?.selectChatModels === undefined ? undefined : api;
}
