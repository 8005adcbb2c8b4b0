import { URI } from 'vscode-uri';
import { dollars } from '../../../features/text/amounts.ts';
import {
  codeBlock,
  codeSpan,
  joinMarkdown,
  type Markdown,
  markdown,
  ownMarkdown,
  plainMarkdown,
} from '../../../features/text/markdown-text.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { EvaluationMessage, EvaluationOutcome } from '../../../protocol.ts';
import { oneLine } from '../../claude-code/runs/tool-summary.ts';
import { deniedInParts, deniedText } from '../grading/denied-words.ts';
import { promptItemId, promptLabel, statementId } from '../running/evaluation-items.ts';
import { FilePlaces } from '../running/file-places.ts';
import type { EndedPrompt } from './run-prompt.ts';
import type { PromptSet, SetPrompt } from './suite-prompts.ts';

/** The sessions of a prompt; undefined for one that was not to take place. */
export interface PromptSessions {
  readonly withSkill: EndedPrompt | MissingPrompt | undefined;
  readonly withoutSkill: EndedPrompt | MissingPrompt | undefined;
  /** The folder of the result in which they are kept; undefined if nothing could be written. */
  readonly kept: string | undefined;
}

/** Why a session did not take place. */
interface MissingPrompt extends Refusal {
  /** Whether it is because of the maximum cost, which is not a failure. */
  readonly isStopped?: boolean;
}

/**
 * The outcome of a prompt. Whether its statements hold is for a person to judge, so it neither passes nor fails: what the
 * sessions made is shown next to them, from where it is kept. Only what could not be kept is in the outcome itself.
 */
export function promptOutcome(
  set: PromptSet,
  prompt: SetPrompt,
  suite: string,
  { withSkill, withoutSkill, kept }: PromptSessions,
): EvaluationOutcome {
  const label = promptLabel(prompt);
  const place = new FilePlaces(set.path, set.text).at(prompt.range);
  const sides = [
    ['With the skill', withSkill],
    ['Without the skill', withoutSkill],
  ] as const;
  const ended = [withSkill, withoutSkill].flatMap((it) => (it && 'summary' in it ? [it] : []));
  const messages = sides.flatMap(([side, it]): EvaluationMessage[] => {
    if (it?.problem === undefined) return [];
    return [{ text: `${side}: ${it.problem}`, ...place }];
  });
  const isUnused = withSkill && 'summary' in withSkill && !withSkill.hasUsedSkill;
  const sections = sides.flatMap(([side, it]) => (it && 'summary' in it ? [sideText(side, it)] : []));
  return {
    suite,
    item: promptItemId(set, prompt),
    state: sides.some(([, it]) => it?.problem !== undefined && !it.isStopped) ? 'errored' : 'skipped',
    messages,
    ms: ended.reduce((sum, { summary }) => sum + (summary.ms ?? 0), 0),
    graders: prompt.statements.map((_, index) => ({ id: statementId(index), state: 'skipped', messages: [] })),
    lines: [
      `${label}: ${sides.flatMap(([side, it]) => (it && 'summary' in it ? [`${side.toLowerCase()} ${numbers(it)}`] : [])).join(', ')}`,
      ...(isUnused ? [`${label}: the model did not load the skill, so it made no difference`] : []),
      ...sides.flatMap(([side, it]) => (it && 'summary' in it ? madeLines(`${label}, ${side.toLowerCase()}`, it) : [])),
    ],
    ...(kept !== undefined && { result: URI.file(kept).toString() }),
    ...(kept === undefined &&
      sections.length > 0 && { report: joinMarkdown([promptText(prompt), ...sections], '\n\n') }),
  };
}

/** The files that a session made, and its denied calls. */
function madeLines(title: string, { made, parts }: EndedPrompt): readonly string[] {
  const names = made.files.map(({ path }) => oneLine(path));
  const denied = deniedText(deniedInParts(parts));
  return [
    ...(names.length === 0 ? [] : [`${title}: made ${listed(names)}`]),
    ...(made.leftOut.length === 0 ? [] : [`${title}: not kept: ${listed(made.leftOut)}`]),
    ...(denied === undefined ? [] : [`${title}: ${denied}`]),
  ];
}

/** The most files or calls that a line lists. */
const mostListed = 5;

function listed(names: readonly string[]): string {
  const more = names.length - mostListed;
  return more > 0 ? `${names.slice(0, mostListed).join(', ')} and ${more} more` : names.join(', ');
}

function promptText(prompt: SetPrompt): Markdown {
  const { expectedOutput, statements } = prompt;
  return joinMarkdown(
    [
      markdown`## ${plainMarkdown(promptLabel(prompt))}`,
      codeBlock(prompt.prompt),
      expectedOutput !== undefined && markdown`**Expected:** ${plainMarkdown(expectedOutput)}`,
      statements.length > 0 && ownMarkdown('**To be judged:**'),
      joinMarkdown(
        statements.map(({ text }) => markdown`- ${plainMarkdown(text)}`),
        '\n',
      ),
    ],
    '\n\n',
  );
}

function sideText(side: string, ended: EndedPrompt): Markdown {
  const used = side.startsWith('With the')
    ? ended.hasUsedSkill
      ? ', the skill was loaded'
      : ', the skill was **not** loaded'
    : '';
  const denied = [...deniedInParts(ended.parts).keys()];
  const denials =
    denied.length > 0 && markdown`**Denied:** ${joinMarkdown(denied.slice(0, mostListed).map(codeSpan), ', ')}`;
  const output = ended.output === '' ? ownMarkdown('*The model wrote nothing.*') : codeBlock(ended.output);
  const heading = markdown`### ${ownMarkdown(side)}`;
  return joinMarkdown([heading, ownMarkdown(`${numbers(ended)}${used}`), denials, output], '\n\n');
}

function numbers({ summary: { ms = 0, cost, turns } }: EndedPrompt): string {
  const parts = [`${(ms / 1000).toFixed(1)} s`];
  if (cost !== undefined) parts.push(dollars(cost));
  if (turns !== undefined) parts.push(turns === 1 ? '1 turn' : `${turns} turns`);
  return parts.join(' · ');
}
