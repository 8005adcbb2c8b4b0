import { READ_ONLY_COMMANDS, READ_ONLY_WITH_FLAGS } from '../../../dialect/shell/shell-commands.ts';
import { FOREIGN_COMMAND } from '../../../dialect/shell/shell-risks.ts';

/** Commands that nobody has to allow. */
export const HARMLESS_COMMANDS: ReadonlySet<string> = new Set([...READ_ONLY_COMMANDS, ...READ_ONLY_WITH_FLAGS]);

/** Patterns without those that a wider one among them covers: `git *` covers `git push *`. */
export function withoutCovered(patterns: readonly string[]): readonly string[] {
  return patterns.filter((pattern, index) => {
    const others = [...patterns.slice(0, index), ...patterns.slice(index + 1)];
    return !isCovered(pattern, others);
  });
}

/** Whether one of some patterns allows what another one does. */
export function isCovered(pattern: string, patterns: readonly string[]): boolean {
  return patterns.some(
    (wider) => wider.endsWith(' *') && wider !== pattern && pattern.startsWith(wider.slice(0, -'*'.length)),
  );
}

/** Whether a rule for a command would let code from elsewhere run. */
export function runsForeignCode(pattern: string): boolean {
  return FOREIGN_COMMAND.test(pattern.replace(/ \*$/, ''));
}

/** `gh --version`: no use of the program. */
export function isVersionCheck(words: readonly string[]): boolean {
  return words.length === 2 && /^(?:--version|--help|-V)$/.test(words[1]!);
}
