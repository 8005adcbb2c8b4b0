import { revealInvisible } from '../../text/reveal-invisible.ts';

/** Limits of what a question shows; longer commands open in an editor. Characters are UTF-16 units. */
const maxCharacters = 1_000;
const maxLines = 15;

/** Width of a tab, in columns. */
const tabWidth = 8;

/** Longer runs of blank lines are replaced by their number. */
const maxBlankLines = 2;

/** Complete commands for a question; undefined if they are too long. */
export function commandsInQuestion(
  commands: readonly string[],
  blankLines: (count: number) => string,
): string | undefined {
  const texts = commands.map(revealInvisible);
  const whole = texts.join('\n\n');
  const fits = inColumns(whole) <= maxCharacters && whole.split('\n').length <= maxLines;
  return fits ? texts.map((text) => withBlankLinesNamed(text, blankLines)).join('\n\n') : undefined;
}

/** Complete commands as a markdown document: editors wrap its lines, so that nothing is hidden far to the right. */
export function commandsInDocument(commands: readonly string[], heading: (number: number) => string): string {
  return commands
    .map(revealInvisible)
    .map((command, index) => {
      const fence = '`'.repeat(Math.max(3, longestOfBackticks(command) + 1));
      return `# ${heading(index + 1)}\n\n${fence}\n${command}\n${fence}\n`;
    })
    .join('\n');
}

function inColumns(text: string): number {
  return text.replaceAll('\t', ' '.repeat(tabWidth)).length;
}

function withBlankLinesNamed(text: string, blankLines: (count: number) => string): string {
  const shown: string[] = [];
  let blank: string[] = [];
  const endBlank = () => {
    shown.push(...(blank.length > maxBlankLines ? [blankLines(blank.length)] : blank));
    blank = [];
  };
  for (const line of text.split('\n')) {
    if (line.trim() === '') blank.push(line);
    else {
      endBlank();
      shown.push(line);
    }
  }
  endBlank();
  return shown.join('\n');
}

function longestOfBackticks(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0);
}
