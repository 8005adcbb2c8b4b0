import type { PreviewParams } from '../../../../server/src/protocol.ts';

/** What a read-only document holds: what an invocation sends, or commands, by the key that they were opened with. */
export type PreviewDocumentQuery = Pick<PreviewParams, 'uri' | 'arguments'> | { readonly commands: string };

/** Reads the query of a document's URI, which anybody may have made; undefined for none of ours. */
export function readDocumentQuery(query: string): PreviewDocumentQuery | undefined {
  const { uri, arguments: text, commands } = parsed(query);
  if (typeof commands === 'string') return { commands };
  return typeof uri === 'string' && typeof text === 'string' ? { uri, arguments: text } : undefined;
}

function parsed(query: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(query) ?? {};
  } catch {
    return {};
  }
}
