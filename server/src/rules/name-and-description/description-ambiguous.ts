import type { WayApart } from '../../catalog/similar/ways-apart.ts';
import { letterExpression } from '../../document/text/letter-expression.ts';
import { inWords } from '../messages/in-words.ts';
import { showText } from '../messages/show-value.ts';
import { findTemplateText } from '../readings/descriptions/template-text.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import { relatedSkill } from '../readings/skills/other-skills.ts';
import type { Rule } from '../rule.ts';

/** Further skills are only counted, and further words and ways are left out. */
const max = { others: 3, words: 5, ways: 2 };

export const descriptionAmbiguous: Rule = {
  id: 'description-ambiguous',
  level: 'information',
  kinds: ['skill', 'command'],
  needsWriter: true,
  summary: 'A description so similar to another skill’s that the model may choose the wrong one',
  source:
    'https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#writing-effective-descriptions',
  check(context, report) {
    const own = context.file.inCatalog?.own;
    const field = ownFields(context)?.get('description');
    if (!own || field?.value.kind !== 'scalar' || findTemplateText(context.document.text, field)) return;
    const { similar, nearest } = own;
    if (!nearest) return;
    const others = similar.slice(0, max.others).map(({ other }) => `\`${other.name}\``);
    if (similar.length > max.others) others.push(`${similar.length - max.others} more`);
    const words = nearest.sharedWords.slice(0, max.words).map(showText);
    const shared = words.length > 0 ? `: both mention ${inWords(words)}` : '';
    const ofName = nearest.named === 'second' ? wordsOnlyIn(own.name, similar[0]!.other.name) : [];
    const ways = nearest.waysApart
      .slice(0, max.ways)
      .map((way, index, all) => wayInWords(way, all.slice(0, index), ofName));
    report({
      range: field.value.range,
      message: `The model can hardly tell this from ${inWords(others)}${shared}. ${ways.length > 0 ? sentence(ways.join(', or ')) : 'Describe what only this one is for'}`,
      related: similar.map(({ other }) => relatedSkill(other, `\`${other.name}\` has a similar description`)),
    });
  },
};

const betweenWords = letterExpression(String.raw`[^\p{L}\p{N}]+`, 'u');

/** The words of a name that the other name does not have. */
function wordsOnlyIn(name: string, other: string): string[] {
  const words = (text: string) => text.slice(text.lastIndexOf(':') + 1).split(betweenWords(text));
  const known = new Set(words(other));
  return words(name).filter((word) => word.length > 2 && !known.has(word));
}

/**
 * @param before the ways that are already named: their words are not repeated
 * @param ofName words that the description lacks if it has none of its own
 */
function wayInWords({ id, shared, ...way }: WayApart, before: readonly WayApart[], ofName: readonly string[]): string {
  const ofFirst = way.ofFirst.length > 0 || id !== 'object' ? way.ofFirst : ofName;
  const isNew = before.every((way) => way.id === 'verb' || way.ofFirst[0] !== ofFirst[0]);
  const own = isNew && ofFirst.length > 0 ? ` such as ${inWords(ofFirst.slice(0, 2).map(showText))}` : '';
  switch (id) {
    case 'verb':
      return shared.length > 0
        ? `begin with another word than ${showText(shared[0]!)}`
        : 'begin with a verb of its own';
    case 'object':
      return `begin with what only this one works on${own && `,${own}`}`;
    case 'occasion':
      return `say when only this one fits${own && `, in words${own}`}`;
    case 'phase-tag':
      return 'begin with a phase tag, such as `[P1·Design]`';
    case 'input-from':
      return 'state where its input comes from with `INPUT_FROM: …`';
    case 'exclusion':
      return 'state what it is not for with `Not for …`';
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
