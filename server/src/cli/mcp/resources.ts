import { documentedRules } from '../../features/check/documented-rules.ts';
import type { Call } from './tools/tool.ts';

/** A text that people can give to a model. */
interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

const listingUri = 'skillwright://listing';
const pagesUri = 'skillwright://rules/';

/** The listing of the session, and the page of every rule. */
export const resources: readonly Resource[] = [
  {
    uri: listingUri,
    name: 'listing',
    description: 'The skills as Claude Code lists them for its model',
    mimeType: 'text/plain',
  },
  ...documentedRules.map(({ id, summary }) => ({
    uri: `${pagesUri}${id}`,
    name: id,
    description: summary,
    mimeType: 'text/markdown',
  })),
];

/**
 * The text of one of the resources.
 *
 * @param session the session, which is only read for its listing
 */
export async function readResource(
  uri: string,
  session: () => Promise<Pick<Call, 'options' | 'source'>>,
): Promise<string> {
  if (uri === listingUri) {
    const { listSession } = await import('../skills/list.ts');
    const { options, source } = await session();
    return (await listSession(options, 'model', source)).report.listing;
  }
  const { rulePageText } = await import('../check/explain.ts');
  return rulePageText(uri.slice(pagesUri.length));
}
