import type { BoundedWalk } from '../../platform/bounded-walk.ts';

/**
 * The Markdown files in a folder of agents and in those below it, also those that turn out to be no files.
 *
 * @param levels of folders that are looked into
 */
export async function listAgentFiles(folder: string, walk: BoundedWalk, levels: number): Promise<string[]> {
  const paths: string[] = [];
  const visit = async (at: string, depth: number): Promise<void> => {
    if (depth >= levels) return;
    for (const { name, type } of await walk.enter(at, depth)) {
      if (type === 'folder') await visit(`${at}/${name}`, depth + 1);
      else if (name.endsWith('.md')) paths.push(`${at}/${name}`);
    }
  };
  await visit(folder, 0);
  return paths;
}
