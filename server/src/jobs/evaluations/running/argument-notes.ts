import { shortened } from '../../../features/text/markdown-text.ts';

/** Characters of arguments that are shown. */
const longest = 300;

/** The additions to a command line: the settings may be those of the workspace, so the user should see them before. */
export function argumentNotes(what: string, extraArguments: readonly string[]): readonly string[] {
  if (extraArguments.length === 0) return [];
  return [`${what} have additional arguments of the settings: \`${shortened(extraArguments.join(' '), longest)}\``];
}
