/**
 * A function that computes its result once per object: many callers ask the same of one document, one list of globs or
 * one set of permissions. The result is released with the object.
 */
export function oncePer<Subject extends object, Result>(
  find: (subject: Subject) => Result,
): (subject: Subject) => Result {
  const known = new WeakMap<Subject, { readonly result: Result }>();
  return (subject) => {
    let found = known.get(subject);
    if (!found) {
      found = { result: find(subject) };
      known.set(subject, found);
    }
    return found.result;
  };
}
