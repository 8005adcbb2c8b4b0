/** Watches from now on whether a text appears below an element, for however short a time. Runs in the page. */
export function watchFor(element: unknown, text: string): { appeared: Promise<void> } {
  const page = globalThis as unknown as {
    MutationObserver: new (
      changed: () => void,
    ) => { observe(element: unknown, what: object): void; disconnect(): void };
  };
  const appeared = new Promise<void>((resolve) => {
    const observer = new page.MutationObserver(() => {
      if (!(element as { textContent: string }).textContent.includes(text)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(element, { childList: true, characterData: true, subtree: true });
  });
  // In an object: a promise would be waited for.
  return { appeared };
}
