import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { readArgumentHint } from '../../document/arguments/argument-hint.ts';
import type { Placeholder, SkillDocument } from '../../document/skill-document.ts';
import { lineEnd } from '../../document/text/first-line.ts';
import { textRange } from '../../document/text/text-range.ts';
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
    const hint = readArgumentHint(value, text);
    if (!value || !hint || saysNone(hint.text) || text.slice(body.range.start, body.range.end).trim() === '') return;
    // Without users, nobody sees the hint; another rule reports names that are never used.
    if (!readInvocation(context).byUsers || declaresNames(document)) return;
    if (worksOnInput(text.slice(body.range.start, body.range.end), hint.text)) return;
    if (body.placeholders.some((placeholder) => takesArgument(document, placeholder))) return;
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

/** What a user or another skill gives. What users ask for or want is also said about the occasion. */
const given = '(?:given|named|passed|provided|specified|supplied|typed)';

const refersToInput = new RegExp(
  `(?<![\\w$])(?:${[
    'arguments?',
    'inputs?',
    'invoked with',
    'the invocation (?:carries|contains|includes|names)',
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
  return refersToInput.test(body.replace(/\buntrusted input\b/gi, ''));
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
