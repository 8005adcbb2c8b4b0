import { textRange } from '../../../server/src/document/text/text-range.ts';
import type { CleanText, Plant } from '../clean-text.ts';
import { type Mistake, mistake, moving, only } from '../mistake.ts';

const before = (file: CleanText, text: string): Plant | undefined =>
  file.hasFields && file.has('description') && file.text.startsWith('---') ? file.insert(0, text) : undefined;

/** Changes the line that closes the frontmatter; the finding is at the line that opens it. */
const closing = (file: CleanText, line: string): Plant | undefined => {
  const { block } = file.document.frontmatter;
  // Another line of dashes would close it.
  if (!file.has('description') || !block || file.text.slice(block.range.end).includes('---')) return undefined;
  if (file.text.slice(block.close.end, block.close.end + 2).trim() !== '') return undefined;
  return { ...file.replace(block.close, line), foundAt: textRange(0, block.close.start + line.length) };
};

/** Gives the description a text that YAML reads in another way; the finding may be anywhere in the value. */
const written = (file: CleanText, yaml: (text: string) => string): Plant | undefined => {
  const { description } = file;
  return description && file.withValue('description', yaml(description.text.replace(/[:#"']/g, ',')));
};

/** What reads only with the repair of Claude Code, which fails on lines that end in a carriage return. */
const lenient = ['yaml-lenient', 'yaml-syntax'];

export const mistakesOfTheFile: readonly Mistake[] = [
  mistake('file-encoding', 'a byte order mark', (file) =>
    file.document.json || file.text.startsWith('\uFEFF') ? undefined : file.insert(0, '\uFEFF'),
  ),
  mistake('frontmatter-not-first', 'a blank line before the frontmatter', (file) => before(file, '\n')),
  moving('frontmatter-not-first', 'a comment before the frontmatter', (file) => before(file, '<!-- by the team -->\n')),
  moving('frontmatter-not-first', 'a heading before the frontmatter', (file) => before(file, '# Title\n\n')),
  mistake('frontmatter-not-first', 'a space before the frontmatter', (file) => before(file, ' ')),
  mistake(['frontmatter-unclosed', 'frontmatter-cut'], 'no closing line', (file) => closing(file, '')),
  mistake('frontmatter-unclosed', 'a closing line of dots', (file) => closing(file, '...')),
  mistake('frontmatter-unclosed', 'a closing line of plus signs', (file) => closing(file, '+++')),
  mistake('frontmatter-unclosed', 'a closing line of two dashes', (file) => closing(file, '--')),
  mistake('frontmatter-cut', 'three dashes in a value', (file) => {
    const { description } = file;
    if (!description || file.text.slice(description.range.end).indexOf('---') < 0) return undefined;
    return file.withValue('description', description.text.replace(/[:#"']/g, ',').replace(/ (?=[^ ]+$)/, ' --- '));
  }),
  mistake('frontmatter-missing', 'no frontmatter', (file) => {
    const { block } = file.document.frontmatter;
    if (!file.hasFields || !block || file.kind !== 'skill' || !file.description) return undefined;
    // Its arguments would no longer be announced.
    if (file.has('argument-hint', 'arguments')) return undefined;
    return { ...file.replace(block.range, ''), foundAt: textRange(0, 200) };
  }),
  mistake(lenient, 'a colon and a space in a value', (file) => written(file, (text) => text.replace(/ (?=\w)/, ': '))),
  mistake(lenient, 'a value that begins with an at sign', (file) => written(file, (text) => `@${text}`)),
  mistake(lenient, 'a value that begins with a backtick', (file) => written(file, (text) => `\`a\` ${text}`)),
  mistake(lenient, 'a value that begins with a bracket', (file) => written(file, (text) => `[Draft] ${text}`)),
  mistake(lenient, 'text after a quoted value', (file) => written(file, (text) => `"Draft" ${text}`)),
  mistake(
    lenient,
    'two brackets in a hint',
    only('skill command', (file) => file.withValue('argument-hint', '[first] [second]')),
  ),
  mistake(
    [...lenient, 'paths-glob'],
    'a glob that begins with a star',
    only('skill', (file) => (file.has('disable-model-invocation') ? undefined : file.withField('paths', '**/*.ts'))),
  ),
  mistake(lenient, 'a quote that is never closed', (file) => written(file, (text) => `"${text}`)),
  mistake(lenient, 'a line that is not indented', (file) =>
    written(file, (text) => `${text}\nThis line belongs to it as well.`),
  ),
  mistake(['yaml-syntax', 'yaml-lenient'], 'an escape that does not exist', (file) =>
    written(file, (text) => `"It\\'s ${text}"`),
  ),
  mistake(
    lenient,
    'a list that is never closed',
    only('skill', (file) => file.withFields('keywords: [one, two')),
  ),
  mistake('yaml-duplicate-key', 'the description twice', (file) => {
    const field = file.document.frontmatter.fields.get('description');
    if (!file.description || !field) return undefined;
    const plant = file.insert(field.range.start, 'description: An earlier text of this. Use when nothing else fits.\n');
    return { ...plant, foundAt: textRange(field.range.start, field.range.end + plant.newText.length) };
  }),
  mistake(['description-lost', 'yaml-syntax', 'yaml-lenient'], 'a key glued to the end of a value', (file) =>
    file.has('license') ? undefined : written(file, (text) => `${text}license: MIT`),
  ),
];
