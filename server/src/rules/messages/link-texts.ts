import { inWords } from './in-words.ts';
import { showName } from './show-value.ts';

/** What to do about a text that is in place of a symbolic link. */
export const checkOutLinks = 'Check out the repository with symbolic links';

/** What is at one or several paths in place of links, by their shown names. */
export function areLinkTexts(paths: readonly string[]): string {
  const names = paths.slice(0, maxNamed).map(showName);
  if (paths.length > maxNamed) names.push(`${paths.length - maxNamed} more`);
  return paths.length === 1
    ? `${names[0]} is a text file with the path of a link`
    : `${inWords(names)} are text files with the paths of links`;
}

const maxNamed = 3;
