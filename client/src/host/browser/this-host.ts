/** As in VS Code for the Web: the extension runs in a web worker. */
export const hostName = 'a web worker';

export const isInBrowser: boolean = true;

export function homeFolder(): string {
  return '';
}

/** A browser has none. */
export function variable(_name: string): string | undefined {
  return undefined;
}
