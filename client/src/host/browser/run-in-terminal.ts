/** Is never reached: the server says before that it cannot start Claude Code. */
export function runInTerminal(): void {
  throw new Error('VS Code in a browser has no terminals');
}
