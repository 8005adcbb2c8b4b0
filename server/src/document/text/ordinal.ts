const words = ['zeroth', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** The ordinal of a number, counted from one: `first`, `11th`. */
export function ordinal(place: number): string {
  const word = words[place];
  if (word !== undefined) return word;
  const endings: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };
  const isTeen = place % 100 > 10 && place % 100 < 14;
  return `${place}${(!isTeen && endings[place % 10]) || 'th'}`;
}
