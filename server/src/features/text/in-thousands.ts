/** A number with thousands separators: `30,000`. */
export function inThousands(count: number): string {
  return count.toLocaleString('en');
}
