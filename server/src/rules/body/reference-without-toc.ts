import type { Reference } from '../../catalog/file/references.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { TextRange } from '../../document/text/text-range.ts';
import { inWords } from '../messages/in-words.ts';
import { showName } from '../messages/show-value.ts';
import { isChosenByCase } from '../readings/links/chosen-by-case.ts';
import { countTopics, isDescribed, namesSections } from '../readings/links/described-contents.ts';
import { type NamedReference, namedReferences } from '../readings/links/named-references.ts';
import type { Rule } from '../rule.ts';

export const referenceWithoutToc: Rule = {
  id: 'reference-without-toc',
  level: 'information',
  kinds: ['skill'],
  needs: ['reference'],
  summary: 'A reference of more than 100 lines without a table of contents; reported once per skill',
  source:
    'https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#structure-longer-reference-files-with-table-of-contents',
  check(context, report) {
    const { document } = context;
    const isTold = ({ lines, length, mentions, headings = [] }: NamedReference) =>
      mentions.some((at) =>
        lines < LONG || length < MANY_CHARACTERS
          ? isDescribed(document, at) || isInStep(document, at)
          : countTopics(document, at) >= 2,
      ) ||
      mentions.slice(0, MAX_LISTS).some((at) => isChosenByCase(document, at)) ||
      namesSections(document, mentions, headings);
    const found = namedReferences(context).filter((it) => needsContents(it) && !isTold(it));
    if (found.length === 0) return;
    const longest = found.reduce((one, other) => (other.lines > one.lines ? other : one));
    const others = found.filter((it) => it !== longest && it.lines < LONG === longest.lines < LONG);
    const { path, lines, range } = longest;
    const alike = others.length === 0 ? '' : `, and those of ${namesOf(others)}`;
    report({
      range,
      ...(lines < LONG && { severity: 'hint' as const }),
      message: `Claude may read only the beginning of a long reference, and only a table of contents there says what else is in it. List the sections of ${showName(path)} (${lines} lines) at its top${alike}`,
    });
  },
};

/** Whether a file is named in a step that is numbered, or has a numbered heading: it is read as a whole there. */
function isInStep({ lines, body }: SkillDocument, { start }: TextRange): boolean {
  if (/^\s*\d+[.)]\s/.test(lines.textOf(lines.lineAt(start)).slice(0, 20))) return true;
  const heading = body.headings.findLast(({ range }) => range.start < start);
  return heading !== undefined && (numbered.test(heading.text) || step.test(heading.text));
}

/** More make a list that nobody reads. */
const maxNamed = 3;

function namesOf(references: readonly Reference[]): string {
  const named = references.length > maxNamed ? references.slice(0, maxNamed - 1) : references;
  const rest = references.length - named.length;
  return inWords([...named.map(({ path }) => showName(path)), ...(rest > 0 ? [`${rest} more`] : [])]);
}

/** Lists around further mentions are not read. */
const MAX_LISTS = 20;

/** The number of lines that the authoring guide names. */
const MAX_LINES = 100;

/** Claude often reads shorter files in whole, and a few words are enough to tell what is in them; for others, two topics. */
const LONG = 300;

/** A file of many short lines is read in whole as well. */
const MANY_CHARACTERS = 12_000;

/** Fewer headings do not need a list. */
const MIN_HEADINGS = 5;

/** Files that are used as they are, rather than read for a part of them. */
const notRead =
  /(?:^|\/)(?:assets?|templates?|examples?|evals?|tests?|agents|prompts|commands|workflows?)\/|(?:template|prompt|snippet|example|recipe|deliverable|checklist)[^/]*$|(?:workflow|steps|spec|migration|migrating)s?\.\w+$|(?:^|\/)(?:skill|readme|changelog|license)\.\w+$/i;

function needsContents({ path, lines, headings = [], lateHeadings, hasContents }: Reference): boolean {
  if (lines <= MAX_LINES || hasContents || notRead.test(path)) return false;
  if (lines < LONG && lateHeadings === 0) return false;
  const steps = headings.filter((heading) => step.test(heading) || (lines < LONG && numbered.test(heading))).length;
  return headings.length >= MIN_HEADINGS && steps < MIN_STEPS;
}

/** Steps are followed one after the other. */
const step = /^(?:step|phase|stage|part|level|day) \d/i;
const numbered = /^\d+[.):] /;
const MIN_STEPS = 3;
