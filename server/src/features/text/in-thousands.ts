/** A number with its thousands set apart: `30,000`. */
export function inThousands(count: number): string {
  return count.toLocaleString('en');
}
