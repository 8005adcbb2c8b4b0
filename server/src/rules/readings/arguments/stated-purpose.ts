import { CODE_RUNNERS } from '../../../dialect/tools/tools.ts';
import type { SkillDocument } from '../../../document/skill-document.ts';
import { readShellCommand } from '../../../shell/read-command.ts';
import { runsForeignCode, withoutCovered } from './command-patterns.ts';
import { patternOf } from './commands-in-body.ts';

/** "Bash is only for …", "Use Bash only for …". */
const purpose =
  /\bBash\b`?(?: tool)?[\s*_]{1,6}(?:(?:is|may be|can be|must be)[\s*_]{1,6})?(?:used[\s*_]{1,6})?(?:only|solely|exclusively)[\s*_]{1,6}(?:used[\s*_]{1,6})?(?:for|to)\b|\b[Oo]nly use (?:the )?`?Bash`?(?: tool)? (?:for|to)\b/i;

/** A longer list is about something else. */
const maxItems = 12;

/**
 * The commands for which a body says that the shell is, as rules for Bash would have them in their parentheses; undefined if it
 * does not say so, or not in commands.
 */
export function statedPurpose(document: SkillDocument): readonly string[] | undefined {
  const { text, body, lines } = document;
  const prose = text.slice(body.range.start, body.scanned.end);
  const found = purpose.exec(prose);
  if (!found) return undefined;
  const start = body.range.start + found.index + found[0].length;
  const line = lines.lineAt(start);
  const rest = text.slice(start, lines.endOf(line));
  const items = /:[\s*_]*$/.test(rest) ? itemsAfter(document, line) : [sentenceOf(rest)];
  if (items.length === 0 || items.length > maxItems) return undefined;
  const patterns: string[] = [];
  for (const item of items) {
    const commands = [...item.split(/\b(?:never|not)\b|n[’']t\b/i, 1)[0]!.matchAll(/`([^`]{1,200})`/g)].map(
      ([, command = '']) => command,
    );
    if (commands.length === 0) return undefined;
    for (const command of commands) {
      const pattern = exactPattern(command);
      if (pattern === undefined) return undefined;
      patterns.push(pattern);
    }
  }
  return withoutCovered([...new Set(patterns)]);
}

function sentenceOf(words: string): string {
  return words.slice(0, 1_000).split(/\.(?:\s|$)/, 1)[0]!;
}

function itemsAfter({ lines, body }: SkillDocument, line: number): readonly string[] {
  const items: string[] = [];
  for (let below = line + 1; lines.startOf(below) < body.scanned.end && items.length <= maxItems; below++) {
    const written = lines.textOf(below).slice(0, 1_000);
    if (/^\s*[-*+]\s/.test(written)) items.push(written);
    else if (written.trim() !== '' || items.length > 0) break;
  }
  return items;
}

/** `gh auth status` and not `gh auth`, which also shows the token. */
function exactPattern(command: string): string | undefined {
  const { parts } = readShellCommand(command);
  const words = parts[0]?.words ?? [];
  const pattern = patternOf(words);
  if (parts.length !== 1 || pattern === undefined || CODE_RUNNERS.has(words[0]!) || runsForeignCode(pattern))
    return undefined;
  const isProgram = pattern === `${words[0]} *`;
  const end = words.findIndex((word) => !/^[a-z][\w:-]*$/.test(word));
  return isProgram ? pattern : [...words.slice(0, end < 0 ? 3 : Math.min(end, 3)), '*'].join(' ');
}
