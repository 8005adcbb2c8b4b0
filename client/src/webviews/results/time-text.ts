const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A time of a result in the user's own time; as it is written if it is not one. */
export function timeText(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const time = Date.parse(written);
  return Number.isNaN(time) ? written : format.format(time);
}
