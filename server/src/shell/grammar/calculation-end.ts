import type { ShellReader } from './shell-reader.ts';

/** Text that may be between the position where reading a calculation stopped and its end. */
const passable = /^(?!.*<<)(?:[\w\s$+\-*/%<>=!&|^~?:,.()[\];]|\$\{#?\w+\})*$/s;

/**
 * Moves to the end of a calculation that could not be read completely, if that end is certain.
 *
 * @param from where the calculation began
 * @param end `;`, or `))` of which the first is meant
 */
export function skipToCalculationEnd(reader: ShellReader, from: number, end: ';' | '))', balanced: boolean): void {
  if (reader.startsWith(end)) return;
  const found = findEnd(reader, from, end === ';' ? ';' : ')', balanced);
  if (found < reader.at || (end === '))' && reader.text[found + 1] !== ')')) return;
  const rest = reader.text.slice(reader.at, found);
  if (!passable.test(rest) || /["']/.test(reader.text.slice(from, found))) return;
  reader.skip(found - reader.at);
}

/** The position of the closing character outside all brackets and quotes; -1 if that is not certain. */
function findEnd(reader: ShellReader, from: number, close: ';' | ')' | '"', forceBalance: boolean): number {
  const { text } = reader;
  const balanced = forceBalance || close === ')';
  let parentheses = 0;
  let brackets = 0;
  let braces = 0;
  for (let at = from; at < text.length; ) {
    let character = text[at++]!;
    if (character === close && braces === 0 && !(balanced && (parentheses > 0 || brackets > 0))) return at - 1;
    if (character === '\\') {
      const escaped = text[at++] ?? '';
      if (/^[\n$\\`]$/.test(escaped) || escaped === close || (escaped === '}' && braces > 0)) continue;
      character = escaped;
    }
    switch (character) {
      case '$': {
        const next = text[at];
        if (next === '(' || next === '[') {
          const end = reader.expansionEnd(at - 1);
          if (end === undefined) return -1;
          at = end;
        } else if (next === '{') {
          at++;
          braces++;
        } else if (next === '$') at++;
        break;
      }
      case '`':
        return -1;
      case '}':
        braces = Math.max(braces - 1, 0);
        break;
      case '(':
        if (!balanced || braces === 0) parentheses++;
        break;
      case '[':
        if (!balanced || braces === 0) brackets++;
        break;
      case ')':
        if (balanced && braces > 0) break;
        if (balanced && parentheses === 0) return -1;
        parentheses--;
        break;
      case ']':
        if (balanced && braces > 0) break;
        if (balanced && brackets === 0) return -1;
        brackets--;
        break;
      case '"': {
        if (close !== '"' && braces === 0) break;
        if (braces === 0) return -1;
        const end = findEnd(reader, at, '"', forceBalance);
        if (end < 0) return -1;
        at = end + 1;
        break;
      }
    }
  }
  return -1;
}
