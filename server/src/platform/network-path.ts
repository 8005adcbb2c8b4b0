/**
 * Whether a path, as written by its author, names another machine. Windows sends the user's credentials to a machine on
 * any access to it, so only the user may name one: such a path in a repository's settings, manifests or links is never
 * opened. Slashes of both kinds count on every system.
 */
export function isNetworkPath(written: string): boolean {
  const path = written.trim().replaceAll('\\', '/');
  const url = /^file:(.*)$/is.exec(path)?.[1];
  if (url !== undefined) return namesHost(url);
  // Windows names devices this way, including other machines; with a drive letter, it is a long path.
  const device = /^\/(\/[?.]|\?\?)\/(.*)$/s.exec(path)?.[2];
  if (device !== undefined) return !/^[a-z]:/i.test(device);
  return /^\/\/[^/]/.test(path);
}

/** The text after `file:`: two slashes and a host, or an empty host and a network path. */
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

/** The message about such a path. */
export const networkPathMessage =
  'This names another machine, which could be sent your credentials, so it is not opened. Claude Code would open it';
