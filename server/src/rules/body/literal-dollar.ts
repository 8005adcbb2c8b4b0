import type { CodeRange, Placeholder, SkillDocument } from '../../document/skill-document.ts';
import { LookupInOrder } from '../../document/text/lookup-in-order.ts';
import { ordinal } from '../../document/text/numbers.ts';
import { textRange } from '../../document/text/text-range.ts';
import { countsFromOne, recountFixes } from '../edits/count-arguments.ts';
import { countedFromOne } from '../messages/counted-from-one.ts';
import { inAllPlaces } from '../messages/in-words.ts';
import { announcedArguments, announcedCount } from '../readings/arguments/announced-arguments.ts';
import { readsAsGuide } from '../readings/arguments/guide-among-commands.ts';
import { LiteralPositions } from '../readings/arguments/literal-position.ts';
import { usedPositions } from '../readings/arguments/used-positions.ts';
import type { Fix, Report, Rule } from '../rule.ts';

/** If no arguments are mentioned, only the first few positions are likely ever to be filled. */
const positionsOfUnannounced = 3;

export const literalDollar: Rule = {
  id: 'literal-dollar',
  level: 'hint',
  kinds: ['skill', 'command'],
  needs: ['placeholder'],
  explainedBy: ['field-unknown'],
  summary:
    'A dollar sign and number that Claude Code replaces with an argument although it does not look like a placeholder',
  source: 'https://code.claude.com/docs/en/skills',
  *check({ document, file }, report) {
    const positions = document.body.placeholders.filter(({ kind, escaped }) => kind === 'position' && !escaped);
    if (positions.length === 0) return;
    const announced = announcedArguments(document);
    // Announced arguments are lost with the other fields.
    if (document.frontmatter.reading === 'lost') return;
    const takesAny = takesArguments(document);
    if (!announced && !takesAny && readsAsGuide(document, file)) return;
    const literals = new LiteralPositions(document);
    const code = new LookupInOrder(document.body.code);
    const injections = new LookupInOrder(document.body.injections);
    const scripts = new PerBlock((block) => hasOwnParameters(document.text, block));
    const conversations = new PerBlock((block) => isConversation(document, block));
    const found: FoundPosition[] = [];
    const further: FoundPosition[] = [];
    const miscounted = new Map<number, Placeholder[]>();
    for (const placeholder of positions) {
      yield;
      const index = placeholder.index!;
      // No skill gets as many arguments as amounts of two or more digits would need.
      if (index > 9) continue;
      const position = { placeholder, code: code.at(placeholder.range.start) };
      const literal = literals.has(placeholder, position.code);
      if (announced) {
        if (literal) found.push({ ...position, literal });
        // A position that is declared is what it looks like.
        else if (index >= announced.count) addTo(miscounted, index, placeholder);
        continue;
      }
      // In a command that runs, injection-unquoted-argument reports it.
      if (!literal && injections.at(placeholder.range.start)) continue;
      // In a command, and next to `$ARGUMENTS`, a bare `$1` in prose is what it looks like: a placeholder.
      const isMeant = !literal && (file.kind === 'command' || takesAny);
      const isSample = !takesAny && (conversations.holds(position.code) || isSampleAmount(document, position));
      const isLikely = index < positionsOfUnannounced && !isSample;
      if (!isMeant) (isLikely ? found : further).push({ ...position, literal });
      else if (scripts.holds(position.code)) further.push({ ...position, literal });
    }
    for (const group of inGroups(document, found, announced !== undefined)) {
      report(reportOf(document, group, further, announced?.count));
    }
    // Placeholders counted from 1 instead of 0 are one mistake, however often they appear.
    for (const [index, places] of miscounted) {
      const used = usedPositions(document);
      report({
        range: places[0]!.range,
        severity: 'warning',
        message:
          index === announced!.count && countsFromOne(used, index)
            ? countedFromOne(`$${index}`, '$0', index)
            : placeholderBeyond(document, index, announced!.count),
        fixes: [...recountFixes(places, announced!.count, used), ...escapeFixes(document, places, false)],
      });
    }
  },
};

function addTo(groups: Map<number, Placeholder[]>, index: number, placeholder: Placeholder): void {
  const others = groups.get(index);
  if (others) others.push(placeholder);
  else groups.set(index, [placeholder]);
}

/** A position that is probably text, and whether it certainly is. */
interface FoundPosition {
  readonly placeholder: Placeholder;
  readonly literal: boolean;
  readonly code: CodeRange | undefined;
}

/** With more lines than these, a file is about such text, and one finding says it for all of them. */
const MAX_LINES = 3;

/**
 * The positions of each line, or all of them if they are on many. Without announced arguments nothing is replaced in most
 * calls, so that one hint is enough then.
 */
function inGroups(
  { lines }: SkillDocument,
  found: readonly FoundPosition[],
  isAnnounced: boolean,
): (readonly FoundPosition[])[] {
  if (!isAnnounced && found.length > 0) return [found];
  const byLine = new Map<number, FoundPosition[]>();
  for (const position of found) {
    const line = lines.lineAt(position.placeholder.range.start);
    const others = byLine.get(line);
    if (others) others.push(position);
    else byLine.set(line, [position]);
  }
  return byLine.size > MAX_LINES ? [found] : [...byLine.values()];
}

/**
 * One finding at the first place; its fix changes all of them.
 *
 * @param further positions that are no reason to report anything, because as many words are seldom typed, but that change
 *   together with the others when they are
 */
