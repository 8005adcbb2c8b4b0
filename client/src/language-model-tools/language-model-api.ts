import type { CancellationToken, Disposable } from 'vscode';
import * as vscode from 'vscode';
import { fitTokens, type TokenLimit } from './fit-tokens.ts';

/*
 * VS Code has tools for language models since release 1.95, and the typings are those of the oldest release that the
 * extension runs on.
 */

export interface ToolCall {
  readonly input: unknown;
  readonly tokenizationOptions?: TokenLimit;
}

/** Texts that the user reads while a tool runs, and is asked before. Strings are plain text. */
export interface PreparedToolCall {
  readonly invocationMessage: string;
  readonly confirmationMessages?: { readonly title: string; readonly message: string };
}

/** A tool that language models may call. */
export interface LanguageModelTool {
  prepare?(call: ToolCall, token: CancellationToken): Promise<PreparedToolCall | undefined>;
  /** Returns the text that the model receives. */
  invoke(call: ToolCall, token: CancellationToken): Promise<string>;
}

/** The part of VS Code's API that this uses. */
interface ToolsApi {
  readonly lm?: {
    registerTool?(
      name: string,
      tool: {
        prepareInvocation(call: ToolCall, token: CancellationToken): Promise<PreparedToolCall | undefined>;
        invoke(call: ToolCall, token: CancellationToken): Promise<unknown>;
      },
    ): Disposable;
  };
  readonly LanguageModelToolResult?: new (parts: readonly unknown[]) => unknown;
  readonly LanguageModelTextPart?: new (text: string) => unknown;
}

/** Registers a tool that package.json describes; nothing in releases of VS Code without tools. */
export function registerTool(name: string, tool: LanguageModelTool): vscode.Disposable {
  const { lm, LanguageModelToolResult: Result, LanguageModelTextPart: Text } = vscode as unknown as ToolsApi;
  if (!lm?.registerTool || !Result || !Text) return new vscode.Disposable(() => undefined);
  return lm.registerTool(name, {
    prepareInvocation: async (call, token) => tool.prepare?.(call, token),
    invoke: async (call, token) =>
      new Result([new Text(await fitTokens(await tool.invoke(call, token), call.tokenizationOptions, token))]),
  });
}
