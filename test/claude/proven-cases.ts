import path from 'node:path';
import { races } from '../conformance/races.ts';
import { runtimeOf, verifiedRelease } from '../conformance/recording-files.ts';
import { selected } from '../record/record-release.ts';
import { needsManagedFolder, readCases, type StoredCase } from '../record/recorded-case.ts';

/** How many cases of each kind are proven; enough to have some of every file of recordings. */
const counts = { substitution: 120, frontmatter: 62, shell: 22 } as const;

/** Options of the command line that the product's sessions have, too. */
const sessionOptions: ReadonlySet<string> = new Set([
  ...['--add-dir', '--plugin-dir', '--setting-sources', '--model', '--effort', '--session-id'],
]);

/**
 * The first cases of each kind in an order that mixes them all and never changes. Chosen by what was asked: a skill that
 * was typed and sent, whatever order its commands end in. The folder of managed settings is not written here.
 */
export function provenCases(): readonly StoredCase[] {
  const cases = selected(readCases(path.join('test', 'conformance'), verifiedRelease));
  const sent = cases.filter(({ input, observed }) => {
    const { prompt, turns, prompts, args = [], env } = input as Partial<typeof input>;
    // Which shell runs its commands is a matter of this process, which has no variables of a case.
    if (env?.PATH !== undefined) return false;
    const isOfSession = args.every((it) => !it.startsWith('--') || sessionOptions.has(it));
    const isTyped = prompt?.startsWith('/') === true && !turns && !prompts;
    return isTyped && isOfSession && typeof observed.rendered === 'string';
  });
  return Object.entries(counts).flatMap(([kind, count]) =>
    sent.filter((it) => it.kind === kind && !needsManagedFolder(it) && !hasRace(it)).slice(0, count),
  );
}

/** Claude Code runs commands at the same time, and what is sent depends on which of them ends first. */
function hasRace({ id }: StoredCase): boolean {
  return races[runtimeOf(verifiedRelease)].has(id);
}
