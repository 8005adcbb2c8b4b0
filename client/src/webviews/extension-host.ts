/** The API that VS Code gives to the script of a page. */
interface PageApi<State> {
  postMessage(message: unknown): void;
  getState(): State | undefined;
  setState(state: State): void;
}

declare function acquireVsCodeApi<State>(): PageApi<State>;

/** The extension as seen by a page. VS Code keeps `State` while the page is hidden, and when the window reloads. */
interface ExtensionHost<Outgoing, Incoming, State> {
  send(message: Outgoing): void;
  onMessage(listener: (message: Incoming) => void): void;
  readonly state: State | undefined;
  keep(state: State): void;
}

/** To be called once: VS Code provides its API only to the first caller. */
export function connectExtensionHost<Outgoing, Incoming, State>(): ExtensionHost<Outgoing, Incoming, State> {
  const api = acquireVsCodeApi<State>();
  return {
    send: (message) => api.postMessage(message),
    onMessage: (listener) => window.addEventListener('message', ({ data }: MessageEvent<Incoming>) => listener(data)),
    state: api.getState(),
    keep: (state) => api.setState(state),
  };
}
