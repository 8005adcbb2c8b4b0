import { GRADERS, MOCK_KEYS, PROMPT_KEYS } from '../../dialect/evaluations.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import type { EvaluationFile } from './read-evaluation.ts';

/** Frontmatter that the runner does not see, because something is before it. */
export interface DisplacedFrontmatter {
  /** The text before it. */
  readonly before: TextRange;
  /** Whether that is whitespace alone. */
  readonly isBlank: boolean;
}

/** It is searched for in this many characters. */
const maxLength = 4_000;

/** Lines before it, and the lines of the block. */
const displaced =
  /^(?<before>(?:(?!---[ \t]*\n)[^\n]*\n){0,20}?[ \t]*)---[ \t]*\n(?<block>(?:(?!---[ \t]*(?:\n|$))[^\n]*\n){1,40})---[ \t]*(?:\n|$)/;

/** Keys that a skill, which a prompt or an answer may quote, does not have. */
const telling: Readonly<Partial<Record<EvaluationFile['kind'], RegExp>>> = {
  'eval-prompt': new RegExp(
    `^(?:${Object.keys(PROMPT_KEYS)
      .filter((key) => key.includes('_'))
      .join('|')}):`,
    'm',
  ),
  'eval-grader': new RegExp(`^type:[ \\t]*(?:${Object.keys(GRADERS).join('|')})[ \\t]*$`, 'm'),
};

const keysOf: Readonly<Partial<Record<EvaluationFile['kind'], readonly string[]>>> = {
  'eval-prompt': Object.keys(PROMPT_KEYS),
  'eval-grader': [...new Set(Object.values(GRADERS).flatMap(({ keys }) => Object.keys(keys)))],
  'eval-mock': Object.keys(MOCK_KEYS),
};

/** Finds frontmatter below other text: a block with a key of such files. Undefined if the file begins with some. */
export function displacedFrontmatter({
  kind,
  text,
  hasFrontmatter,
  fault,
}: EvaluationFile): DisplacedFrontmatter | undefined {
  const keys = keysOf[kind];
  if (!keys || hasFrontmatter || fault) return undefined;
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const { before, block = '' } =
    displaced.exec(text.slice(start, start + maxLength).replaceAll('\r\n', ' \n'))?.groups ?? {};
  if (!before) return undefined;
  const isBlank = before.trim() === '';
  const isMeant = isBlank ? keys.some((key) => block.startsWith(`${key}:`)) : telling[kind]?.test(block);
  return isMeant ? { before: textRange(start, start + before.length), isBlank } : undefined;
}