function reportOf(
  document: SkillDocument,
  causes: readonly FoundPosition[],
  further: readonly FoundPosition[],
  count: number | undefined,
): Report {
  const [first] = causes;
  const { range, index } = first!.placeholder;
  const group = [...causes, ...further].sort((a, b) => a.placeholder.range.start - b.placeholder.range.start);
  const places = group.map(({ placeholder }) => placeholder);
  const others = places.filter((place) => place !== first!.placeholder);
  const more =
    others.length === 0
      ? ''
      : `. The same applies to ${others.length === 1 ? 'one more place' : `${others.length} more places`}`;
  const literals = group.filter(({ literal }) => literal).map(({ placeholder }) => placeholder);
  const isMixed = literals.length > 0 && literals.length < group.length;
  return {
    range,
    // A misspelled field announces none either.
    ...(count === undefined && { subject: 'argument-hint' }),
    severity: count === undefined ? 'hint' : 'warning',
    message: `${count === undefined ? unannounced(document, first!) : literalText(index!, count)}${more}`,
    fixes: [
      ...(isMixed ? escapeFixes(document, literals, true) : []),
      ...escapeFixes(document, places, literals.length === group.length),
    ],
    ...(others.length > 0 && {
      related: others.slice(0, MAX_RELATED).map((place) => ({
        range: place.range,
        message: `Claude Code also replaces \`$${place.index}\` here`,
      })),
    }),
  };
}

/** Further places are only counted. */
const MAX_RELATED = 50;

/** Certain amounts, fields and parameters of scripts are never meant as arguments. */
function unannounced({ text }: SkillDocument, { placeholder, literal, code }: FoundPosition): string {
  const index = placeholder.index!;
  const isText = literal || (code !== undefined && (showsCommands.test(code.info) || hasOwnParameters(text, code)));
  const declare = isText ? '' : ', or declare the argument in `argument-hint`';
  return `Claude Code replaces \`$${index}\` with the ${ordinal(index + 1)} argument, if there is one. Write \`\\$${index}\` to keep it as text${declare}`;
}

function literalText(index: number, count: number): string {
  const declared = index < count ? 'which is declared' : `if there is one, though only ${announcedCount(count)}`;
  return `Claude Code replaces \`$${index}\` with the ${ordinal(index + 1)} argument, ${declared}. Write \`\\$${index}\` to keep it as text`;
}

/** A conversation, line by line. */
const dialogue = /^(?:You|User|Human|Assistant|Claude|Me): /m;

/** Whether a block is the sample of a conversation: what is in it is made up. */
function isConversation({ text }: SkillDocument, { kind, info, content }: CodeRange): boolean {
  if (kind !== 'fence' || info !== '') return false;
  return dialogue.test(text.slice(content.start, Math.min(content.end, content.start + MAX_CODE)));
}

/** An amount in what a program prints is made up, too. */
function isSampleAmount({ text }: SkillDocument, { placeholder, code }: Pick<FoundPosition, 'placeholder' | 'code'>) {
  if (code?.kind !== 'fence' || !/^(?:text|txt|plaintext|output)?$/i.test(code.info)) return false;
  const { end } = placeholder.range;
  return /^[.,]\d/.test(text.slice(end, end + 2));
}

/** What holds for a block of code. Placeholders of the same block follow one another. */
class PerBlock {
  readonly #judge: (code: CodeRange) => boolean;
  #last: CodeRange | undefined;
  #holds = false;

  constructor(judge: (code: CodeRange) => boolean) {
    this.#judge = judge;
  }

  holds(code: CodeRange | undefined): boolean {
    if (code !== this.#last) {
      this.#last = code;
      this.#holds = code !== undefined && this.#judge(code);
    }
    return this.#holds;
  }
}

/** Code that has parameters of its own: a script or a function of the shell, as far as it is read. */
function hasOwnParameters(text: string, { kind, content: { start, end } }: CodeRange): boolean {
  return kind === 'fence' && ownParameters.test(text.slice(start, Math.min(end, start + MAX_CODE)));
}

const MAX_CODE = 5_000;

/** The language of blocks that show how skills and commands are written. */
const showsCommands = /^(?:markdown|mdx?|ya?ml)\b/i;

const ownParameters =
  /^[ \t]*(?:#!\/|local \w|(?:function )?[\w-]{1,60}[ \t]?\(\)[ \t]*\{)|\bshift[ \t]*(?:;|$)|\$[@#]/m;

function placeholderBeyond({ body }: SkillDocument, index: number, count: number): string {
  const used = new Set(body.placeholders.flatMap((it) => (it.kind === 'position' && !it.escaped ? it.index! : [])));
  const isFromOne = !used.has(0) && (count > 1 || (used.has(1) && used.has(2)));
  const cure = isFromOne ? 'count all of them from `$0`' : `write \`$${count - 1}\` for the last one`;
  const last = index === count ? `, ${cure}` : '';
  return `\`$${index}\` is the ${ordinal(index + 1)} argument, because the first one is \`$0\`, but only ${announcedCount(count)}. If nobody types it, it stays as text. Declare it${last}, or write \`\\$${index}\` to keep it as text`;
}

function takesArguments(document: SkillDocument): boolean {
  return document.body.placeholders.some(({ kind, escaped }) => !escaped && kind !== 'variable' && kind !== 'position');
}

/** Two backslashes do not escape either, so if there is one already, there is no simple fix. */
function escapeFixes({ text }: SkillDocument, places: readonly Placeholder[], safe: boolean): Fix[] {
  const starts = places.map(({ range }) => range.start).filter((start) => text[start - 1] !== '\\');
  if (starts.length < places.length) return [];
  const written = new Set(places.map(({ index }) => `\`$${index}\``));
  const what = written.size > 1 ? 'the dollar signs' : [...written][0];
  const title = starts.length > 1 ? `Escape ${what} ${inAllPlaces(starts.length)}` : `Escape ${what}`;
  return [{ title, safe, edits: starts.map((start) => ({ range: textRange(start, start), newText: '\\' })) }];
}
