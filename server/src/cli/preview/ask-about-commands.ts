import type { Insertion, RenderedInjection } from '../../runtime/render/rendering.ts';
import { visibleCharacters } from '../terminal/escape-control-characters.ts';
import type { Colours } from '../terminal/terminal.ts';
import type { TerminalUser } from '../terminal/terminal-user.ts';

/** Limits of what a user can read on one screen before answering. Characters are displayed ones. */
const maxLines = 60;
const maxCharacters = 4_000;

/**
 * Asks about commands that differ from the file. Each is shown in full and as it would run before the first
 * question, so that an answer for all applies only to what was shown.
 *
 * @returns the commands that may run; none that is too long for a question
 */
export async function askAboutCommands(
  injections: readonly RenderedInjection[],
  user: TerminalUser,
): Promise<ReadonlySet<string>> {
  const questions = [...new Map(injections.map((injection) => [injection.command, injection])).values()]
    .map((injection) => ({ command: injection.command, shown: shownCommand(injection, user.colours) }))
    .filter(({ shown }) => shown !== undefined);
  const agreed = new Set<string>();
  const { length } = questions;
  if (length === 0) return agreed;
  user.show(
    length === 1
      ? 'This command differs from the one in the file:\n'
      : `These ${length} commands differ from the ones in the file:\n`,
  );
  for (const [index, { shown }] of questions.entries()) user.show(`\n${numbered(shown!, index, length)}\n`);
  await user.answers(async (ask) => {
    for (const [index, { command }] of questions.entries()) {
      const question = length === 1 ? 'Run it? [y/N] ' : `Run command ${index + 1} of ${length}? [y/N/all/none] `;
      const answer = (await ask(`\n${question}`)).trim().toLowerCase();
      if (answer === 'none') return;
      if (answer === 'all' && length > 1) {
        for (const { command: rest } of questions.slice(index)) agreed.add(rest);
        return;
      }
      if (answer === 'y' || answer === 'yes') agreed.add(command);
    }
  });
  return agreed;
}

function numbered(shown: string, index: number, length: number): string {
  return length === 1 ? shown : `${index + 1}.\n${shown}`;
}

/** A complete command, followed by what the author did not write; undefined if it is too long. */
function shownCommand({ command, insertions }: RenderedInjection, colours: Colours): string | undefined {
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end } of insertions) {
    pieces.push(visibleLines(command.slice(copied, start)), marked(visibleLines(command.slice(start, end)), colours));
    copied = end;
  }
  const whole = pieces.join('') + visibleLines(command.slice(copied));
  const lines = whole.split('\n');
  const origins = [originLine('the arguments', 'arguments'), originLine('folder names and variables', 'variable')];
  const shown = [...lines.map((line) => `    ${line}`), ...origins.filter((it) => it !== undefined)];
  const isReadable = shown.length <= maxLines && shown.join('').length <= maxCharacters;
  return isReadable ? shown.join('\n') : undefined;

  function originLine(what: string, from: Insertion['from']): string | undefined {
    const texts = insertions.filter((it) => it.from === from).map(({ start, end }) => command.slice(start, end));
    if (texts.length === 0) return undefined;
    return `  From ${what}: ${[...new Set(texts)].map((text) => (text === '' ? '(nothing)' : `\`${visibleCharacters(text)}\``)).join(', ')}`;
  }
}

/** Each line separately, so that no colour continues after it. */
function marked(text: string, { inverse }: Colours): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : inverse(line)))
    .join('\n');
}

function visibleLines(text: string): string {
  return text.split('\n').map(visibleCharacters).join('\n');
}
