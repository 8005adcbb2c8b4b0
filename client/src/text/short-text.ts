/** A text of a user in one line, for titles and rows: its beginning, if it is longer than so many characters. */
export function shortText(text: string, most = 40): string {
  // Only the beginning is looked at: arguments may be a whole file.
  const line = text
    .slice(0, 8 * most)
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : line;
}
