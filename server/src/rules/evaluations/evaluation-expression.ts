import { lineEnd } from '../../document/text/first-line.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { callsOf, expressionsOf, type GraderExpression } from '../../evaluation/cases/case-expressions.ts';
import type { CaseGrader } from '../../evaluation/cases/merged-case.ts';
import { type ExpressionFault, expressionFault } from '../../evaluation/expressions/expression-fault.ts';
import { foreignSyntax } from '../../evaluation/expressions/foreign-syntax.ts';
import { type TextValue, textAt } from '../../evaluation/values/value.ts';
import { showText } from '../messages/show-value.ts';
import type { Fix, Report, Rule } from '../rule.ts';
import { compactJson } from './shared/compact-json.ts';
import { evaluationIn, evaluationsRecorded } from './shared/evaluation-rule.ts';

export const evaluationExpression: Rule = {
  id: 'evaluation-expression',
  level: 'error',
  kinds: ['eval-case', 'eval-grader'],
  summary: 'A regular expression of a grader that JavaScript cannot read, or that means something else there',
  source: evaluationsRecorded,
  *check(context, report) {
    const open = evaluationIn(context);
    for (const grader of open?.case?.graders ?? []) {
      if (!grader.isOpen) continue;
      for (const expression of expressionsOf(grader)) {
        yield;
        const { text } = context.document;
        const found =
          wrong(expression, text) ??
          suspicious(expression) ??
          foreign(expression, grader, text) ??
          lineEnding(expression, grader, text);
        if (found) report(found);
      }
      for (const { input } of callsOf(grader)) {
        const found = input && spaced(input, context.document.text);
        if (found) report(found);
      }
    }
  },
};

function wrong(expression: GraderExpression, text: string): Report | undefined {
  const { source, flags, subject } = expression;
  const fault = expressionFault(source.value, flags?.value);
  if (!fault) return undefined;
  const fails =
    subject === 'text' ? 'so the grader fails after every run' : 'so the grader fails as soon as the tool is called';
  if (fault.reason === 'flags') {
    return {
      range: flags!.range,
      message: `JavaScript does not accept these flags together, ${fails}. Write each flag once, and not \`u\` with \`v\``,
    };
  }
  return {
    range: placeOf(fault, expression, text),
    message: `${said(fault, subject)}, ${fails}${advice(fault, subject)}`,
  };
}

function said({ reason, detail }: ExpressionFault, subject: GraderExpression['subject']): string {
  switch (reason) {
    case 'inline-flags':
      return `JavaScript has no flags inside an expression: \`(?${detail})\` is a syntax error`;
    case 'foreign-group':
      return `JavaScript does not support ${showText(detail)} in regular expressions`;
    default:
      return `${subject === 'text' ? 'The pattern' : 'This'} is not a valid JavaScript regular expression (${detail.toLowerCase()})`;
  }
}

function advice({ reason, detail }: ExpressionFault, subject: GraderExpression['subject']): string {
  if (reason === 'inline-flags') {
    const flags = [...detail].filter((flag) => 'ims'.includes(flag)).join('');
    return subject === 'text' && flags
      ? `. Write \`flags: ${flags}\` in the frontmatter, and remove it here`
      : `. Write \`(?${flags || 'i'}:…)\` around the expression`;
  }
  if (reason === 'foreign-group') return detail.startsWith('(?P<') ? '. Write `(?<name>…)`' : '. Remove it';
  return '. Write a backslash before characters that are meant literally';
}

/** The wrong part, where the text is the same in the source; otherwise all of it. */
function placeOf(
  fault: Pick<ExpressionFault, 'start' | 'end'>,
  { source, isBody }: GraderExpression,
  text: string,
): TextRange {
  const { start, end } = source.range;
  const written = text.slice(start, end);
  const at = written.indexOf(source.value);
  if (at < 0 && !isBody) return source.range;
  const offset = start + Math.max(0, at);
  return textRange(offset + fault.start, offset + fault.end);
}

