/** A number with thousands separators, in English whatever the user's language is: `30,000`. */
export function inThousands(count: number): string {
  // Not by `Intl`, which takes several milliseconds of the start to load.
  return String(count).replace(/\B(?<!\.\d*)(?=(?:\d{3})+(?!\d))/g, ',');
}
