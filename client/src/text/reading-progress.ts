import type { PastSessionsProgress } from '../../../server/src/protocol.ts';

/** `120 of 400 MB` */
export function progressInWords({ done, total }: PastSessionsProgress): string {
  return `${megabytes(Math.min(done, total))} of ${megabytes(total)} MB`;
}

function megabytes(bytes: number): string {
  return Math.ceil(bytes / 1_000_000).toLocaleString('en');
}
