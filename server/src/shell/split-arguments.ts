import { MAX_PARSED_ARGUMENTS } from '../dialect/limits.ts';
import { parseShell } from './grammar/parse-shell.ts';
import type { SyntaxNode } from './grammar/syntax-node.ts';

/** A word of an argument string and its source range. */
export interface ArgumentWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The words that `$0`, `$1`, `$ARGUMENTS[n]` and declared names refer to. The string is parsed as a shell command, and
 * the words are those of its first simple command; if there are none, it is split at whitespace.
 */
export function splitArguments(text: string): string[] {
  return splitWords(text).map((word) => word.text);
}

/** The same with positions. */
export function splitWords(text: string): ArgumentWord[] {
  if (text.trim() !== '' && text.length <= MAX_PARSED_ARGUMENTS) {
    const { root } = parseShell(text);
    const command = root && findCommand(root, undefined);
    const words = command ? readWords(text, command) : [];
    if (words.length > 0) return words;
  }
  return wordsAtBlanks(text);
}

function wordsAtBlanks(text: string): ArgumentWord[] {
  const words: ArgumentWord[] = [];
  const pattern = /\S+/g;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    words.push({ text: match[0], start: match.index, end: pattern.lastIndex });
  }
  return words;
}

/** The first simple command, at any depth. */
function findCommand(node: SyntaxNode, parent: SyntaxNode | undefined): SyntaxNode | undefined {
  if (isCommand(node)) return node;
  if (node.kind === 'redirected') return node.children.find(isCommand);
  // After an assignment, only the commands directly next to it count.
  if (node.kind === 'assignment') return parent?.children.find((it) => isCommand(it) && it.start > node.start);
  for (const child of node.children) {
    const found = findCommand(child, node);
    if (found) return found;
  }
  return undefined;
}

function isCommand({ kind }: SyntaxNode): boolean {
  return kind === 'command' || kind === 'declaration';
}

function readWords(text: string, command: SyntaxNode): ArgumentWord[] {
  // Of `export a b` and similar, only the keyword remains.
  if (command.kind === 'declaration') return [rawWord(text, command.children[0]!)];
  const words: ArgumentWord[] = [];
  for (const part of command.children) {
    switch (part.kind) {
      case 'name': {
        const [name] = part.children;
        words.push(hasSubstitution(name!) ? rawWord(text, name!) : unquotedWord(text, name!));
        break;
      }
      case 'substitution':
        return words;
      case 'joined':
        if (hasSubstitution(part)) return words;
        words.push(unquotedWord(text, part));
        break;
      case 'word':
      case 'number':
      case 'quoted':
        words.push(unquotedWord(text, part));
        break;
    }
  }
  return words;
}

function hasSubstitution({ kind, children }: SyntaxNode): boolean {
  return kind === 'joined' && children.some((part) => part.kind === 'substitution');
}

function rawWord(text: string, { start, end }: SyntaxNode): ArgumentWord {
  return { text: text.slice(start, end), start, end };
}

/** Quotes around a part are removed and the text between them stays; elsewhere, backslashes are removed. */
function unquotedWord(text: string, node: SyntaxNode): ArgumentWord {
  const parts = node.kind === 'joined' ? node.children : [node];
  const unquoted = parts.map(({ kind, start, end }) => {
    const raw = text.slice(start, end);
    if (kind === 'word') return raw.replace(/\\(.)/g, '$1');
    return /^(["'])[\s\S]*\1$/.test(raw) ? raw.slice(1, -1) : raw;
  });
  return { text: unquoted.join(''), start: node.start, end: node.end };
}
