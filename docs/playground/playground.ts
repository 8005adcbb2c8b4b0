import { PlaygroundPage } from './playground-page.ts';

// The script of the server comes after this one, so that the page is shown before all of it has arrived.
document.addEventListener('DOMContentLoaded', () => {
  const script = JSON.parse(document.getElementById('server')!.textContent!) as string;
  void new PlaygroundPage(script).start();
});
