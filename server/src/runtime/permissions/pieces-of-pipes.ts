/*
 * A pipe inside a loop or condition is cut at each `|`, so that what is between two of them may be no command.
 */

/** Whether a command next to a `|` has the backslash of a line that goes on, which Claude Code takes for a word. */
export function isCutLine(piece: string): boolean {
  return /^\\\n|(^|[^\\])\\$/.test(piece);
}

const quoted = /'[^']*'|"(?:\\.|[^"\\])*"|\\./gs;
const keyword =
  /(?<=^|[;&|\n({]|\b(?:then|do|else|if|elif|while|until)\b|!)[ \t]*(if|while|until|for|case|then|do|else|elif|fi|done|esac)(?=[\s;&|)]|$)/g;

/** Whether a command next to a `|` ends a loop or condition that began before: `wc -l; done`. */
export function isEndOfCompound(piece: string): boolean {
  let depth = 0;
  for (const [, word = ''] of piece.replace(quoted, 'x').matchAll(keyword)) {
    if (/^(?:if|while|until|for|case)$/.test(word)) depth++;
    else if (depth === 0) return true;
    else if (/^(?:fi|done|esac)$/.test(word)) depth--;
  }
  return false;
}
