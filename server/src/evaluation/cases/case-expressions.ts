import { type GRADERS, isGraderType } from '../../dialect/evaluations.ts';
import { type TextValue, textAt, valueAt } from '../values/value.ts';
import { type CaseGrader, graderText } from './merged-case.ts';

/** A regular expression of a grader. */
export interface GraderExpression {
  readonly source: TextValue;
  readonly flags: TextValue | undefined;
  /** Whether the text is the body of a file, where every character counts. */
  readonly isBody: boolean;
  /** The text that it is matched with. */
  readonly subject: 'text' | 'input';
}

/** The calls of tools that a grader asks for. */
export interface GraderCall {
  readonly tool: TextValue;
  readonly input: TextValue | undefined;
}

/** The regular expressions of a grader. */
export function expressionsOf(grader: CaseGrader): GraderExpression[] {
  const { value, bodyRange } = grader;
  const type = typeOf(grader);
  if (type === 'regex') {
    const source = graderText(grader, 'pattern', 'pattern');
    const isBody = source?.range.start === bodyRange.start && source.range.end === bodyRange.end;
    return source ? [{ source, flags: textAt(value, 'flags'), isBody, subject: 'text' }] : [];
  }
  return callsOf(grader).flatMap(({ input }) =>
    input ? [{ source: input, flags: undefined, isBody: false, subject: 'input' } as const] : [],
  );
}

/** The tools that a grader names. */
export function callsOf(grader: CaseGrader): GraderCall[] {
  const { value } = grader;
  const type = typeOf(grader);
  if (type === 'tool_used') {
    const tool = textAt(value, 'tool');
    return tool ? [{ tool, input: textAt(value, 'input_match') }] : [];
  }
  if (type !== 'tool_order') return [];
  return ['before', 'after'].flatMap((key) => {
    const call = valueAt(value, key);
    if (call?.kind === 'string') return [{ tool: call, input: undefined }];
    const tool = textAt(call, 'tool');
    return tool ? [{ tool, input: textAt(call, 'input_match') }] : [];
  });
}

/** The kind of a grader; undefined if it has no kind that exists. */
export function typeOf({ value }: CaseGrader): keyof typeof GRADERS | undefined {
  const type = textAt(value, 'type')?.value;
  return isGraderType(type) ? type : undefined;
}
