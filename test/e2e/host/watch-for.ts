/** What is watched for in the status bar. */
export interface AwaitedMessage {
  readonly text: string;
  /** An item that does not count: it has shown such a text before. */
  readonly except?: unknown;
}

/** Watches from now on whether the status bar shows a message, for however short a time. Runs in the page. */
export function watchFor(statusBar: unknown, { text, except }: AwaitedMessage): { appeared: Promise<void> } {
  const page = globalThis as unknown as {
    MutationObserver: new (
      changed: () => void,
    ) => { observe(element: unknown, what: object): void; disconnect(): void };
  };
  const { querySelectorAll } = statusBar as { querySelectorAll(selector: string): Iterable<{ textContent: string }> };
  const appeared = new Promise<void>((resolve) => {
    const observer = new page.MutationObserver(() => {
      const items = [...querySelectorAll.call(statusBar, '.statusbar-item')].filter((item) => item !== except);
      if (!items.some(({ textContent }) => textContent.includes(text))) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(statusBar, { childList: true, characterData: true, subtree: true });
  });
  // In an object: a promise would be waited for.
  return { appeared };
}
