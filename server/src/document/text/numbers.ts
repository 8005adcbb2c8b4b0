/** A number with thousands separators, in English whatever the user's language is: `30,000`. */
export function inThousands(count: number): string {
  // Not by `Intl`, which takes several milliseconds of the start to load.
  return String(count).replace(/\B(?<!\.\d*)(?=(?:\d{3})+(?!\d))/g, ',');
}

/** A number with its noun: `1 query`, `3,000 queries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${inThousands(count)} ${count === 1 ? one : many}`;
}

const words = ['zeroth', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** The ordinal of a number, counted from one: `first`, `11th`. */
export function ordinal(place: number): string {
  const word = words[place];
  if (word !== undefined) return word;
  const endings: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };
  const isTeen = place % 100 > 10 && place % 100 < 14;
  return `${place}${(!isTeen && endings[place % 10]) || 'th'}`;
}
