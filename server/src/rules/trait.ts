/**
 * The traits of a file that rules depend on: see `Rule.needs`. Each is much cheaper to find than anything that a
 * rule does.
 */
export const traits = [
  // In the body:
  'placeholder',
  'injection',
  'comment',
  'fence',
  'link',
  // Anywhere in the text:
  'exclamation-mark',
  /** Or `<arg`. */
  'dollar-or-brace',
  /** A character outside Latin-1, as all are that nobody sees. */
  'wide-character',
  // Frontmatter that Claude Code does not find, or does not read as it is written:
  'no-frontmatter',
  'damaged-frontmatter',
  // Fields by what they contain, whether or not they are read:
  'flag-field',
  'hooks-field',
  'map-field',
  'model-field',
  'tools-field',
  'word-field',
  /** `arguments` or `argument-hint` */
  'arguments-field',
  'agent-field',
  'paths-field',
  // Around the text:
  /** A selected target. */
  'target',
  /** A Markdown file that the skill names. */
  'reference',
] as const;

export type Trait = (typeof traits)[number];
