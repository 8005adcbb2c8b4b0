import marketplaceSchema from '../../../../schemas/marketplace.schema.json' with { type: 'json' };
import pluginSchema from '../../../../schemas/plugin.schema.json' with { type: 'json' };
import serversSchema from '../../../../schemas/servers.schema.json' with { type: 'json' };

let knownForms: ReadonlyMap<string, string> | undefined;

/** The patterns of the schemas in words: collected when the first value is wrong. */
export function patternForms(): ReadonlyMap<string, string> {
  if (knownForms) return knownForms;
  const found = new Map<string, string>();
  const collect = (schema: unknown): void => {
    if (schema === null || typeof schema !== 'object') return;
    const { pattern, 'x-skillwright': notes } = schema as {
      readonly pattern?: unknown;
      readonly 'x-skillwright'?: { readonly form?: string };
    };
    if (typeof pattern === 'string' && notes?.form !== undefined) found.set(pattern, notes.form);
    Object.values(schema).forEach(collect);
  };
  for (const schema of [pluginSchema, marketplaceSchema, serversSchema]) collect(schema);
  knownForms = found;
  return found;
}
