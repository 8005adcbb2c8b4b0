/** How long a run took, as a report says it: whole milliseconds for a program. */
export function durationText(ms: number, isNumber: boolean): string {
  const whole = Math.round(ms);
  if (isNumber) return String(whole);
  return whole < 1000 ? `${whole} ms` : `${(whole / 1000).toFixed(1)} s`;
}
