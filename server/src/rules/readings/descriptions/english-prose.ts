import { letterExpression } from '../../../document/text/letter-expression.ts';

const english = new Set(
  'a an and are as at be by can for from in into is it of on or that the their this to use used using what when which with'.split(
    ' ',
  ),
);
const foreign = new Set(
  (
    'al als auf avec bij com como con cuando da das de del dem den der des die do du een ein eine el em en es est et för für ' +
    'het ist la las le les los med mit och oder os ou para per por pour quand quando que se sie sobre son sur te um una und une ' +
    'van von voor wanneer wenn zum zur'
  ).split(' '),
);

/**
 * Whether a text is English, as far as rules about wording can tell. A few words that indicate no language count as
 * English.
 */
export function readsAsEnglish(text: string): boolean {
  if (!isMostlyLatin(text)) return false;
  let known = 0;
  let strange = 0;
  for (const word of wordsOf(text)) {
    if (english.has(word)) known++;
    else if (foreign.has(word)) strange++;
  }
  return strange === 0 || known > strange;
}

const word = letterExpression(String.raw`\p{L}+`, 'gu');

function wordsOf(text: string): readonly string[] {
  const lower = text.toLowerCase();
  return lower.match(word(lower)) ?? [];
}

function isMostlyLatin(text: string): boolean {
  // Most texts have no other letters, which is seen faster than all are counted.
  if (!/[^\0-\x7F]/.test(text)) return /[a-z]/i.test(text);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/[a-z]/gi)?.length ?? 0;
  return letters > 0 && latin >= letters * 0.9;
}

/** Words of English that its neighboring languages do not share, as they do `in`, `on` and `for`. */
const unmistakable = new Set(
  (
    'and any are before between both by each every from how into it its not other than that the their them these this those ' +
    'through using what when whether which while who with within without you your'
  ).split(' '),
);

/** Verbs that begin descriptions and are not words of other languages: French has `tests`, Portuguese `remove`. */
const unmistakableVerbs = (
  'add analyze automate build calculate check collect compute convert create debug delete deploy draw edit enforce evaluate ' +
  'explain extract fetch fill find gather generate guide handle help implement improve keep learn make manage merge migrate ' +
  'optimize organize provide publish push read refactor rename replace review rewrite search show simplify solve split ' +
  'summarize teach tell transform translate turn upgrade validate verify watch write'
).split(' ');
const beginnings = new Set([
  ...unmistakableVerbs.flatMap((verb) => [`${verb}s`, `${verb}es`]),
  ...'analyze build calculate create generate implement make review rewrite summarize translate validate write'.split(
    ' ',
  ),
  ...'moves removes renders resolves runs sends sorts'.split(' '),
]);

/**
 * Whether a text is certainly English: it has a word that no other language has, or begins with a verb that begins many
 * descriptions. A sentence of three words in another language cannot be distinguished from English by less.
 */
export function isSurelyEnglish(text: string): boolean {
  const words = wordsOf(text);
  return readsAsEnglish(text) && (beginnings.has(words[0] ?? '') || words.some((word) => unmistakable.has(word)));
}

const quotations = letterExpression(
  String.raw`"[^"\n]*"|“[^“”]*”|\u0060[^\u0060]*\u0060|(?<![\p{L}\p{N}])'(?:[^'\n]|(?<=\p{L})'(?=\p{L}))*'(?![\p{L}\p{N}])`,
  'gu',
);

/** The start of a list of users' own words, up to the end of the sentence or line. */
const listings =
  /\b(?:triggers?(?: on)?|keywords?|phrases?|says?|said|asks?|asked|asking|mentions?|questions?|examples?|e\.g\.|such as|like|(?:use|trigger|activate)(?: (?:this|it))?(?: (?:for|when|on))?(?=:)|when(?=:))\b[^\n]*?(?:[.!?](?=\s|$)|$)/gim;

/** The text with quotations and lists of users' words blanked out; offsets do not change. */
export function ownWords(text: string): string {
  const blank = (part: string) => part.replace(/[^\n]/g, ' ');
  return text.replace(quotations(text), blank).replace(listings, blank);
}
