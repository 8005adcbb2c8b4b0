/**
 * Characters that are invisible, or change how others are displayed: control, format and separator characters except
 * line endings, tabs and the space; characters that fonts do not draw; and the empty braille pattern.
 */
const unseen = /[^\P{C}\n\t]|[^\P{Z} ]|[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A text in which nothing is hidden: invisible characters are replaced by their code points. */
export function revealInvisible(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(unseen, (character) => {
    return `<U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}
