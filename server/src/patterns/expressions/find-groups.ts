/** The groups of an expression that can be referred to. */
interface Groups {
  readonly count: number;
  /** Groups in different alternatives may have one name. */
  readonly names: ReadonlyMap<string, readonly number[]>;
  /** The offsets of `(?`. */
  readonly special: readonly number[];
}

/** Finds the groups of an expression, outside of classes and escapes; it may be one that JavaScript rejects. */
export function findGroups(source: string, hasNestedClasses: boolean): Groups {
  const names = new Map<string, number[]>();
  const special: number[] = [];
  let count = 0;
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    const character = source[at];
    if (character === '\\') at++;
    else if (character === '[' && (depth === 0 || hasNestedClasses)) depth++;
    else if (character === ']' && depth > 0) depth--;
    else if (character === '(' && depth === 0) {
      if (source[at + 1] === '?') special.push(at);
      const [, name] = /^\(\?<(?![=!])([^>]*)>/.exec(source.slice(at, at + 200)) ?? [];
      if (name === undefined && source[at + 1] === '?') continue;
      count++;
      if (name !== undefined) names.set(name, [...(names.get(name) ?? []), count]);
    }
  }
  return { count, names, special };
}
