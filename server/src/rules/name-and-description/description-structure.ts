import { nearestWord } from '../../dialect/text/edit-distance.ts';
import type { TextRange } from '../../document/text/text-range.ts';
import { offerEdit } from '../edits/field-edits.ts';
import { inWords } from '../messages/in-words.ts';
import { showText } from '../messages/show-value.ts';
import {
  type CanonicalDescription,
  canonicalLabels,
  domainPosition,
  namedSkills,
  readCanonicalDescription,
} from '../readings/descriptions/canonical-description.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import { ValueSource } from '../readings/fields/value-source.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';

export const descriptionStructure: Rule = {
  id: 'description-structure',
  level: 'off',
  kinds: ['skill'],
  needsWriter: true,
  summary: 'A description that lacks canonical parts for routing, from the phase tag to `METHODOLOGY`',
  source:
    'https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#writing-effective-descriptions',
  check(context, report) {
    const field = ownFields(context)?.get('description');
    if (field?.value.kind !== 'scalar' || typeof field.value.value !== 'string') return;
    const { value } = field;
    const text = field.value.value;
    if (text.trim() === '' || value.kind !== 'scalar') return;
    const canonical = readCanonicalDescription(text);
    const missing = missingParts(canonical);
    if (missing.length > 0) {
      report({
        range: field.keyRange,
        message: `The canonical structure requires ${inWords(missing)}. Add ${missing.length > 1 ? 'them' : 'it'}`,
      });
    }
    const source = new ValueSource(context.document.text, value);
    for (const { range, message } of domainFaults(canonical)) {
      report({ range: source.range(range.start, range.end), message });
    }
    for (const { label, text, range: inValue } of unknownSkills(canonical, context)) {
      const range = source.range(inValue.start, inValue.end);
      const nearest = nearestWord(text, [...(context.file.skillNames ?? [])]);
      report({
        range,
        message: `\`${label}:\` refers to \`${text}\`, which does not exist. ${nearest ? `Did you mean ${showText(nearest)}?` : 'Use the name of an existing skill'}`,
        fixes: nearest ? offerEdit(`Change to ${showText(nearest)}`, false, { range, newText: nearest }) : [],
      });
    }
  },
};

function missingParts({ tag, parts }: CanonicalDescription): string[] {
  const missing: string[] = canonicalLabels.filter((label) => !parts.has(label)).map((label) => `\`${label}:\``);
  return tag ? missing : ['a phase tag such as `[Phase·Domain·Role]` at the start', ...missing];
}

function domainFaults({ parts }: CanonicalDescription): Report[] {
  const domain = parts.get('DOMAIN');
  if (!domain) return [];
  const place = domainPosition(domain);
  if (!place) {
    return [
      {
        range: domain.range,
        message: '`DOMAIN:` does not say which skill of how many this is. Add it, as in `(skill 2 of 4)`',
      },
    ];
  }
  if (place.position >= 1 && place.position <= place.count) return [];
  return [
    {
      range: place.range,
      message: `There is no skill ${place.position} of ${place.count}. Count from 1 to the number of skills in the domain`,
    },
  ];
}

interface UnknownSkill {
  readonly label: string;
  readonly text: string;
  readonly range: TextRange;
}

/** The names in `INPUT_FROM` and `OUTPUT_TO` that no skill has, as far as the skills are known. */
function unknownSkills({ parts }: CanonicalDescription, { file: { skillNames } }: RuleContext): UnknownSkill[] {
  if (!skillNames) return [];
  return (['INPUT_FROM', 'OUTPUT_TO'] as const).flatMap((label) => {
    const part = parts.get(label);
    return (part ? namedSkills(part) : [])
      .filter(({ text }) => !skillNames.has(text))
      .map(({ text, range }) => ({ label, text, range }));
  });
}
