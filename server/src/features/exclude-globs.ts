import picomatch from 'picomatch';

/**
 * Whether globs of files that are not checked exclude a file: one matches its path or that of a folder above it,
 * absolute or relative to `root`.
 *
 * @param path absolute, with `/`
 * @param root the workspace folder or the folder of the configuration, if any
 */
export function isExcluded(path: string, root: string | undefined, globs: readonly string[]): boolean {
  const patterns = globs.map((glob) => glob.replace(/\/+$/, '')).filter((glob) => glob !== '');
  if (patterns.length === 0) return false;
  const matches = picomatch(patterns, { dot: true });
  const prefix = root === undefined || root.endsWith('/') ? root : `${root}/`;
  const relative = prefix !== undefined && path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
  return [path, relative].some(
    (spelling) => spelling !== undefined && withFoldersAbove(spelling).some((part) => matches(part)),
  );
}

function withFoldersAbove(path: string): string[] {
  const paths = [path];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) paths.push(path.slice(0, end));
  return paths;
}
