import { describe, expect, test } from 'vitest';
import { terminalStart } from '../../../client/src/host/terminal-start.ts';

const attacks = [
  '/review "$(touch x)" `touch x` ${IFS}',
  "/review '; touch x; '",
  '/review %PATH% ^& echo x | more > x < y',
  '/review !! \\ \\" !PATH!',
  '/review a\nb',
];

describe('a terminal starts the program without a shell', () => {
  test.each(['linux', 'darwin'] as const)('so on %s it gets every argument as it is', (platform) => {
    expect(terminalStart('/bin/claude', attacks, platform)).toEqual({ shellPath: '/bin/claude', shellArgs: attacks });
  });

  test('as on Windows, where VS Code writes the command line of a program', () => {
    expect(terminalStart('C:\\claude.exe', attacks, 'win32')).toEqual({
      shellPath: 'C:\\claude.exe',
      shellArgs: attacks,
    });
  });

  test('and no argument ends early', () => {
    expect(() => terminalStart('/bin/claude', ['a\0b'], 'linux')).toThrow('NUL');
  });
});

describe('a batch file of npm is run by cmd.exe', () => {
  const program = 'C:\\Program Files\\npm\\claude.cmd';

  /** What cmd.exe makes of a text outside of quotes, without variables of that name: carets and what they protect. */
  const readByCmd = (text: string) => text.replaceAll(/\^(.)/gs, '$1');

  test('with a command line in which nothing means anything to it, read once and read twice', () => {
    for (const argument of attacks.filter((it) => !it.includes('\n'))) {
      const { shellPath, shellArgs } = terminalStart(program, [argument], 'win32', 'C:\\cmd.exe');
      expect(shellPath).toBe('C:\\cmd.exe');
      const inner = /^\/d \/s \/c "(.*)"$/s.exec(shellArgs as string)![1]!;
      // Every special character has a caret, also after the batch file has passed the argument on.
      for (const line of [inner, readByCmd(inner).replace('C:\\Program Files\\npm\\claude.cmd ', '')])
        expect(line.replaceAll(/\^./gs, '')).not.toMatch(/[&|<>%!"()]/);
      const passedOn = readByCmd(readByCmd(inner)).slice(program.length + 1);
      expect(programArgument(passedOn)).toBe(argument);
    }
  });

  test('which cannot get line breaks', () => {
    expect(() => terminalStart(program, ['a\nb'], 'win32')).toThrow('line breaks');
    expect(() => terminalStart(program, ['a\rb'], 'win32')).toThrow('line breaks');
  });
});

/** The argument in quotes as programs on Windows read it: 2n backslashes before a quote are n, and one more is the quote. */
function programArgument(written: string): string {
  expect(written).toMatch(/^".*"$/s);
  return written.slice(1, -1).replaceAll(/(\\*)"/g, (_, slashes: string) => `${'\\'.repeat(slashes.length / 2)}"`);
}
