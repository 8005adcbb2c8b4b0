/**
 * The choice of a user who accepts a list in which anything can be typed. Someone who types fast accepts before the list
 * follows: then what is selected does not match, and what was typed counts.
 */
export function chosenOrTyped(selected: string | undefined, typed: string): string {
  const matches = selected?.toLowerCase().includes(typed.toLowerCase());
  return matches ? selected! : typed;
}
