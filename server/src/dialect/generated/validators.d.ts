/** One complaint of a generated validator. */
export interface ValidatorError {
  /** A JSON pointer to the value that is wrong. */
  readonly instancePath: string;
  /** The schema keyword that failed, such as `type` or `required`. */
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The key that is wrong, if it is not a value. */
  readonly propertyName?: string;
}

/** Tells whether a value is valid; `errors` belongs to the latest call. */
export interface Validator {
  (value: unknown): boolean;
  readonly errors?: readonly ValidatorError[] | null;
}

/** The value of a `hooks` field. */
export const hooks: Validator;
/** A whole `plugin.json`. */
export const plugin: Validator;
/** A whole `marketplace.json`, except for its entries. */
export const marketplace: Validator;
/** An entry of a marketplace. */
export const marketplaceEntry: Validator;
/** One server of `.mcp.json`. */
export const mcpServer: Validator;
/** One server of `.lsp.json`. */
export const lspServer: Validator;
/** A whole settings file, of the parts that concern skills. */
export const settings: Validator;
/** The value of each frontmatter field of skills and commands. */
export const skillFields: Readonly<Record<string, Validator>>;
/** The value of each frontmatter field of agents. */
export const agentFields: Readonly<Record<string, Validator>>;
/** The value of each part of `plugin.json` that is read. */
export const pluginParts: Readonly<Record<string, Validator>>;
