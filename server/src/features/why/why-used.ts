import type { Catalog } from '../../catalog/catalog.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WhyReport, WhyStep } from '../../protocol.ts';
import { whyOverused } from './why-overused.ts';
import { whyUnused } from './why-unused.ts';

/** What is known about the use of a skill besides its files. */
export interface KnownUse {
  /** What past sessions say, as a sentence without a full stop, if they are read. */
  readonly pastUse?: string | undefined;
  /** Whether queries are there that measure it. */
  readonly hasTriggerSet: boolean;
}

/** Why the model does not use a skill, and why it uses it too often. Undefined if it no longer exists. */
export async function whyUsed(
  catalog: Catalog,
  id: string,
  platform: Pick<Platform, 'files' | 'environment'>,
  { pastUse, hasTriggerSet }: KnownUse,
): Promise<readonly WhyReport[] | undefined> {
  const [unused, overused] = [await whyUnused(catalog, id, platform), await whyOverused(catalog, id, platform)];
  if (!unused || !overused) return undefined;
  const used: WhyStep[] = pastUse === undefined ? [] : [{ state: 'note', text: pastUse }];
  const fix = { title: 'Measure Triggering', kind: 'measure', skill: id } as const;
  const measured: WhyStep[] = hasTriggerSet
    ? [{ state: 'note', text: 'Its trigger set tells how often queries call it', fix }]
    : [];
  return [{ ...unused, steps: [...used, ...unused.steps, ...measured] }, overused];
}
