/**
 * Characters that are not seen, or change how others are: control, format and separator characters but line ends, tabs
 * and the space; those that fonts draw as nothing; and the empty braille pattern.
 */
const unseen = /[^\P{C}\n\t]|[^\P{Z} ]|[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A text in which nothing hides: what would not be seen is named by its code point. */
export function visibleText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(unseen, (character) => {
    return `<U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}
