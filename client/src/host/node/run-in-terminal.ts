import { ThemeIcon, Uri, window } from 'vscode';
import type { TerminalRun } from '../../../../server/src/protocol.ts';
import { revealInvisible } from '../../text/reveal-invisible.ts';
import { terminalStart } from '../terminal-start.ts';

/** Starts Claude Code in a terminal of its own, and shows it. */
export function runInTerminal({ name, program, args, folder }: TerminalRun): void {
  const terminal = window.createTerminal({
    name: revealInvisible(name),
    ...terminalStart(program, args, process.platform, process.env.ComSpec),
    cwd: Uri.file(folder),
    iconPath: new ThemeIcon('play'),
    // When VS Code starts again, it must not run the skill again.
    isTransient: true,
  });
  terminal.show();
}
