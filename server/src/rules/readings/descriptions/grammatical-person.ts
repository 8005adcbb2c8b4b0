import { ownWords } from './english-prose.ts';

/*
 * "When you have a plan" addresses the model and is common in good skills. This finds a skill that refers to itself as I or
 * we, and one that tells the reader what "you can" do.
 */
const verbs =
  'am|analy[sz]e|ask|build|can|check|convert|could|create|do|find|fix|format|generate|guide|handle|have|help|know|like|make|' +
  'need|process|provide|read|review|run|should|support|use|want|was|will|work|would|write';
const firstPerson = new RegExp(
  `\\bI(?:['’](?:m|ll|ve|d)\\b| (?:also |always |never )?(?:${verbs})\\b)` +
    `|\\b[Ww]e(?:['’](?:re|ll|ve|d)\\b| (?:also |always |never )?(?:${verbs}|are)\\b)` +
    '|\\b(?:[Hh]elp|[Ll]et|[Tt]ell|[Ss]how|[Gg]ive) (?:me|us)\\b' +
    '|(?<![\\w.-])(?:[Mm]y|[Oo]ur)(?= [a-zà-ÿ])' +
    // At the start of a sentence, it is not a quotation. Blanks are only looked at before a word, once.
    '|\\b(?:I|We)(?= [a-zà-ÿ]+)(?<=(?:^\\s*|[.!?]\\s+)(?:I|We))',
);
/** "Firebase gives you a backend" and "themes that you can apply" are about anybody: they mislead nobody. */
const secondPerson =
  /(?<=^\s{0,9}|[.!?]\s{1,3}|\bso (?:that )?)[Yy]ou(?:['’]ll\b| (?:can|could|may|will)\b)|(?<=^\s{0,9}|[.!?:;,]\s{1,3}|\b(?:skill|tool|plugin|command|agent|assistant|guide|and|or|that|which|it|to|by) )(?:[Ll]ets?|[Aa]llows?|[Hh]elps?|[Ee]nables?|[Gg]uides?|[Tt]each(?:es)?|[Ss]hows?|[Gg]ives?|[Hh]elping|[Ll]etting|[Aa]llowing|[Ee]nabling|[Gg]uiding) you\b|\bYour(?<=(?:^\s*|[.!?]\s+)Your)(?= (?:[\w-]+ ){0,2}(?:expert|guide|assistant|companion|partner|helper|coach|advisor|friend|specialist|toolkit|toolbox)\b)/;

/** A text without any of these is not searched with the expressions above, which take milliseconds to prepare. */
const anyPerson = /\bI\b|\b(?:[Ww]e|[Mm]e|[Uu]s|[Mm]y|[Oo]ur|[Yy]our?)\b/;

/** Where a text first speaks of itself, else to its reader; quotations and lists of users' words do not count. */
export function findPerson(
  text: string,
): { readonly start: number; readonly end: number; readonly person: 'first' | 'second' } | undefined {
  if (!anyPerson.test(text)) return undefined;
  const own = ownWords(text);
  const first = firstPerson.exec(own);
  const match = first ?? secondPerson.exec(own);
  if (!match) return undefined;
  return { start: match.index, end: match.index + match[0].length, person: first ? 'first' : 'second' };
}
