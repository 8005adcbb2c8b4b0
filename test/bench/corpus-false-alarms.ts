import { capabilities, DEFAULT_RUNTIME } from '../../server/src/dialect/runtimes/capabilities.ts';
import type { Finding } from '../../server/src/rules/rule.ts';
import type { CorpusFile } from './corpus-file.ts';

/** Whether a finding would be a false alarm. */
export type FalseAlarm = (finding: Finding, file: CorpusFile, marked: string) => boolean;

/** Rules that speak for selected targets only, or when asked for. None is selected here. */
const quietRules = new Set([
  'name-missing',
  'name-not-gerund',
  'description-structure',
  'description-length',
  'invocation-unstated',
  'evaluation-missing',
  'license-missing',
  'description-xml-tags',
  'field-not-portable',
  'compatibility-length',
]);

/** Keys that other products and authors use; Claude Code ignores them, and so do we. */
const foreignKeys = /^(version|author|origin|requires|tags|source|triggers|risk|category|license|homepage|repository)$/;

/**
 * What good skills do and other checkers complain about. Nothing of it may be reported where no target is selected.
 */
export const falseAlarms: Readonly<Record<string, FalseAlarm>> = {
  'errors only where Claude Code loses the fields': ({ severity }, { document: { frontmatter } }) =>
    severity === 'error' && frontmatter.reading !== 'lost' && frontmatter.reading !== 'absent',
  'no rule of a target that was not selected': ({ rule }) => quietRules.has(rule),
  'no keys of other products': ({ rule }, _file, marked) => rule === 'field-unknown' && foreignKeys.test(marked),
  'no frontmatter asked of commands and agents': ({ rule }, { context, document }) =>
    context.kind !== 'skill' && document.frontmatter.reading === 'absent' && rule === 'frontmatter-missing',
  'no name asked for, nor compared with the file of a command or agent': ({ rule, severity }, { context }) =>
    rule === 'name-folder-mismatch' && (context.kind !== 'skill' || severity === 'error' || severity === 'warning'),
  'no duplicate names': ({ rule }) => rule === 'name-duplicate',
  'no tool names that servers and other products bring': ({ rule }, _file, marked) =>
    rule === 'tool-unknown' && /^(mcp__|Agent\b|Skill\b|Task)/.test(marked),
  'no further lines of dashes': ({ rule, range }, { document: { frontmatter } }) =>
    rule.startsWith('frontmatter-') && frontmatter.reading === 'read' && range.start >= frontmatter.block!.range.end,
  'no links in code, with placeholders, or to commands': ({ rule, range }, { document: { body } }, marked) =>
    /^link-(broken|outside)$/.test(rule) &&
    (/[{}<>*]|^\//.test(marked) ||
      body.code.some(({ range: code }) => code.start <= range.start && range.end <= code.end)),
  'no exclamation mark that ends a word in a code span': ({ rule, range }, { text, document: { body } }) =>
    rule.startsWith('injection') &&
    /\S/.test(text[range.start - 1] ?? ' ') &&
    body.code.some(({ kind, range: code }) => kind === 'span' && code.start < range.start && range.start < code.end),
  'no amounts of dollars of two digits or more': ({ rule }, _file, marked) =>
    rule === 'literal-dollar' && /^\$\d\d/.test(marked),
  'no words in names that only uploads refuse': ({ rule }, _file, marked) =>
    rule === 'name-reserved' && /claude|anthropic/i.test(marked),
  'no length that the listing shows whole': ({ rule }, { document: { frontmatter } }) =>
    rule === 'description-too-long' && lengthOf(frontmatter.fields) <= capabilities(DEFAULT_RUNTIME).listingTextCap!,
  'no joiners, no-break spaces and the like': (_finding, _file, marked) => /^(\u200B|\u200D|\u00A0)+$/.test(marked),
  'no files of other kinds in the same folders': (_finding, { context: { fileName } }) =>
    /\.agent\.md$|^readme\.md$/i.test(fileName),
};

function lengthOf(fields: CorpusFile['document']['frontmatter']['fields']): number {
  const lengths = ['description', 'when_to_use'].map((key) => {
    const value = fields.get(key)?.value;
    return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value.length : 0;
  });
  return lengths[0]! + lengths[1]!;
}
