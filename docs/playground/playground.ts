import type { FoundInText } from './finding.ts';
import { PlaygroundPage } from './playground-page.ts';

const textOf = (id: string) => document.getElementById(id)!.textContent!;

// The script of the server comes after this one, so that the page is shown before all of it has arrived.
document.addEventListener('DOMContentLoaded', () => {
  const first = JSON.parse(textOf('first-findings')) as FoundInText;
  void new PlaygroundPage(textOf('server'), first).start();
});
