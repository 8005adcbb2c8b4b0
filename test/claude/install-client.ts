import { obtainVerifiedRelease } from './verified-release.ts';

/** Runs once before all tests, outside their time limits. */
export default function setup(): void {
  obtainVerifiedRelease();
}
