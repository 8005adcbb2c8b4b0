/**
 * Whether a path, as somebody wrote it, names another machine. Windows sends a person's credentials to a machine as soon
 * as anything there is looked at, so nobody but the person may name one: in the settings of a repository, its manifests
 * and its links such a path is never opened. Slashes of both kinds count, whatever the system is.
 */
export function isNetworkPath(written: string): boolean {
  const path = written.trim().replaceAll('\\', '/');
  const url = /^file:(.*)$/is.exec(path)?.[1];
  if (url !== undefined) return namesHost(url);
  // Windows calls devices so, and other machines among them; with the letter of a drive it is a long path.
  const device = /^\/(\/[?.]|\?\?)\/(.*)$/s.exec(path)?.[2];
  if (device !== undefined) return !/^[a-z]:/i.test(device);
  return /^\/\/[^/]/.test(path);
}

/** What follows `file:`: two slashes and a host, or an empty host and a network path. */
function namesHost(url: string): boolean {
  const path = decoded(url).replaceAll('\\', '/');
  if (/^\/\/(\/|localhost(\/|$))/i.test(path)) return /^\/\/(localhost)?\/\/+[^/]/i.test(path);
  return path.startsWith('//');
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** What is said of such a path. */
export const networkPathMessage =
  'This names another machine, which could be sent your credentials, so it is not opened. Claude Code would open it';