/** An expression with spaces between keys and values, which the input of a call does not have. */
function spaced({ value, range }: TextValue, text: string): Report | undefined {
  const compact = compactJson(value);
  if (compact === value || expressionFault(value)) return undefined;
  const written = text.slice(range.start, range.end);
  const edits = written.includes(value) ? [{ range, newText: written.replace(value, () => compact) }] : [];
  return {
    range,
    severity: 'warning',
    message: `The input of a call is compact JSON, without a space after \`:\` and \`,\`, so the grader counts no calls. Write ${showText(compact)}`,
    fixes: edits.length > 0 ? [{ title: 'Remove the spaces', safe: false, edits }] : [],
  };
}

/** Expressions that are valid, but that nobody means. */
function suspicious({ source, isBody }: GraderExpression): Report | undefined {
  const { value, range } = source;
  const report = (message: string): Report => ({ range, severity: 'warning', message });
  // A comment in C begins with a slash, too.
  if (/^\/(?![*]|\\[*/])(?:[^/\\]|\\.)+\/[dgimsuvy]*$/s.test(value)) {
    return report(
      'The slashes are part of the pattern, so it only matches a text with slashes. Remove them, and write flags as `flags`',
    );
  }
  if (!isBody) return undefined;
  if (/^(`{3,}|~{3,})/.test(value)) return report('The fence is part of the pattern. Write the pattern alone');
  if (/^`[^`\n]+`$/.test(value)) return report('The backticks are part of the pattern. Write the pattern alone');
  if (/\r?\n[ \t]*\r?\n/.test(value)) {
    return report(
      'The whole body is the pattern, empty lines included. Write the pattern as `pattern` in the frontmatter if the body is a description',
    );
  }
  return undefined;
}

/** A block in YAML, whose last line break is a part of the expression. In files, such lines may be meant. */
function lineEnding({ source, isBody }: GraderExpression, { value }: CaseGrader, text: string): Report | undefined {
  const [header] = /^[|>][1-9]?/.exec(text.slice(source.range.start, source.range.start + 3)) ?? [];
  if (isBody || header === undefined || !source.value.endsWith('\n') || textAt(value, 'target', 'path'))
    return undefined;
  const { start } = source.range;
  const range = textRange(start, start + header.length);
  return {
    range,
    severity: 'warning',
    message: `The line break at the end of this block is a part of the pattern. Write \`${header}-\``,
    fixes: [{ title: `Write \`${header}-\``, safe: false, edits: [{ range, newText: `${header}-` }] }],
  };
}

/** Syntax of other languages that JavaScript reads as plain letters. */
function foreign(expression: GraderExpression, grader: CaseGrader, text: string): Report | undefined {
  const { source, flags } = expression;
  const found = foreignSyntax(source.value, flags?.value);
  if (!found) return undefined;
  const { start, end, instead, needsUnicode } = found;
  const written = showText(source.value.slice(start, end));
  const range = placeOf(found, expression, text);
  const report = { range, severity: 'warning' } as const;
  if (!needsUnicode || expression.subject === 'input') {
    const todo = needsUnicode ? 'Write the characters themselves' : instead;
    return { ...report, message: `JavaScript reads ${written} as plain characters. ${todo}` };
  }
  const all = `${flags?.value ?? ''}u`;
  const isValid = !expressionFault(source.value, all);
  const todo = isValid
    ? `Write \`flags: ${all}\``
    : 'Write the characters themselves, or what JavaScript reads with that flag';
  return {
    ...report,
    message: `JavaScript reads ${written} as plain characters without the flag \`u\`. ${todo}`,
    fixes: isValid ? withFlags(all, expression, grader, text) : [],
  };
}

function withFlags(all: string, { flags }: GraderExpression, { value, fileName }: CaseGrader, text: string): Fix[] {
  const title = `Write \`flags: ${all}\``;
  if (flags) return [{ title, safe: false, edits: [{ range: flags.range, newText: all }] }];
  const type = textAt(value, 'type');
  // In the frontmatter of a file, each key has a line of its own.
  if (!type || fileName === undefined || !/\ntype:[ \t]*$/.test(text.slice(0, type.range.start))) return [];
  const { end } = type.range;
  return [{ title, safe: false, edits: [{ range: textRange(end, end), newText: `${lineEnd(text)}flags: ${all}` }] }];
}
