/** A request to the Messages API, as far as it is read here. */
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

/** An answer of the "model": a text, one call of a tool, or several. */
export type Turn = ({ readonly text: string } | ToolCall | { readonly tools: readonly ToolCall[] }) & {
  /** The tokens of the request, as the model reports them; a few if they are not given. */
  readonly inputTokens?: number;
};

export interface ToolCall {
  readonly tool: string;
  readonly input: unknown;
}

/** A substitute for the Messages API that only this machine reaches. */
export interface ModelServer {
  /** Its URL, for `ANTHROPIC_BASE_URL`. */
  readonly address: string;
  /** For `ANTHROPIC_API_KEY`: a new one each time, without which a request is rejected. It opens nothing else. */
  readonly key: string;
  /** The requests of the agent's loop so far; side requests, such as for a title, offer no tools. */
  readonly requests: readonly ModelRequest[];
  close(): Promise<void>;
}

/** Starts substitutes for the Messages API. */
export interface ModelServers {
  /** Answers with these turns, one for each request that offers tools, and then with a fixed text. */
  start(turns: readonly Turn[]): Promise<ModelServer>;
}
