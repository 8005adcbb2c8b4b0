import { findGroups } from '../../patterns/expressions/find-groups.ts';

/** Why an expression is not one of JavaScript. */
export interface ExpressionFault {
  /** The part that is wrong: offsets in the expression; the whole expression if that is not known. */
  readonly start: number;
  readonly end: number;
  readonly reason: /** Flags before the expression: `(?i)` */
    | 'inline-flags'
    /** Syntax of other languages. */
    | 'foreign-group'
    /** Everything else. */
    | 'syntax'
    /** Flags that JavaScript does not have, or not together. */
    | 'flags';
  /** The flags in `(?i)`, or what JavaScript says. */
  readonly detail: string;
}

/** A longer expression is not read: nobody writes one. */
const maxLength = 20_000;

/** `(?i)`, `(?s)`, `(?im)` */
const inlineFlags = /^\(\?([a-zA-Z]+)\)/;

/** `(?P<name>…)`, `(?P=name)`, `(?>…)`, `(?#…)`, `(?(1)…)`, `(?R)`, `(?|…)`, `(?'name'…)` */
const foreignGroup = /^\(\?(?:P[<=>]\w*>?|>|#|\(|[R&|'])/;

/** A change of flags inside an expression. JavaScript has it, but not every version that this code runs in. */
const modifiers = /^\(\?(?!:)([ims]{0,3})(?:-([ims]{0,3}))?:/;

/**
 * Why a text is not a regular expression of JavaScript; undefined if it is one. The expression is only read, never matched:
 * JavaScript's own parser takes time that is linear in its length.
 */
export function expressionFault(source: string, flags = ''): ExpressionFault | undefined {
  if (source.length > maxLength) return undefined;
  const groups = findGroups(source, flags.includes('v')).special;
  for (const start of groups) {
    const rest = source.slice(start, start + 80);
    const [text, letters] = inlineFlags.exec(rest) ?? [];
    if (text !== undefined) return { start, end: start + text.length, reason: 'inline-flags', detail: letters! };
    const [foreign] = foreignGroup.exec(rest) ?? [];
    if (foreign !== undefined) return { start, end: start + foreign.length, reason: 'foreign-group', detail: foreign };
    const [group, on = '', off] = modifiers.exec(rest) ?? [];
    if (group === undefined) continue;
    const all = on + (off ?? '');
    if (all === '' || new Set(all).size !== all.length) {
      return { start, end: start + group.length, reason: 'syntax', detail: 'invalid modifiers' };
    }
  }
  const flagFault = parseFault('', flags);
  if (flagFault !== undefined) return { start: 0, end: source.length, reason: 'flags', detail: flagFault };
  const said = parseFault(withoutModifiers(source, groups), flags);
  // Groups in different alternatives may have one name, which older engines reject.
  if (said === undefined || (/duplicate/i.test(said) && hasAlternatives(source, groups))) return undefined;
  return { start: 0, end: source.length, reason: 'syntax', detail: said };
}

function withoutModifiers(source: string, groups: readonly number[]): string {
  let text = source;
  for (const start of groups.toReversed()) {
    const [group] = modifiers.exec(source.slice(start, start + 20)) ?? [];
    if (group !== undefined) text = `${text.slice(0, start)}(?:${text.slice(start + group.length)}`;
  }
  return text;
}

function hasAlternatives(source: string, groups: readonly number[]): boolean {
  return source.includes('|') && groups.filter((at) => /^\(\?<\w/.test(source.slice(at, at + 4))).length > 1;
}

/** The message of JavaScript's parser, without the expression; undefined if it accepts it. */
function parseFault(source: string, flags: string): string | undefined {
  try {
    new RegExp(source, flags);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    return message.includes('Invalid flags') ? 'invalid flags' : (message.split(/\/[a-z]*: /).at(-1) ?? message);
  }
}
