import type { Validator } from '../shapes/validator.ts';

/** A whole `plugin.json`. */
export const plugin: Validator;
/** The value of each part of `plugin.json` that is read. */
export const pluginParts: Readonly<Record<string, Validator>>;
/** A whole `marketplace.json`, except for its entries. */
export const marketplace: Validator;
/** An entry of a marketplace. */
export const marketplaceEntry: Validator;
/** One server of `.mcp.json`. */
export const mcpServer: Validator;
/** One server of `.lsp.json`. */
export const lspServer: Validator;
