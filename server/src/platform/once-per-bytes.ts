/**
 * As `oncePer`, for the bytes of a file: the result is a property of theirs. In a weak map it would stay in memory, and be moved
 * in it, until V8 collects all garbage, long after the bytes: that of thousands of files that are read one after the other.
 */
export function oncePerBytes<Result>(find: (bytes: Uint8Array) => Result): (bytes: Uint8Array) => Result {
  const key = Symbol('result');
  return (bytes: Uint8Array & { [key]?: { readonly result: Result } }) => {
    bytes[key] ??= { result: find(bytes) };
    return bytes[key].result;
  };
}
