/** Gives a function that restores the focus of what is inside the element, once it is in the document again. */
export function keepFocus(element: HTMLElement): () => void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !element.contains(focused)) return () => undefined;
  return () => {
    if (focused.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true });
  };
}
