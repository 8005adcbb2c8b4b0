import ignore from 'ignore';

/**
 * Whether a touched file brings back the skills that wait for these globs. They are read as those of a `.gitignore`, in
 * any case and with braces; one with `!` has no effect. Seen with 2.1.329.
 *
 * @param path relative to the session's folder
 */
export function matchesPaths(globs: readonly string[], path: string): boolean {
  const counting = globs.filter((glob) => !glob.startsWith('!')).flatMap(expandBraces);
  return ignore().add(counting).ignores(path);
}

/** `a.{b,c}` as `a.b` and `a.c`; of nested braces the inner ones first. */
function expandBraces(glob: string): string[] {
  const braces = /^(.*)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(glob);
  if (!braces) return [glob];
  const [, before, choices, after] = braces;
  return choices!.split(',').flatMap((choice) => expandBraces(`${before}${choice}${after}`));
}
