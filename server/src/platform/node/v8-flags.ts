import { setFlagsFromString } from 'node:v8';

/** From V8 13 on, which is in Node 24, one start of a hundred crashes after a flag was set, before it answers anything. */
const lastSafeVersion = 12;

/** The major version of V8: Electron has a newer one than the Node whose version it tells. */
export const v8Version = Number(process.versions.v8.split('.')[0]);

/** Sets a flag of V8 for what is done from now on, if this V8 can do that without harm. */
export function setV8Flag(flag: string): void {
  if (v8Version <= lastSafeVersion) setFlagsFromString(flag);
}
