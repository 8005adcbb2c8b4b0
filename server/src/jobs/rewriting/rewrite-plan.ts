import type { Catalog } from '../../catalog/catalog.ts';
import { estimateTokens } from '../../dialect/text/token-estimate.ts';
import { counted, inThousands } from '../../document/text/numbers.ts';
import type { Writer } from '../../features/actions/writer.ts';
import { inPercent } from '../../features/text/amounts.ts';
import { shownState, stateLabels } from '../budget/shown-state.ts';
import { type RewriteFacts, rewriteRequest } from './rewrite-request.ts';

/** UTF-16 units of a text that is sent: what is longer costs too much to be rewritten by accident. */
export const longestText = 200_000;

/** Similar skills that are named, and how similar they are at least. */
const mostSimilar = 5;
const minSimilarity = 0.15;

/** UTF-16 units of another skill's description. */
const longestDescription = 300;

/** The facts of the session about a skill: sentences without a full stop. */
export interface SessionFacts {
  readonly sentences: readonly string[];
  /** How many similar skills are among them. */
  readonly similar: number;
}

/** The facts about a file that a model should know besides its text. */
export function sessionFacts(catalog: Catalog, path: string): SessionFacts {
  const skill = catalog.at(path);
  if (skill?.path !== path) return { sentences: [], similar: 0 };
  const { entries, used, budget } = catalog.listing();
  const entry = entries.find((it) => it.skill?.id === skill.id);
  const others = catalog
    .competitorsOf(skill.id, mostSimilar)
    .filter(({ similarity }) => similarity >= minSimilarity)
    .flatMap((pair) => {
      const other = catalog.get(pair.second);
      const says = (other?.facts.description ?? other?.facts.fallback ?? '').replaceAll(/\s+/g, ' ').trim();
      return other ? [`\`${other.name}\` has a similar description: “${says.slice(0, longestDescription)}”`] : [];
    });
  const seen = entry && [
    `The model chooses among ${counted(entries.length, 'skill')} by their names and descriptions, and sees of \`${skill.name}\`: ${stateLabels[shownState(entry)]}`,
    `Its entry in the listing takes ${inThousands(entry.full)} of ${inThousands(budget.budget)}, of which all together take ${inPercent(used, budget.budget)}`,
  ];
  return { sentences: [`Its name is \`${skill.name}\``, ...(seen ?? []), ...others], similar: others.length };
}

/** How the plan names who is asked. */
export function writerName(writer: Writer): string {
  return writer.kind === 'installed' ? 'Claude Code' : `the chat model ${writer.name}`;
}

/** The texts that are sent, the program that starts and its cost: sentences with a full stop. */
export function planOfRewrite(facts: RewriteFacts, { similar }: SessionFacts, writer: Writer): readonly string[] {
  const { findings, pages, kind } = facts;
  const tokens = Math.ceil(estimateTokens(rewriteRequest(facts)) / 100) * 100;
  const others = similar === 0 ? '' : `, and the names and descriptions of ${counted(similar, 'similar skill')}`;
  const rules = pages.size === 1 ? 'the page of its rule' : `the pages of ${pages.size} rules`;
  const sent = `${startOfSentence(writerName(writer))} gets the text of the ${kind}, ${counted(findings.length, 'finding')}, ${rules}${others}: about ${inThousands(tokens)} tokens.`;
  const asked =
    writer.kind === 'installed'
      ? 'It is asked once, in an empty folder, without tools, hooks or servers.'
      : 'It is asked once, without tools, as one request of your plan.';
  return [
    sent,
    `${asked} If its proposal adds findings or changes what the ${kind} may do, it is asked once more, with the reasons.`,
    'You see the proposal as a diff. Nothing is written unless you apply it.',
  ];
}

function startOfSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
