import { verifiedRelease } from '../conformance/recording-files.ts';
import { defaultCache, findRelease, obtainRelease, type Release } from '../record/release.ts';

/** The installed copy of the release that everything is verified with; installs it if there is none. */
export function obtainVerifiedRelease(): Release {
  return obtainRelease(verifiedRelease, defaultCache(), console.log);
}

/** The same copy, in a test: it has been installed. */
export function installedRelease(): Release {
  const release = findRelease(verifiedRelease, defaultCache());
  if (!release) throw new Error(`Claude Code ${verifiedRelease} is not installed in ${defaultCache()}`);
  return release;
}
