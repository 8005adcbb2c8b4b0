import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { Injection, SkillDocument } from '../../document/skill-document.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { oncePer } from '../../platform/once.ts';
import { shownCommands } from './shown-commands.ts';

/** The beginning of a command that the author did not close. */
export interface UnclosedInjection {
  readonly kind: Injection['kind'];
  /** The opening backticks and the exclamation mark. */
  readonly mark: TextRange;
  /** The line, counted from 0, up to which it runs because something else closes it; undefined if nothing does. */
  readonly endLine: number | undefined;
}

/** The commands of a body that the author forgot to close, in source order. */
export function unclosedInjections(document: SkillDocument): UnclosedInjection[] {
  // Those in code, and spans that end with `!`, are reported by another rule.
  const shown = shownCommands(document);
  const closedByOthers = document.body.injections.filter(
    (injection) => runsOn(document, injection) && !shown.has(injection),
  );
  const found = closedByOthers.map(({ kind, range }) => ({
    kind,
    mark: markAt(kind, range.start),
    endLine: document.lines.lineAt(range.end - 1),
  }));
  return [...found, ...neverClosed(document)].sort((a, b) => a.mark.start - b.mark.start);
}

/**
 * Whether a command that Claude Code recognizes ends only where another fence, span or command begins: the author never
 * closed it, and ordinary text runs with it.
 */
export function runsOn(document: SkillDocument, injection: Injection): boolean {
  return running(document).has(injection);
}

const running = oncePer(
  (document: SkillDocument): ReadonlySet<Injection> =>
    new Set(document.body.injections.filter((injection) => endsElsewhere(document, injection))),
);

function endsElsewhere({ text, lines }: SkillDocument, { kind, range, commandRange }: Injection): boolean {
  const command = text.slice(commandRange.start, commandRange.end);
  if (!command.includes('\n')) return false;
  const next = text.slice(range.end, range.end + 1);
  if (kind === 'inline') {
    // A backtick after whitespace and before a word opens a span. A command never contains a blank line.
    const opensAnother = /\s!?$/.test(command) && /^[^\s`]/.test(next);
    return opensAnother || /\n[ \t]*\r?\n/.test(command.trim());
  }
  const line = lines.startOf(lines.lineAt(commandRange.end));
  return text.slice(line, commandRange.end).trim() === '' && /^[A-Za-z]/.test(next);
}

/** The end of a text after which a command begins, depending on what must precede its `!`. */
const openedAtEnd = { whitespace: /(^|\s)!`[^\s`]$/, 'non-word': /(^|\W)!`[^\s`]$/ } as const;

/** Nothing closes after the last backticks of a body: Claude Code does not see a command that they open. */
function neverClosed(document: SkillDocument): UnclosedInjection[] {
  const { text, body, runtime } = document;
  const found: UnclosedInjection[] = [];
  const scanned = text.slice(body.range.start, body.range.end);
  const fence = scanned.lastIndexOf('```');
  if (fence >= 0 && scanned[fence + 3] === '!' && /(^|\n)[ \t]*$/.test(scanned.slice(0, fence))) {
    const start = body.range.start + fence;
    const line = document.lines.startOf(document.lines.lineAt(start));
    const isShown = body.code.some(({ range }) => range.start < line && start < range.end);
    if (!isShown) found.push({ kind: 'fenced', mark: markAt('fenced', start), endLine: undefined });
  }
  const exclamation = scanned.lastIndexOf('`') - 1;
  const isCommand = openedAtEnd[capabilities(runtime).inlineCommandFollows];
  if (exclamation >= 0 && isCommand.test(scanned.slice(Math.max(0, exclamation - 1), exclamation + 3))) {
    const start = body.range.start + exclamation;
    if (!isTaken(document, start)) found.push({ kind: 'inline', mark: markAt('inline', start), endLine: undefined });
  }
  return found;
}

/** Whether an offset is in code, or in a closed command: the text there is shown, not meant. */
function isTaken(document: SkillDocument, offset: number): boolean {
  const { code, injections } = document.body;
  const closed = injections.filter((injection) => !runsOn(document, injection));
  return [...code, ...closed].some(({ range }) => range.start <= offset && offset < range.end);
}

function markAt(kind: Injection['kind'], start: number): TextRange {
  return textRange(start, start + (kind === 'fenced' ? 4 : 2));
}
