/** What a path ends in: the name of its file or folder. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
