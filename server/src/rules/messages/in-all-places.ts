/** `in both places`, `in all 3 places` */
export function inAllPlaces(count: number): string {
  return count === 2 ? 'in both places' : `in all ${count} places`;
}
