import type { FuzzInput } from './fuzz-input.ts';

/** How often an input is tried while it is made smaller. */
const mostTries = 2_000;

/**
 * A smaller input that still fails: pieces of the text and of the arguments are left out as long as it does, large ones
 * first.
 */
export async function shrinkInput(
  input: FuzzInput,
  stillFails: (input: FuzzInput) => Promise<boolean>,
): Promise<FuzzInput> {
  let tries = 0;
  let smallest = input;
  const accept = async (candidate: FuzzInput): Promise<boolean> => {
    if (++tries > mostTries || !(await stillFails(candidate))) return false;
    smallest = candidate;
    return true;
  };
  for (const cursor of [0, 1, 2, 3, 6]) if (cursor < smallest.cursor && (await accept({ ...smallest, cursor }))) break;
  for (const part of ['text', 'given'] as const) {
    if (smallest[part] !== '') await accept({ ...smallest, [part]: '' });
    for (let size = smallest[part].length >> 1; size >= 1; size >>= 1) {
      for (let at = 0; at < smallest[part].length; ) {
        const text = smallest[part];
        const isShorter = await accept({ ...smallest, [part]: text.slice(0, at) + text.slice(at + size) });
        if (!isShorter) at += size;
      }
    }
  }
  return smallest;
}
