import type { CatalogSkill } from '../../../catalog/catalog-skill.ts';
import { readDescription } from '../../../catalog/similar/read-description.ts';
import type { WhyReport, WhyStep } from '../../../protocol.ts';
import { inWords } from '../../../rules/messages/in-words.ts';
import { good, locationOf, openField, quoted, type WhyQuestion, whyReport } from './why-question.ts';

/** Number of other skills that are named. */
const maxOthers = 3;

/** A skill with fewer words of a request than this is only mentioned: one word rarely decides. */
const wordsOfRival = 2;

/** Number of words that are named. */
const maxWords = 6;

/**
 * Whether the words of a request lead to a skill. The model reads more than words, so this says what it has to go by,
 * and does not pretend to know what it does.
 */
export function whyRequest(question: WhyQuestion, request: string): WhyReport {
  const { name } = question.skill;
  const title = `Does what you typed fit \`${name}\`?`;
  const steps = [...namingSteps(question, request), ...wordSteps(question, request)];
  const [rival] = steps.filter(({ state }) => state === 'warning');
  const otherwise =
    'Its description mentions what you typed. The model decides: whether it calls the skill can only be measured';
  return whyReport(title, steps, rival?.text ?? otherwise);
}

/** Does the request name a skill? Then nothing else counts. */
function namingSteps({ catalog, skill }: WhyQuestion, request: string): WhyStep[] {
  const [, called] = /^\s*\/(\S+)/.exec(request) ?? [];
  if (called !== undefined) {
    if (called === skill.name) return [good(`It begins with \`/${called}\`, so Claude Code runs the skill itself`)];
    const [other] = catalog.named(called);
    const text = `It begins with \`/${called}\`, so Claude Code runs that command`;
    return [{ state: 'bad', text, ...(other && { locations: [locationOf(other)] }) }];
  }
  return isNamed(skill.name, request) ? [good(`It names \`${skill.name}\``)] : [];
}

function isNamed(name: string, request: string): boolean {
  const words = request.toLowerCase().split(/[^\p{L}\p{M}\p{N}:_-]+/u);
  return words.includes(name.toLowerCase());
}

/** Which of its words do the description, and those of other skills, mention? */
function wordSteps(question: WhyQuestion, request: string): WhyStep[] {
  const { catalog, skill } = question;
  if (/^\s*\//.test(request)) return [];
  const asked = new Map(readDescription(request).words.map(({ term, written }) => [term, written]));
  if (asked.size === 0) return [{ state: 'bad', text: 'No word of it says what it is about' }];
  const own = mentioned(skill, asked);
  const found = catalog
    .skills()
    .filter((other) => other !== skill && other.entry !== undefined && other.modelInvocable)
    .map((other) => ({ other, words: mentioned(other, asked).words }))
    .filter(({ words }) => words.length > own.words.length)
    .sort((a, b) => b.words.length - a.words.length)
    .slice(0, maxOthers);
  const [best, ...others] = found.filter(({ words }) => words.length >= wordsOfRival);
  const also = (best ? others : found).map(alsoStep);
  return best
    ? [likelierStep(best), ...also, ...ownSteps(question, asked, own, true)]
    : [...ownSteps(question, asked, own, false), ...also];
}

/** @param hasRival whether another skill fits better, which may well be right: then nothing has to be repaired here */
function ownSteps(
  question: WhyQuestion,
  asked: ReadonlyMap<string, string>,
  { words, excluded, missing }: Mentioned,
  hasRival: boolean,
): WhyStep[] {
  const fix = openField(question, 'description', 'Edit Description');
  const state = hasRival ? 'note' : 'bad';
  const steps: WhyStep[] = [];
  if (excluded.length > 0)
    steps.push({ state, text: `Its description says that it is not for ${quoted(excluded, maxWords)}` });
  if (words.length > 0) steps.push(good(`Its description mentions ${inPairs(words)}`));
  if (words.length === 0) {
    const none = `Its description mentions none of the words ${quoted([...asked.values()], maxWords)}`;
    steps.push({ state, text: `${none}. If the skill is meant for this, say so there in the words that people type` });
  } else if (missing.length > 0) {
    steps.push({ state: 'note', text: `Its description does not mention ${quoted(missing, maxWords)}` });
  }
  const [first] = steps.filter(({ state: it }) => it !== 'good');
  return steps.map((step) => (step === first ? { ...step, fix } : step));
}

interface Rival {
  readonly other: CatalogSkill;
  readonly words: readonly Mention[];
}

/** A skill that fits better is the likely answer, and may be the right one. */
function likelierStep({ other, words }: Rival): WhyStep {
  const text = `\`${other.name}\` fits better: its description mentions ${inPairs(words)}. If that is wrong, say in both descriptions what sets them apart`;
  return { state: 'warning', text, locations: [locationOf(other)] };
}

function alsoStep({ other, words }: Rival): WhyStep {
  const alone = words.length < wordsOfRival ? ', which alone rarely decides' : '';
  return {
    state: 'note',
    text: `\`${other.name}\` mentions ${inPairs(words)}${alone}`,
    locations: [locationOf(other)],
  };
}

/** A word of the request, and the word of a description that means the same. */
interface Mention {
  readonly asked: string;
  readonly written: string;
}

/** `merge` and `scans` (for `reads`) */
function inPairs(words: readonly Mention[]): string {
  const texts = words.slice(0, maxWords).map(({ asked, written }) => {
    return isFormOf(asked, written) ? `\`${asked}\`` : `\`${written}\` (like \`${asked}\`)`;
  });
  return inWords(texts);
}

/** Whether two words that count as one look like forms of one word: `merge` and `merging`. */
function isFormOf(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  const beginning = Math.min(a.length, b.length, 4);
  return a.slice(0, beginning) === b.slice(0, beginning);
}

interface Mentioned {
  readonly words: readonly Mention[];
  /** As the request writes them: those which the description says the skill is not for. */
  readonly excluded: readonly string[];
  readonly missing: readonly string[];
}

function mentioned({ name, facts }: CatalogSkill, asked: ReadonlyMap<string, string>): Mentioned {
  const text = [facts.description ?? facts.fallback, facts.whenToUse].filter((it) => it !== undefined).join(' - ');
  const found = [...readDescription(text).words, ...readDescription(name.replaceAll(/[-_:]/g, ' ')).words];
  const included = new Map(found.filter(({ isExcluded }) => !isExcluded).map(({ term, written }) => [term, written]));
  const excluded = new Set(found.filter(({ isExcluded }) => isExcluded).map(({ term }) => term));
  const others = [...asked].filter(([term]) => !included.has(term));
  return {
    words: [...asked].flatMap(([term, word]) => {
      const written = included.get(term);
      return written === undefined ? [] : [{ asked: word, written }];
    }),
    excluded: others.filter(([term]) => excluded.has(term)).map(([, word]) => word),
    missing: others.filter(([term]) => !excluded.has(term)).map(([, word]) => word),
  };
}
