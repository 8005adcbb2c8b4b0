import type { FileContext } from '../../catalog/file/file-context.ts';
import { isBuiltInName } from '../../dialect/names/built-in-commands.ts';
import { nearestWord } from '../../dialect/text/edit-distance.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { LookupInOrder } from '../../document/text/lookup-in-order.ts';
import { offerEdit } from '../edits/field-edits.ts';
import { MAX_COMPARED_NAMES } from '../readings/links/bundled-files.ts';
import { skillMentions } from '../readings/skills/skill-mentions.ts';
import { startedSkills } from '../readings/skills/started-skills.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';

export const skillMentionUnknown: Rule = {
  id: 'skill-mention-unknown',
  level: 'information',
  kinds: ['skill', 'command'],
  summary: 'A mention of a skill or command that does not exist',
  source: 'https://code.claude.com/docs/en/skills#control-who-invokes-a-skill',
  *check(context, report) {
    const { file } = context;
    if (file.insideSkill) return;
    const names = namesAround(file);
    if (names.size > 0) yield* mistypedInvocations(context, names, report);
    if (names.size > 0 || file.inCatalog?.own?.missingNames.length) yield* missingSkills(context, names, report);
  },
};

const none: ReadonlySet<string> = new Set();

/** How many names of a text are compared with all others, which takes milliseconds for each. */
const MAX_COMPARED_MENTIONS = 100;

/** The names that can be meant; none if they are not known, or are too many to compare. */
function namesAround({ skillNames, commandNames }: FileContext): ReadonlySet<string> {
  if (!skillNames || !commandNames) return none;
  // The number of both is only known once they are joined, which takes long for thousands.
  if (Math.max(skillNames.size, commandNames.size) > MAX_COMPARED_NAMES) return none;
  const names = new Set([...skillNames, ...commandNames]);
  return names.size > MAX_COMPARED_NAMES ? none : names;
}

/** `/fix-isue`, where there is a skill `fix-issue`. */
function* mistypedInvocations(
  { document, file }: RuleContext,
  names: ReadonlySet<string>,
  report: (report: Report) => void,
): Generator<void> {
  const { body, text } = document;
  if (!text.includes('/', body.range.start)) return;
  const { bundledPaths, inCatalog } = file;
  const isCommandLike = wordsOfCommands(document);
  const meant = new Map<string, string | undefined>();
  for (const { name, range, form } of skillMentions(text.slice(body.range.start, body.scanned.end))) {
    const start = body.range.start + range.start;
    if (form !== 'invocation' || name.length < SHORTEST_NAME) continue;
    if (names.has(name) || isBuiltInName(name, inCatalog?.installed) || bundledPaths?.has(name)) continue;
    if (!isCommandLike(start, name)) continue;
    if (!meant.has(name)) {
      if (meant.size === MAX_COMPARED_MENTIONS) return;
      yield;
      meant.set(name, meantName(name, names, file));
    }
    const near = meant.get(name);
    if (near === undefined) continue;
    const whole = { start, end: start + name.length };
    report({
      range: whole,
      message: `There is no skill or command \`/${name}\`. Did you mean \`/${near}\`?`,
      fixes: offerEdit(`Change to \`/${near}\``, false, { range: whole, newText: near }),
    });
  }
}

/** "Use the `pack-boxs` skill", where there is a skill `pack-boxes`, or where no other plugin can have it. */
function* missingSkills(
  { document, file }: RuleContext,
  names: ReadonlySet<string>,
  report: (report: Report) => void,
): Generator<void> {
  const missing = new Set(file.inCatalog?.own?.missingNames);
  const meant = new Map<string, string | undefined>();
  for (const { name, range } of startedSkills(document)) {
    if (names.has(name) || isBuiltInName(name, file.inCatalog?.installed)) continue;
    if (name.length >= SHORTEST_NAME && !meant.has(name)) {
      if (meant.size === MAX_COMPARED_MENTIONS) return;
      yield;
      meant.set(name, meantName(name, names, file));
    }
    const near = meant.get(name);
    const isTyped = document.text[range.start - 1] === '/';
    if (near === undefined ? !missing.has(name) : isTyped) continue;
    const advice = near === undefined ? 'Write the name of one that exists' : `Did you mean \`${near}\`?`;
    report({
      range,
      message: `There is no skill \`${name}\`, so Claude cannot use it. ${advice}`,
      fixes: near === undefined ? [] : offerEdit(`Change to \`${near}\``, false, { range, newText: near }),
    });
  }
}

/** The name that is probably meant. One of another plugin is none of ours. */
function meantName(name: string, names: ReadonlySet<string>, { inCatalog }: FileContext): string | undefined {
  const colon = name.indexOf(':');
  if (colon < 0) return misspelled(name, names);
  if (!inCatalog?.own?.missingNames.includes(name)) return undefined;
  const near = misspelled(name.slice(colon + 1), names);
  return near === undefined ? undefined : `${name.slice(0, colon)}:${near}`;
}

/** Shorter names are similar to one another by chance. */
const SHORTEST_NAME = 6;

/** The name that is probably meant. Other forms of a word, and other numbers, are names of something else. */
function misspelled(name: string, names: ReadonlySet<string>): string | undefined {
  const near = nearestWord(name, names);
  if (near === undefined || near.length < SHORTEST_NAME) return undefined;
  const [short, long] = [name, near].sort((a, b) => a.length - b.length) as [string, string];
  if (long.startsWith(short) || near.replace(/\D/g, '') !== name.replace(/\D/g, '')) return undefined;
  return near.toLowerCase() === name.toLowerCase() ? undefined : near;
}

/**
 * Whether a mention is what a user types: alone or first in a code span, or a name of several words in prose. In other code,
 * in links and in comments it is a path or a route.
 */
function wordsOfCommands({ body, text }: SkillDocument): (start: number, name: string) => boolean {
  const code = new LookupInOrder(body.code);
  const links = new LookupInOrder([...body.links].sort((a, b) => a.range.start - b.range.start));
  const comments = new LookupInOrder(body.comments.map((range) => ({ range })));
  return (start, name) => {
    const span = code.at(start);
    if (links.at(start) || comments.at(start)) return false;
    if (span) return span.kind === 'span' && span.content.start === start - 1;
    return name.includes('-') && /[\s(“"]/.test(text[start - 2] ?? ' ');
  };
}
