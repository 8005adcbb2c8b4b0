import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { READERS_BY_FOLDER } from '../../dialect/skill-folders.ts';
import type { Placeholder, SkillDocument } from '../../document/skill-document.ts';
import { lineEnd } from '../../document/text/first-line.ts';
import { letterExpression } from '../../document/text/letter-expression.ts';
import { textRange } from '../../document/text/text-range.ts';
import { argumentHintOf } from '../readings/arguments/argument-hint-of.ts';
import { readInvocation } from '../readings/fields/invocation-flags.ts';
import { knownField } from '../readings/fields/known-fields.ts';
import type { Fix, Rule } from '../rule.ts';

export const argumentsAppended: Rule = {
  id: 'arguments-appended',
  level: 'hint',
  kinds: ['skill', 'command'],
  needs: ['arguments-field'],
  explainedBy: ['placeholder-unknown'],
  summary: 'An `argument-hint` in a file without placeholders, so that the arguments are appended to the text',
  source: 'https://code.claude.com/docs/en/skills#pass-arguments-to-skills',
  check(context, report) {
    const { document } = context;
    const { text, body } = document;
    const value = knownField(context, 'argument-hint')?.field.value;
    const hint = argumentHintOf(document);
    if (!value || !hint || saysNone(hint.text) || saysOptional(hint.text)) return;
    const ownText = text.slice(body.range.start, body.range.end);
    if (ownText.trim() === '') return;
    // Without users, nobody sees the hint; another rule reports names that are never used.
    if (!readInvocation(context).byUsers || declaresNames(document)) return;
    if (body.placeholders.some((placeholder) => takesArgument(document, placeholder))) return;
    if (worksOnInput(ownText, hint.text) || otherProducts.test(ownText)) return;
    report({
      range: value.range,
      subject: 'ARGUMENTS',
      message:
        'No placeholder uses the arguments, so Claude Code appends them to the text as `ARGUMENTS: …`. Write `$ARGUMENTS` where they belong',
      fixes: [insertFix(document)],
    });
  },
};

function saysNone(hint: string): boolean {
  return /^\W*(none|no arg(ument)?s?|n\/a)\W*$/i.test(hint);
}

/** Then the text works without arguments, and those at its end add to it. */
function saysOptional(hint: string): boolean {
  return /\b(?:optional(?:ly)?|(?:or|if|leave) (?:blank|empty)|defaults? to)\b/i.test(hint);
}

/** A text for several products has no placeholders, because only Claude Code replaces them. */
const otherProducts = new RegExp(
  `\\b(?:${[...new Set([...READERS_BY_FOLDER.values()].flat())].filter((name) => name !== 'VS Code').join('|')})\\b`,
);

/** Words for what a user or another skill gives. What users ask for or want is also said about the occasion. */
const given = '(?:given|named|passed|provided|specified|supplied|typed)';

const refersToInput = new RegExp(
  `(?<![\\w$])(?:${[
    'arguments?',
    'inputs?',
    'invoked with',
    'the invocation (?:carries|contains|includes|names)',
    `${given} (?:on|at|upon|with the) (?:invoke|invocation)`,
    '(?:an? )?empty (?:invoke|invocation)',
    '(?:skill|command|workflow) (?:accepts|takes)',
    `${given} by the (?:user|caller)`,
    `the (?:user|caller) (?:(?:has|have|had)(?: not|n['’]t)? |already )?${given}`,
    "the (?:user|caller) (?:does not |doesn['’]t |did not |didn['’]t )?(?:pass(?:es)?|provides?|specif(?:y|ies)|suppl(?:y|ies))",
    'user-(?:named|provided|specified|supplied)',
  ].join('|')})\\b`,
  'i',
);

/** Of a longer hint, the rest is not looked for. */
const MAX_WORDS = 20;

/** `--force`, and `status` in `status | resume` */
const named =
  /(?<![\w-])--?[A-Za-z][\w-]{0,60}|(?<![\w-])[A-Za-z][\w-]{0,60}(?=\]?[ \t]{0,3}\|)|(?<=\|[ \t]{0,3}\[?)[A-Za-z][\w-]{0,60}/g;

/**
 * Whether a text refers to its arguments in words, as in "the input" or "if no argument is given", or says what one of
 * the options or words of its hint does: then it works with arguments at its end.
 */
function worksOnInput(body: string, hint: string): boolean {
  const words = (hint.match(named) ?? []).slice(0, MAX_WORDS);
  if (words.some((word) => body.includes(`\`${word}`) || (word.startsWith('--') && body.includes(word)))) return true;
  const names = namesOf(hint);
  const said = names.length > 0 ? wordsOf(body) : '';
  if (names.some((name) => said.includes(name))) return true;
  const [only, second] = wordsOf(hint).trim().split(' ');
  if (only && second === undefined && isNoun(only) && wordsOf(body).includes(` this ${only} `)) return true;
  return refersToInput.test(body.replace(/\buntrusted input\b/gi, ''));
}

/** Names of two words, such as `plan path`. A single one, such as `file`, is also said of other things, unless it is “this file”. */
function namesOf(hint: string): string[] {
  return hint.split(/[[\]<>(){}|,;:]/).flatMap((part) => {
    const words = wordsOf(part).trim().split(' ').slice(0, MAX_WORDS);
    return words
      .slice(1)
      .flatMap((word, index) => (isNoun(words[index]!) && isNoun(word) ? ` ${words[index]} ${word} ` : []));
  });
}

function isNoun(word: string): boolean {
  return (
    word.length > 1 &&
    !/^(?:an?|and|any|as|at|by|each|for|from|in|is|it|like|my|no|of|on|or|such|that|the|this|to|what|which|with|your?)$/.test(
      word,
    )
  );
}

const word = letterExpression(String.raw`[\p{L}\p{N}]+`, 'gu');

/** In lower case, with one space around each: `plan-path` is `plan path`. */
function wordsOf(text: string): string {
  const lower = text.toLowerCase();
  return ` ${lower.match(word(lower))?.join(' ') ?? ''} `;
}

function declaresNames({ argumentNames, runtime }: SkillDocument): boolean {
  return capabilities(runtime).argumentSubstitution === 'words' && argumentNames.length > 0;
}

/** Whether an argument is intended there, numbered correctly or not. Amounts of money take none. */
function takesArgument({ text }: SkillDocument, { kind, index, range, escaped }: Placeholder): boolean {
  if (escaped || kind === 'variable') return false;
  return kind !== 'position' || (index! <= 9 && !/^[.,]\d/.test(text.slice(range.end, range.end + 2)));
}

function insertFix(document: SkillDocument): Fix {
  const { text, body } = document;
  const newLine = lineEnd(text);
  const end = body.range.start + text.slice(body.range.start, body.range.end).trimEnd().length;
  const newText = `${newLine}${newLine}Arguments: $ARGUMENTS${end === text.length ? newLine : ''}`;
  return {
    title: 'Insert `Arguments: $ARGUMENTS` at the end',
    safe: false,
    edits: [{ range: textRange(end, end), newText }],
  };
}
