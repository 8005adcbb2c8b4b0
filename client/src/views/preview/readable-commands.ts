import { visibleText } from './visible-text.ts';

/** What fits into a question and is read there; more is read in an editor. Characters are UTF-16 units. */
const mostCharacters = 1_000;
const mostLines = 15;

/** Columns that a tab may take. */
const tabWidth = 8;

/** More blank lines than this in a row are named instead. */
const mostBlankLines = 2;

/** Commands whole, as a question shows them; undefined where they are too long for one. */
export function commandsInQuestion(
  commands: readonly string[],
  blankLines: (count: number) => string,
): string | undefined {
  const texts = commands.map(visibleText);
  const whole = texts.join('\n\n');
  const fits = inColumns(whole) <= mostCharacters && whole.split('\n').length <= mostLines;
  return fits ? texts.map((text) => withBlankLinesNamed(text, blankLines)).join('\n\n') : undefined;
}

/** Commands whole, as a markdown document: editors wrap the lines of markdown, so that nothing is far to the right. */
export function commandsInDocument(commands: readonly string[], heading: (number: number) => string): string {
  return commands
    .map(visibleText)
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
    shown.push(...(blank.length > mostBlankLines ? [blankLines(blank.length)] : blank));
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
