import { escapeRegExp } from '../../../document/text/escape-reg-exp.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';
import { isInside, relativeTo } from '../../../platform/paths.ts';

/** The folders that a path may begin at where a skill is not part of a plugin. */
interface SpellingBases {
  /** That of the project, and that of the nested project that a skill belongs to. */
  readonly projects: readonly string[];
  readonly home: string | undefined;
}

/** A path to a folder that only holds on this machine, or in this project. */
interface SpelledPath {
  readonly range: TextRange;
  /** A variable in quotes comes before the path: `"$HOME"/…`. */
  readonly isQuoted: boolean;
}

/** Everything that authors write for a file or folder of a project or of their home, as a pattern. */
export function spellingsOf(path: string, { projects, home }: SpellingBases): RegExp {
  const found = [path];
  for (const project of projects) {
    if (!isInside(path, project)) continue;
    const relative = relativeTo(path, project);
    found.push(...inVariable('CLAUDE_PROJECT_DIR', relative), `./${relative}`, relative);
  }
  if (isInside(path, home)) {
    const relative = relativeTo(path, home!);
    found.push(...inVariable('HOME', relative), `~/${relative}`);
  }
  const longestFirst = [...new Set(found)].sort((a, b) => b.length - a.length).map(escapeRegExp);
  return new RegExp(String.raw`(?<![\w./~$}{\\-]|["']\/)(?:${longestFirst.join('|')})(?![\w-]|\.\w)`, 'g');
}

function inVariable(name: string, path: string): string[] {
  return [`\${${name}}/${path}`, `$${name}/${path}`, `"\${${name}}"/${path}`, `"$${name}"/${path}`];
}

/** Where a text names what a pattern of {@link spellingsOf} is for. */
export function spelledPaths(text: string, pattern: RegExp): SpelledPath[] {
  return [...text.matchAll(pattern)].map(({ 0: written, index }) => ({
    range: textRange(index, index + written.length),
    isQuoted: written.startsWith('"'),
  }));
}
