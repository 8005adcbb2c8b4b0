/** A function that computes its result when it is first called: tables that a start need not wait for. */
export function once<Result>(find: () => Result): () => Result {
  let found: { readonly result: Result } | undefined;
  return () => {
    found ??= { result: find() };
    return found.result;
  };
}
