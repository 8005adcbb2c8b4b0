import type { Session } from '../../../catalog/session.ts';
import { TOOLS } from '../../../dialect/tools/tools.ts';
import { conversationArguments } from '../../claude-code/ask/conversation-arguments.ts';

/** The limits of one run. */
interface TriggerLimits {
  /** Answers of the model. */
  readonly turns: number;
  /** US dollars that are left; undefined without a limit. */
  readonly dollars: number | undefined;
}

/**
 * The arguments of Claude Code for one query. It has the user's own skills, settings and tools, so that the model chooses
 * as in any session; but every call of a tool would need a question that nobody answers, whatever settings and skills
 * permit, so nothing is done. Only the Skill tool is allowed. Seen with the verified release: a rule that asks takes
 * precedence over rules that allow, and leaves the tool on offer.
 *
 * @param others tools that the release has and that are not known here
 */
export function triggerArguments(
  session: Session,
  { turns, dollars }: TriggerLimits,
  others: readonly string[],
): readonly string[] {
  const settings = {
    disableAllHooks: true,
    disableSkillShellExecution: true,
    permissions: { ask: [...TOOLS.map(({ name }) => name).filter((name) => name !== 'Skill'), ...others] },
  };
  const limits = [
    ...['--permission-mode', 'dontAsk'],
    ...['--permission-prompts', 'none'],
    ...['--max-turns', `${turns}`],
    ...(dollars === undefined ? [] : ['--max-budget-usd', `${dollars}`]),
  ];
  // The tools are last, because the option takes several values.
  return [...conversationArguments(session, settings, limits), '--allowedTools', 'Skill'];
}

/** Names under which a release lists tools that are known here. */
const alsoKnown: ReadonlySet<string> = new Set([
  'Task',
  'Skill',
  'DeferredToolPlaceholder',
  ...TOOLS.map(({ name }) => name),
]);

/** The tools of a session for which no rule asks yet. */
export function unknownTools(offered: readonly string[], others: readonly string[]): readonly string[] {
  return offered.filter((name) => !alsoKnown.has(name) && !others.includes(name) && !name.startsWith('mcp__'));
}
