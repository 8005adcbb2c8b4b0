import { MAX_WILDCARD_PATTERNS } from '../../dialect/limits.ts';
import { Automaton } from '../../patterns/automaton.ts';
import { readGlob } from '../../patterns/glob.ts';
import { choice, literal, type Pattern, sequence, sizeOf } from '../../patterns/pattern.ts';
import { oncePer } from '../../platform/once.ts';
import { isInside, relativeTo } from '../../platform/paths.ts';

/** Globs of files that are not checked, ready to be matched. */
interface ReadGlobs {
  /** Matches a path, and returns the index of a matching glob. */
  readonly automaton: Automaton;
  /** The globs that begin with `!`, which exclude every path that they do not match. */
  readonly negated: ReadonlySet<number>;
  /** The first glob that is too long or too complex, after which no further one is read. */
  readonly refused: string | undefined;
}

/**
 * Whether globs of files that are not checked exclude a file: one matches its path or that of a folder above it,
 * absolute or relative to `root`. Those after {@link refusedGlob} are ignored.
 *
 * @param path absolute, with `/`
 * @param root the workspace folder or the folder of the configuration, if any
 */
export function isExcluded(path: string, root: string | undefined, globs: readonly string[]): boolean {
  if (globs.length === 0) return false;
  const relative = root !== undefined && isInside(path, root) ? relativeTo(path, root) : undefined;
  return matches(path, readGlobs(globs)) || (relative !== undefined && matches(relative, readGlobs(globs)));
}

/** The first of some globs that is too long, with those before it, or too complex to be matched. */
export function refusedGlob(globs: readonly string[]): string | undefined {
  return globs.length === 0 ? undefined : readGlobs(globs).refused;
}

/** Whether a path or that of a folder above it matches, in one pass. */
function matches(path: string, { automaton, negated }: ReadGlobs): boolean {
  const reading = automaton.start();
  for (let at = 0; at <= path.length; at++) {
    const endsHere = at === path.length || (at > 0 && path[at] === '/');
    if (endsHere && isMeant(reading.accepted, negated)) return true;
    if (at < path.length) reading.read(path.charCodeAt(at));
  }
  return false;
}

function isMeant(accepted: readonly number[], negated: ReadonlySet<number>): boolean {
  const taken = accepted.filter((index) => negated.has(index)).length;
  return accepted.length > taken || taken < negated.size;
}

/** Reads globs once for all files. */
const readGlobs = oncePer((globs: readonly string[]): ReadGlobs => {
  const patterns: Pattern[] = [];
  const negated = new Set<number>();
  let refused: string | undefined;
  let room = MAX_WILDCARD_PATTERNS;
  for (const [value, written] of globs.entries()) {
    const glob = withoutTrailingSlashes(written);
    if (glob === '') continue;
    let marks = 0;
    while (glob[marks] === '!' && glob[marks + 1] !== '(') marks++;
    const pattern = glob.length > room ? undefined : readGlob(glob.slice(marks));
    if (pattern) room -= sizeOf(pattern);
    if (!pattern || room < 0) {
      refused = written;
      break;
    }
    if (marks % 2 === 1) negated.add(value);
    // A path may contain characters that are special in globs.
    const asWritten = /[*?[\](){}\\]/.test(glob) ? [literal(glob)] : [];
    patterns.push(sequence(choice(pattern, ...asWritten), { kind: 'accept', value }));
  }
  return { automaton: new Automaton(choice(...patterns)), negated, refused };
});

function withoutTrailingSlashes(glob: string): string {
  let end = glob.length;
  while (glob[end - 1] === '/') end--;
  return glob.slice(0, end);
}
