/** A function that computes its result when it is first called: tables that a start need not wait for. */
export function once<Result>(find: () => Result): () => Result {
  let found: { readonly result: Result } | undefined;
  return () => {
    found ??= { result: find() };
    return found.result;
  };
}

/**
 * A function that computes its result once per object: many callers ask the same of one document, one list of globs or
 * one set of permissions. The result is released with the object.
 */
export function oncePer<Subject extends object, Result>(
  find: (subject: Subject) => Result,
): (subject: Subject) => Result {
  const known = new WeakMap<Subject, Result>();
  return (subject) => {
    const found = known.get(subject);
    if (found !== undefined || known.has(subject)) return found as Result;
    const result = find(subject);
    known.set(subject, result);
    return result;
  };
}

/** What is known under a key, which is found out when somebody first asks for it. */
export function oncePerKey<Key, Result>(
  known: Pick<Map<Key, Result>, 'get' | 'has'> & { set(key: Key, result: Result): unknown },
  key: Key,
  find: () => Result,
): Result {
  const found = known.get(key);
  if (found !== undefined || known.has(key)) return found as Result;
  const result = find();
  known.set(key, result);
  return result;
}
