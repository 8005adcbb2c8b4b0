/** Where a part of a command is written. */
export interface WrittenPlace {
  readonly start: number;
  readonly end: number;
}

/** Where a redirection is written. */
export interface WrittenRedirection extends WrittenPlace {
  /** It sends output to a file: `> file`, `2>> file`; not `>| file`, `&> file` and `2>&1`. */
  readonly isOutput: boolean;
  /** It reads a file, or joins two streams: `< file`, `2>&1`. */
  readonly isInput: boolean;
  /** It is in a loop or a condition. */
  readonly isInCompound: boolean;
}

/** The pieces between pipes, without some redirections; none if there is no pipe. Both are in source order. */
export function piecesWithout(
  redirections: readonly WrittenRedirection[],
  command: string,
  pipes: readonly WrittenPlace[],
): string[] {
  if (pipes.length === 0) return [];
  let next = 0;
  return [{ end: 0 }, ...pipes].map(({ end: start }, index) => {
    const end = pipes[index]?.start ?? command.length;
    const first = next;
    while (next < redirections.length && redirections[next]!.end <= end) next++;
    return textWithout(redirections.slice(first, next), command, { start, end });
  });
}

/** What is written in a place of a command without redirections in it, nor the blanks before them. */
export function textWithout(
  redirections: readonly WrittenRedirection[],
  command: string,
  { start, end }: WrittenPlace,
): string {
  let text = '';
  let at = start;
  for (const redirection of redirections) {
    // A line that ends is another command.
    let before = redirection.start;
    while (before > at && isBlank(command[before - 1])) before--;
    text += command.slice(at, before);
    at = redirection.end;
    if (text.endsWith('\n')) while (isBlank(command[at])) at++;
    // In a loop or a condition, a blank is left before what ends the command.
    if (redirection.isInCompound && /[;\n]/.test(command[at] ?? '')) text += ' ';
  }
  return (text + command.slice(at, end)).trim();
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
