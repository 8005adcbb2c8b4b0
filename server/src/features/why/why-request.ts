import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { readDescription } from '../../catalog/similar/read-description.ts';
import type { WhyFix, WhyReport, WhyStep } from '../../protocol.ts';
import { good, locationOf, openField, quoted, type WhyQuestion, whyReport } from './why-question.ts';

/** Number of other skills that are named. */
const maxOthers = 3;

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
  const otherwise =
    'Its description mentions what you typed. The model decides: whether it calls the skill can only be measured';
  return whyReport(title, steps, otherwise);
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
  const fix = openField(question, 'description', 'Edit Description');
  const own = mentioned(skill, asked);
  const rivals = catalog
    .skills()
    .filter((other) => other !== skill && other.entry !== undefined && other.modelInvocable)
    .map((other) => ({ other, words: mentioned(other, asked).words }))
    .filter(({ words }) => words.length > own.words.length)
    .sort((a, b) => b.words.length - a.words.length)
    .slice(0, maxOthers);
  return [...ownSteps(asked, own, fix), ...rivals.map((rival) => rivalStep(rival, own.words.length, fix))];
}

function ownSteps(asked: ReadonlyMap<string, string>, { words, excluded }: Mentioned, fix: WhyFix): WhyStep[] {
  const missing = [...asked.values()].filter((word) => !words.includes(word));
  const steps: WhyStep[] = [];
  if (excluded.length > 0) {
    const text = `Its description says that it is not for ${quoted(excluded, maxWords)}`;
    steps.push({ state: 'bad', text, fix });
  }
  if (words.length === 0) {
    const text = `Its description mentions none of the words ${quoted(missing, maxWords)}. Say there when to use it, in the words that people type`;
    return [...steps, { state: 'bad', text, fix }];
  }
  steps.push(good(`Its description mentions ${quoted(words, maxWords)}`));
  if (missing.length > 0)
    steps.push({ state: 'note', text: `Its description does not mention ${quoted(missing, maxWords)}`, fix });
  return steps;
}

function rivalStep(
  { other, words }: { other: CatalogSkill; words: readonly string[] },
  own: number,
  fix: WhyFix,
): WhyStep {
  const more = own === 0 ? 'mentions' : 'mentions more of it:';
  const text = `The description of \`${other.name}\` ${more} ${quoted(words, maxWords)}`;
  return { state: 'bad', text, fix, locations: [locationOf(other)] };
}

interface Mentioned {
  /** As the request writes them. */
  readonly words: readonly string[];
  /** Those which the description says the skill is not for. */
  readonly excluded: readonly string[];
}

function mentioned({ name, facts }: CatalogSkill, asked: ReadonlyMap<string, string>): Mentioned {
  const text = [facts.description ?? facts.fallback, facts.whenToUse].filter((it) => it !== undefined).join(' - ');
  const found = [...readDescription(text).words, ...readDescription(name.replaceAll(/[-_:]/g, ' ')).words];
  const included = new Set(found.filter(({ isExcluded }) => !isExcluded).map(({ term }) => term));
  const excluded = new Set(found.filter(({ isExcluded }) => isExcluded).map(({ term }) => term));
  const written = (isMeant: (term: string) => boolean): string[] =>
    [...asked].filter(([term]) => isMeant(term)).map(([, word]) => word);
  return {
    words: written((term) => included.has(term)),
    excluded: written((term) => excluded.has(term) && !included.has(term)),
  };
}
