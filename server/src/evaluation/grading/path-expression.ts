/** The regular expression of a path with `*`, `**` and `?`, as the runner reads it: `?` may be a slash, `*` may not. */
export function pathExpression(path: string): string {
  const source = path.replace(/\*\*\/|\*\*|[*?]|[\\^$.+()[\]{}|]/g, (mark) => meanings.get(mark) ?? `\\${mark}`);
  return `^${source}$`;
}

const meanings: ReadonlyMap<string, string> = new Map([
  ['**/', '(?:.*/)?'],
  ['**', '.*'],
  ['*', '[^/]*'],
  ['?', '.'],
]);
