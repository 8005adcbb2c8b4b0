/**
 * A function that works once for each object that it is asked about: many ask the same of one document, one list of
 * globs or one set of permissions. What is known of an object goes when the object goes.
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
