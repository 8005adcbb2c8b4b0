import type { Catalog } from '../../catalog/catalog.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WhyReport } from '../../protocol.ts';
import { whyOverused } from './why-overused.ts';
import { whyUnused } from './why-unused.ts';

/** Why the model does not use a skill, and why it uses it too often. Undefined if it no longer exists. */
export async function whyUsed(
  catalog: Catalog,
  id: string,
  platform: Pick<Platform, 'files' | 'environment'>,
): Promise<readonly WhyReport[] | undefined> {
  const reports = [await whyUnused(catalog, id, platform), await whyOverused(catalog, id, platform)];
  const known = reports.filter((report) => report !== undefined);
  return known.length === 0 ? undefined : known;
}
