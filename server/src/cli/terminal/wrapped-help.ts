/* commander only wraps its own tables, and not what follows them (`addHelpText`). */

/** `Examples:` */
const heading = /^\w+:$/;

/**
 * Wraps prose that is wider than the terminal. Lines that begin with a space are tables and examples, and stay.
 *
 * @param width in characters
 */
export function wrappedHelp(text: string, width: number): string {
  const lines: string[] = [];
  let open: string | undefined;
  for (const line of text.split('\n')) {
    const isProse = /^\S/.test(line);
    if (open !== undefined && isProse && !open.endsWith('.')) {
      open = `${open} ${line}`;
      continue;
    }
    if (open !== undefined) lines.push(...wrapped(open, width));
    open = isProse && !heading.test(line) ? line : undefined;
    if (open === undefined) lines.push(line);
  }
  if (open !== undefined) lines.push(...wrapped(open, width));
  return lines.join('\n');
}

function wrapped(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > width) {
      lines.push(current);
      current = word;
    } else {
      current = current === '' ? word : `${current} ${word}`;
    }
  }
  return [...lines, current];
}
