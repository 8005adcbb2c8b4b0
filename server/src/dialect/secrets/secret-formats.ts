import facts from '../../../../schemas/secrets.json' with { type: 'json' };

/** A published format of credentials. */
export interface SecretFormat {
  /** A noun phrase: "a token of GitHub". */
  readonly what: string;
  readonly prefixes: readonly string[];
  /** The characters after a prefix, as the inside of a character class. */
  readonly characters: string;
  /** The fewest and the most characters after a prefix. */
  readonly length: readonly number[];
  /** A text that is always part of it. */
  readonly contains?: string;
}

/** The formats that are recognized by a prefix. A prefix that begins with another comes before it. */
export const SECRET_FORMATS: readonly SecretFormat[] = facts.formats;

/** The blocks that hold private keys: what follows `BEGIN`, and the fewest and the most characters in it. */
export const PRIVATE_KEYS: {
  readonly what: string;
  readonly kinds: readonly string[];
  readonly length: readonly number[];
} = facts.privateKeys;

/** Parts of credentials that the issuers publish as examples. */
export const PUBLISHED_EXAMPLES: readonly string[] = facts.examples.texts;
