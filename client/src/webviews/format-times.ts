import { startInWords } from '../text/times-and-costs.ts';

/** `today 14:02` or `Nov 3, 14:02`, as lists of runs have it */
export function dayAndTime(time: number): string {
  return startInWords(time, Date.now());
}

/** `Nov 3, 2026` */
export function day(time: number): string {
  return new Date(time).toLocaleDateString('en', { dateStyle: 'medium' });
}

/** `14:02`, or with seconds */
export function timeOfDay(time: number, withSeconds: boolean): string {
  return new Date(time).toLocaleTimeString('en', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(withSeconds && { second: '2-digit' }),
  });
}
