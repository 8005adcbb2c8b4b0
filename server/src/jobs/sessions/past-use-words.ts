import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { counted, inThousands } from '../../document/text/numbers.ts';
import { readNodeId } from '../../features/shown-skills/tree-address.ts';
import { type Markdown, plainMarkdown } from '../../features/text/markdown-text.ts';
import type { PastUse, TreeNode } from '../../protocol.ts';
import { isNeverUsed, timesListed, type UseOfSkill } from './past-use.ts';
import { timesUsed } from './skill-usage.ts';

/** In a row of the tree, where everything but this can wait for the tooltip. */
const neverUsed = 'never used';

/** `once`, `12 times` */
export function timesInWords(count: number): string {
  return count === 1 ? 'once' : `${inThousands(count)} times`;
}

/** `Nov 3`, and with the year if it is another one than now. */
function dayInWords(time: number, now: number): string {
  const date = new Date(time);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return date.toLocaleDateString('en', { month: 'short', day: 'numeric', ...(!isThisYear && { year: 'numeric' }) });
}

/** `Nov 3 and Nov 20`; with the year of both if they are not of one year, so that nobody takes one for that of both. */
export function daysInWords(first: number, last: number, now: number): string {
  const isOneYear = new Date(first).getFullYear() === new Date(last).getFullYear();
  return `${dayInWords(first, isOneYear ? now : last)} and ${dayInWords(last, isOneYear ? now : first)}`;
}

/** How often a skill was used, as a sentence without full stop. */
export function useInWords({ usage, sessions }: UseOfSkill, now: number): string {
  const times = timesUsed(usage);
  const listed = timesListed(usage);
  const all = sessions.sessions.length;
  if (times > 0) {
    const last = usage.last === undefined ? '' : `, ${times === 1 ? '' : 'last '}on ${dayInWords(usage.last, now)}`;
    return `Used ${timesInWords(times)} in past sessions${last}`;
  }
  if (listed > 0)
    return `Never used in past sessions, although ${inThousands(listed)} of ${inThousands(all)} listed it`;
  return all === 0 ? 'There are no past sessions' : `Never used or listed in ${counted(all, 'past session')}`;
}

/** The use of a skill as a table shows it. */
export function pastUse(name: string, use: UseOfSkill, now: number): PastUse {
  const times = timesUsed(use.usage);
  const { last } = use.usage;
  const isUnused = isNeverUsed(use);
  return {
    name,
    times,
    ...(last !== undefined && { last, detail: dayInWords(last, now) }),
    label: times > 0 ? inThousands(times) : isUnused ? 'never' : '',
    isNeverUsed: isUnused,
    explanation: useInWords(use, now),
  };
}

/** For the tooltip of a skill; undefined if there is nothing to say. */
export function useRemark(use: UseOfSkill | undefined, now: number): Markdown | undefined {
  return use && use.sessions.sessions.length > 0 ? plainMarkdown(useInWords(use, now)) : undefined;
}

/** Rows of the tree in which skills that were never used are marked; in steps, as there may be thousands. */
export function* withPastUse(
  nodes: readonly TreeNode[],
  useOf: (skill: CatalogSkill['id'], session: string) => UseOfSkill | undefined,
): Generator<void, TreeNode[]> {
  const marked: TreeNode[] = [];
  for (const node of nodes) {
    const at = node.skill === undefined ? undefined : readNodeId(node.id);
    const use = at?.kind === 'skill' ? useOf(at.skill, at.session) : undefined;
    marked.push(use && isNeverUsed(use) ? markedNeverUsed(node) : node);
    yield;
  }
  return marked;
}

function markedNeverUsed(node: TreeNode): TreeNode {
  const { label, description, accessibleName } = node;
  const rest = accessibleName.slice(label.length);
  return {
    ...node,
    description: description === undefined ? neverUsed : `${neverUsed} · ${description}`,
    accessibleName: `${label}, ${neverUsed}${rest}`,
  };
}
