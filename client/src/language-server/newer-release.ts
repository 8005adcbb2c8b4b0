/** Whether release `a` is newer than release `b`; both are `major.minor.patch`. */
export function isNewer(a: string, b: string): boolean {
  const [left, right] = [a, b].map((release) => release.split(/[.-]/).slice(0, 3).map(Number));
  for (let part = 0; part < 3; part++) {
    const difference = (left![part] ?? 0) - (right![part] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
