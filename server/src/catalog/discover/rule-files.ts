import { BoundedWalk } from '../../platform/bounded-walk.ts';
import { SMALL_WALK } from '../../platform/bounds.ts';
import { configFolder, type Session } from '../session.ts';

/** How deep rules are looked for, and how many are found in a folder. */
const maxDepth = 4;
export const MAX_RULE_FILES = 200;

/** The rules in one folder: instructions in a file each, which Claude Code reads besides CLAUDE.md. */
interface RuleFolder {
  readonly folder: string;
  /** Their files, in the order of their names. */
  readonly paths: readonly string[];
  /** Whether there are more of them than were found. */
  readonly hasMore: boolean;
  readonly walk: BoundedWalk;
}

/** The rules of the user, and those of the session's folder. */
export async function findRules(session: Session): Promise<readonly RuleFolder[]> {
  const { folder, files } = session;
  const user = configFolder(session);
  const folders = [...(user ? [`${user}/rules`] : []), ...(folder === undefined ? [] : [`${folder}/.claude/rules`])];
  return Promise.all(folders.map((at) => rulesIn(at, new BoundedWalk(files, SMALL_WALK))));
}

async function rulesIn(folder: string, walk: BoundedWalk): Promise<RuleFolder> {
  const paths: string[] = [];
  let hasMore = false;
  const visit = async (at: string, depth: number): Promise<void> => {
    const entries = [...(await walk.enter(at, depth))].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const { name, type } of entries) {
      const isRule = type === 'file' && name.endsWith('.md');
      if (type === 'folder' && depth < maxDepth) await visit(`${at}/${name}`, depth + 1);
      else if (isRule && paths.length >= MAX_RULE_FILES) hasMore = true;
      else if (isRule) paths.push(`${at}/${name}`);
    }
  };
  await visit(folder, 0);
  return { folder, paths, hasMore, walk };
}
