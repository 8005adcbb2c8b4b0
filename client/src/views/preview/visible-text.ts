/** Characters that are not seen, or change how others are: control, format and separator characters but line ends. */
const unseen = /[^\P{C}\n\t]|[\u2028\u2029]/gu;

/** A text in which nothing hides: what would not be seen is named by its code point. */
export function visibleText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(unseen, (character) => {
    return `<U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}
