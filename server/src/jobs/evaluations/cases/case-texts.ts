/** Tools of every new case, as `claude plugin eval init` writes them: without them, it cannot read what its skill names. */
export const newCaseTools: readonly string[] = ['Read', 'Glob', 'Grep', 'Skill'];

/** A key of frontmatter, and its value as YAML. */
export type FrontmatterLine = readonly [key: string, value: string];

/** Words that YAML would not read as a string. */
const yamlWords: ReadonlySet<string> = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n']);

/** The text of a file with frontmatter, and a body after it. */
export function withFrontmatter(lines: readonly FrontmatterLine[], body = ''): string {
  const head = ['---', ...lines.map(([key, value]) => `${key}: ${value}`), '---', ''].join('\n');
  return body === '' ? head : `${head}\n${body}\n`;
}

/** A text as a value in YAML: as it is, or in the quotes that leave it most readable. */
export function yamlText(text: string): string {
  // The first one anywhere ends the frontmatter.
  if (text.includes('---')) return quoted(text).replaceAll('---', '--\\u002d');
  const isPlain = /^[A-Za-z][\w./-]*(?: [\w./-]+)*$/.test(text) && !yamlWords.has(text.toLowerCase());
  if (isPlain) return text;
  const hasSpecial = /["\\]/.test(text) && !/'|[^ -~]/.test(text);
  return hasSpecial ? `'${text}'` : quoted(text);
}

/** In the quotes of JSON, which YAML reads in the same way if no line ends inside of them. */
function quoted(text: string): string {
  const code = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replaceAll(/[\x7f-\x9f\u2028\u2029\uFEFF]/g, code);
}

export function yamlList(texts: readonly string[]): string {
  return `[${texts.map((text) => (/^\w+$/.test(text) ? yamlText(text) : quoted(text))).join(', ')}]`;
}

/**
 * A text as a file has it in its place: without the whitespace around it, and without halves of characters, which no file
 * can hold.
 */
export function asWritten(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD').trim();
}

/** The grader for which a model judges a criterion. */
export function criterionText(criterion: string): string {
  return withFrontmatter([['type', 'llm']], asWritten(criterion));
}
