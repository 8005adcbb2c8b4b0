import { isBuiltInName } from '../../dialect/names/built-in-commands.ts';
import { nearestWord } from '../../dialect/text/edit-distance.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { LookupInOrder } from '../../document/text/lookup-in-order.ts';
import { offerEdit } from '../edits/field-edits.ts';
import { MAX_COMPARED_NAMES } from '../readings/links/bundled-files.ts';
import { skillMentions } from '../readings/skills/skill-mentions.ts';
import type { Rule } from '../rule.ts';

export const skillMentionUnknown: Rule = {
  id: 'skill-mention-unknown',
  level: 'information',
  kinds: ['skill'],
  summary: 'A mention of `/name` where only a skill or command with a similar name exists',
  source: 'https://code.claude.com/docs/en/skills#control-who-invokes-a-skill',
  check({ document, file }, report) {
    const { skillNames, commandNames, bundledPaths, insideSkill, inCatalog } = file;
    if (insideSkill || !skillNames || !commandNames) return;
    // The number of both is only known once they are joined, which takes long for thousands.
    if (Math.max(skillNames.size, commandNames.size) > MAX_COMPARED_NAMES) return;
    const { body, text } = document;
    if (!text.includes('/', body.range.start)) return;
    const names = new Set([...skillNames, ...commandNames]);
    if (names.size === 0 || names.size > MAX_COMPARED_NAMES) return;
    const isCommandLike = wordsOfCommands(document);
    const meant = new Map<string, string | undefined>();
    for (const { name, range, form } of skillMentions(text.slice(body.range.start, body.scanned.end))) {
      const start = body.range.start + range.start;
      if (form !== 'invocation' || name.length < SHORTEST_NAME || name.includes(':')) continue;
      if (names.has(name) || isBuiltInName(name, inCatalog?.installed) || bundledPaths?.has(name)) continue;
      if (!meant.has(name)) meant.set(name, misspelled(name, names));
      const near = meant.get(name);
      if (near === undefined || !isCommandLike(start, name)) continue;
      const whole = { start, end: start + name.length };
      report({
        range: whole,
        message: `There is no skill or command \`/${name}\`. Did you mean \`/${near}\`?`,
        fixes: offerEdit(`Change to \`/${near}\``, false, { range: whole, newText: near }),
      });
    }
  },
};

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
