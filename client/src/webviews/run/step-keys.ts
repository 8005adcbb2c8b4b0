/**
 * Moves the focus between the lines of steps with the arrow keys, Home and End. Only one of them is reached by Tab, so
 * that a long run is left with one key.
 */
export function addStepKeys(list: HTMLElement): void {
  let current: HTMLElement | undefined;
  const choose = (summary: HTMLElement) => {
    if (current) current.tabIndex = -1;
    current = summary;
    current.tabIndex = 0;
  };
  list.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.matches('summary')) choose(target);
  });
  // The first step is reached by Tab until another one was.
  new MutationObserver(() => {
    if (current?.isConnected) return;
    const first = list.querySelector<HTMLElement>('.step summary');
    if (first) choose(first);
  }).observe(list, { childList: true });
  list.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || !target.matches('.step summary')) return;
    const next = after(key, target, list);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

function after(key: string, from: HTMLElement, list: HTMLElement): HTMLElement | undefined {
  if (!['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(key)) return undefined;
  const steps = [...list.querySelectorAll<HTMLElement>('.step summary')].filter(isReachable);
  if (key === 'Home') return steps[0];
  if (key === 'End') return steps.at(-1);
  return steps[steps.indexOf(from) + (key === 'ArrowDown' ? 1 : -1)];
}

/** Not inside of a closed step. */
function isReachable(summary: HTMLElement): boolean {
  return !summary.closest('.step')?.parentElement?.closest('details:not([open])');
}
