import { countsOf, type DeniedCalls } from '../../evaluation/grading/denied-calls.ts';
import type { EvaluationMessage, EvaluationOutcome, RunPart } from '../../protocol.ts';
import { deniedText } from '../grading/denied-words.ts';
import { dollars } from '../text/in-dollars.ts';
import { codeBlock, joinMarkdown, type Markdown, markdown, ownMarkdown, plainMarkdown } from '../text/markdown-text.ts';
import { promptItemId, promptLabel, statementId } from './evaluation-items.ts';
import { FilePlaces } from './file-places.ts';
import type { EndedPrompt } from './run-prompt.ts';
import type { PromptSet, SetPrompt } from './suite-prompts.ts';

/** The sessions of a prompt; undefined for one that was not to take place. */
export interface PromptSessions {
  readonly withSkill: EndedPrompt | MissingPrompt | undefined;
  readonly withoutSkill: EndedPrompt | MissingPrompt | undefined;
}

/** Why a session did not take place. */
export interface MissingPrompt {
  readonly problem: string;
  /** Whether it is because of the maximum cost, which is not a failure. */
  readonly isStopped?: boolean;
}

/**
 * What became of a prompt. Whether its statements hold is for a person to judge, so it neither passes nor fails: the
 * outputs are shown next to them.
 */
export function promptOutcome(
  set: PromptSet,
  prompt: SetPrompt,
  suite: string,
  { withSkill, withoutSkill }: PromptSessions,
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
    ],
    ...(sections.length > 0 && { report: joinMarkdown([promptText(prompt), ...sections], '\n\n') }),
  };
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
  const output = ended.output === '' ? ownMarkdown('*The model wrote nothing.*') : codeBlock(ended.output);
  return markdown`### ${ownMarkdown(side)}

${ownMarkdown(numbers(ended))}${ownMarkdown(used)}

${output}`;
}

/** The calls that a session was denied. */
function deniedIn(parts: readonly RunPart[]): DeniedCalls {
  return countsOf(parts.flatMap((part) => (part.kind === 'tool' && part.state === 'denied' ? [part.name] : [])));
}

function numbers({ parts: all, summary: { ms = 0, cost, turns } }: EndedPrompt): string {
  const parts = [`${(ms / 1000).toFixed(1)} s`];
  if (cost !== undefined) parts.push(dollars(cost));
  if (turns !== undefined) parts.push(turns === 1 ? '1 turn' : `${turns} turns`);
  const denied = deniedText(deniedIn(all));
  if (denied !== undefined) parts.push(denied);
  return parts.join(' · ');
}
