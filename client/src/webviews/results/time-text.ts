import { dayAndTime } from '../format-times.ts';

/** A time of a result; as it is written if it is not one. */
export function timeText(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const time = Date.parse(written);
  return Number.isNaN(time) ? written : dayAndTime(time);
}
