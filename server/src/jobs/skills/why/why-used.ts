import { URI } from 'vscode-uri';
import type { Catalog } from '../../../catalog/catalog.ts';
import { isUsable } from '../../../catalog/resolve/skill-status.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { WhyFix, WhyReport, WhyStep } from '../../../protocol.ts';
import { overusedReport } from './why-overused.ts';
import { readQuestion } from './why-question.ts';
import { whyRequest } from './why-request.ts';
import { unusedReport } from './why-unused.ts';

/** The facts about the use of a skill besides its files. */
interface KnownUse {
  /** Its use in past sessions, as a sentence without a full stop, if they are read. */
  readonly pastUse?: string | undefined;
  /** Whether queries are there that measure it. */
  readonly hasTriggerSet: boolean;
  /** The request for which somebody expected the skill to be used. */
  readonly request?: string | undefined;
  /** A fix that asks for other words, if problems of its file need them and there is somebody to ask. */
  readonly rewrite?: WhyFix | undefined;
}

/** Why the model does not use a skill, and why it uses it too often. Undefined if it no longer exists. */
export async function whyUsed(
  catalog: Catalog,
  id: string,
  platform: Pick<Platform, 'files' | 'environment'>,
  { pastUse, hasTriggerSet, request, rewrite }: KnownUse,
): Promise<readonly WhyReport[] | undefined> {
  const question = await readQuestion(catalog, id, platform);
  if (!question) return undefined;
  const asked = request === undefined ? [] : [whyRequest(question, request)];
  const unused = unusedReport(question);
  const used: WhyStep[] = pastUse === undefined ? [] : [{ state: 'note', text: pastUse }];
  const uri = URI.file(question.skill.path).toString();
  const fix = { title: 'Measure Triggering…', kind: 'measure', uri } as const;
  const measured: WhyStep[] = hasTriggerSet
    ? [{ state: 'note', text: 'Its trigger set tells how often queries call it', fix }]
    : [];
  const answer = { ...unused, steps: [...used, ...unused.steps, ...measured], ...(rewrite && { next: rewrite }) };
  // One that nobody can use is not used too often.
  return isUsable(question.skill) ? [...asked, answer, overusedReport(question)] : [...asked, answer];
}
