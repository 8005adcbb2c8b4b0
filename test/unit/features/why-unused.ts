import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { readQuestion } from '../../../server/src/jobs/skills/why/why-question.ts';
import { unusedReport } from '../../../server/src/jobs/skills/why/why-unused.ts';
import type { Platform } from '../../../server/src/platform/platform.ts';
import type { WhyReport } from '../../../server/src/protocol.ts';

/** Why the model does not use a skill. Undefined if it no longer exists. */
export async function whyUnused(
  catalog: Catalog,
  id: string,
  platform: Pick<Platform, 'files' | 'environment'>,
): Promise<WhyReport | undefined> {
  const question = await readQuestion(catalog, id, platform);
  return question && unusedReport(question);
}
