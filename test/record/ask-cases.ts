import { mapConcurrently } from '../../server/src/platform/map-concurrently.ts';
import type { AnswerStore } from './answer-store.ts';
import { isSame } from './compare.ts';
import type { Asker } from './isolation.ts';
import { type BuiltInNames, noNames } from './observe.ts';
import { needsManagedFolder, type Observed, type StoredCase } from './recorded-case.ts';
import type { Release } from './release.ts';
import { entryName } from './request-texts.ts';
import { sharedGroups } from './shared-client.ts';
import { nextQuestion } from './verdict.ts';

const timeout = 60_000;

/** A release that is ready to be asked. */
export interface Respondent {
  readonly release: Release;
  readonly builtIn: BuiltInNames;
}

/** Why cases were not answered. */
export interface Unanswered {
  /** Keys of cases that took too long twice. */
  readonly timedOut: readonly string[];
  /** Keys of cases that write managed settings, which is not done without isolation. */
  readonly notIsolated: readonly string[];
  /** Keys of cases that could not be laid out or asked, each with the reason. */
  readonly failed: readonly string[];
}

/** Finds out in an empty project which names are built into a release. */
export async function meet(release: Release, asker: Asker): Promise<Respondent> {
  const input = { files: {}, prompt: 'hello' };
  const answer = await asker.ask({ kind: 'listing', command: release.command, input, builtIn: noNames, timeout });
  if ('timedOut' in answer) throw new Error(`Claude Code ${release.version} did not answer in ${timeout / 1000} s`);
  const { slashCommands, skills, listing, agents } = answer.observed as Record<string, string[] | undefined>;
  if (!listing) {
    throw new Error(`Claude Code ${release.version} asked no model: ${JSON.stringify(answer.observed)}`);
  }
  return {
    release,
    builtIn: {
      slashCommands: slashCommands ?? [],
      skills: skills ?? [],
      listing: listing.map(entryName),
      agents: agents ?? [],
    },
  };
}

/** Asks the cases that have no answer yet, and stores each answer as it arrives, until it is aborted. */
export async function askCases(
  cases: readonly StoredCase[],
  respondents: { readonly now: Respondent; readonly before: Respondent | undefined },
  asker: Asker,
  store: AnswerStore,
  jobs: number,
  tell: (done: number) => void,
  stop?: AbortSignal,
): Promise<Unanswered> {
  await askShared(cases, respondents.now, asker, store, jobs, stop);
  const timedOut: string[] = [];
  const notIsolated: string[] = [];
  const failed: string[] = [];
  const remaining = [...cases];
  let done = 0;
  const askOne = async (stored: StoredCase): Promise<boolean> => {
    for (;;) {
      const known = store.get(stored.key);
      const next = nextQuestion(stored, known, respondents.before !== undefined);
      if (next === undefined) return true;
      const observed = await askPatiently(next === 'new' ? respondents.now : respondents.before!, stored, asker);
      if (!observed) return false;
      const { key } = stored;
      const answers = known?.answers ?? [];
      store.put(next === 'new' ? { key, answers: [...answers, observed] } : { key, answers, before: observed });
    }
  };
  const work = async (): Promise<void> => {
    for (let stored = remaining.shift(); stored && !stop?.aborted; stored = remaining.shift()) {
      try {
        if (!asker.isIsolated && needsManagedFolder(stored)) notIsolated.push(stored.key);
        else if (!(await askOne(stored))) timedOut.push(stored.key);
      } catch (error) {
        failed.push(`${stored.key} (${error instanceof Error ? error.message : error})`);
      }
      tell(++done);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return { timedOut, notIsolated, failed };
}

/** Asks what can be asked of a client with other cases, and stores the answers that are as recorded. */
async function askShared(
  cases: readonly StoredCase[],
  { release, builtIn }: Respondent,
  asker: Asker,
  store: AnswerStore,
  jobs: number,
  stop: AbortSignal | undefined,
): Promise<void> {
  const groups = sharedGroups(cases.filter(({ key }) => !store.get(key)));
  await mapConcurrently(groups, jobs, async (group) => {
    if (stop?.aborted) return;
    const together = group.map(({ stored: { input }, skills }) => ({ input, skills }));
    // One that fails is asked alone, and fails there.
    const answer = await asker
      .askTogether({ command: release.command, together, builtIn, timeout: timeout * 2 })
      .catch(() => undefined);
    if (!answer || !('together' in answer)) return;
    for (const [index, { stored }] of group.entries()) {
      const observed = answer.together[index];
      if (observed && isSame(stored.observed, observed)) store.put({ key: stored.key, answers: [observed] });
    }
  });
}

/** Asks once more if a client took too long: the machine may have been busy. */
async function askPatiently(
  { release, builtIn }: Respondent,
  { kind, input }: StoredCase,
  asker: Asker,
): Promise<Observed | undefined> {
  for (let attempt = 1; attempt <= 2; attempt++) {
    const answer = await asker.ask({ kind, command: release.command, input, builtIn, timeout: timeout * attempt });
    if ('observed' in answer) return answer.observed;
  }
  return undefined;
}
