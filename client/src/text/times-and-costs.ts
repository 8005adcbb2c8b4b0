/** `40 ms`, `2.3 s`, `31 s`, `2 min 5 s`, `1 h 4 min` */
export function durationInWords(ms: number): string {
  if (ms < 100) return `${Math.round(Math.max(0, ms))} ms`;
  const seconds = ms / 1_000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
}

/** `$0.04`; what costs something never costs nothing. */
export function costInWords(dollars: number): string {
  return dollars > 0 && dollars < 0.005 ? '< $0.01' : `$${dollars.toFixed(2)}`;
}

/** `today 14:02`, `yesterday 9:11`, `Nov 21, 9:11`, `Nov 21, 2025, 9:11` */
export function startInWords(startedAt: number, now: number): string {
  const date = new Date(startedAt);
  const time = date.toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' });
  const days = Math.round((midnight(now) - midnight(startedAt)) / 86_400_000);
  if (days === 0) return `today ${time}`;
  if (days === 1) return `yesterday ${time}`;
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  const year = isThisYear ? undefined : 'numeric';
  return `${date.toLocaleDateString('en', { month: 'short', day: 'numeric', year })}, ${time}`;
}

function midnight(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
