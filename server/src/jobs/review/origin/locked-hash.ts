import { type FolderContent, hexHash } from './folder-content.ts';

const encoder = new TextEncoder();

/**
 * Whether a folder has the content that a lock file records; undefined if that cannot be said: the folder was read in
 * part, or the hash is of no known kind.
 */
export async function hasLockedContent(content: FolderContent, hash: string): Promise<boolean | undefined> {
  if (!content.isComplete) return undefined;
  const expected = hash.toLowerCase();
  if (/^[0-9a-f]{40}$/.test(expected)) return (await gitTreeHash(content)) === expected;
  if (!/^[0-9a-f]{64}$/.test(expected)) return undefined;
  // The order of names depends on the language of the machine that wrote the file.
  const orders = [(a: string, b: string) => a.localeCompare(b), (a: string, b: string) => (a < b ? -1 : 1)];
  for (const order of orders) if ((await filesHash(content, order)) === expected) return true;
  return false;
}

/** SHA-256 of the paths and contents of all files, one after the other. */
function filesHash({ files }: FolderContent, order: (a: string, b: string) => number): Promise<string> {
  const sorted = [...files].sort(([a], [b]) => order(a, b));
  return hexHash(
    'SHA-256',
    sorted.flatMap(([path, { bytes }]) => [encoder.encode(path), bytes]),
  );
}

/** The name that Git gives a folder with these files. */
async function gitTreeHash({ files }: FolderContent, inside = ''): Promise<string> {
  const entries = new Map<string, { readonly mode: string; readonly hash: string }>();
  for (const [path, { bytes, isExecutable }] of files) {
    if (!path.startsWith(inside)) continue;
    const [name = '', ...rest] = path.slice(inside.length).split('/');
    if (rest.length === 0) {
      const hash = await hexHash('SHA-1', [encoder.encode(`blob ${bytes.length}\0`), bytes]);
      entries.set(name, { mode: isExecutable ? '100755' : '100644', hash });
    } else if (!entries.has(`${name}/`)) {
      // Git sorts a folder as if its name ended in a slash.
      entries.set(`${name}/`, {
        mode: '40000',
        hash: await gitTreeHash({ files, isComplete: true }, `${inside}${name}/`),
      });
    }
  }
  const parts = [...entries]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, { mode, hash }]) => [encoder.encode(`${mode} ${name.replace(/\/$/, '')}\0`), bytesOf(hash)]);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return hexHash('SHA-1', [encoder.encode(`tree ${length}\0`), ...parts]);
}

function bytesOf(hash: string): Uint8Array {
  return Uint8Array.from(hash.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}
