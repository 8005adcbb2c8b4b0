import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadCatalog } from '../../server/src/catalog/load-catalog.ts';
import { catalogReport } from '../../server/src/cli/reports/catalog-report.ts';
import { isBuiltInName } from '../../server/src/dialect/names/built-in-commands.ts';
import type { RuntimeId } from '../../server/src/document/runtime-id.ts';
import { oneIn } from '../every-test.ts';
import { layOut, type SessionRecording } from './recorded-session.ts';
import { recordings, runtimes } from './recordings.ts';

/** Recordings that `list` cannot be compared with, of every runtime or of one, and why. */
const exceptions: readonly { readonly why: string; readonly runtime?: RuntimeId; readonly ids: readonly string[] }[] = [
  {
    why: 'the option --bare of the client takes all skills away; no option of ours stands for it',
    ids: ['disc-bare'],
  },
  {
    why: 'with managed settings that are not valid JSON the client ends before it has a session',
    runtime: 'claude-code',
    ids: ['own-cat-set-managed-broken'],
  },
  {
    why: 'a command named like a bundled skill: the client counts it among its skills for the bundled one',
    ids: ['own-budget-bundled-alias-run'],
  },
  {
    why: 'whether the plugins that a plugin depends on are there is not looked up',
    ids: ['own-cat-plug-man-deps'],
  },
  {
    why: 'a command whose text stands in a manifest is reported instead of listed: it has no file that could be opened',
    ids: ['own-cat-plug-commands-object'],
  },
  {
    why: 'of a folder of commands and a link to it the one counts that the file system gives first',
    ids: ['y-ff-link-cycle-cmd', 'z-linkcmd-1', 'z-linkcmd-2', 'z-linkcmd-3', 'z-linkcmd-up-1', 'z-linkcmd-up-2'].map(
      (id) => `own-cat-${id}`,
    ),
  },
  {
    why: 'the same, seen with other names',
    ids: ['own-cat-w-link-sa', 'own-cat-w-link-t', 'own-cat-w-link-S9'],
  },
  {
    why: 'the order of commands is the one in which the file system gives them',
    runtime: 'claude-code@2.1.7',
    ids: [
      'own-cat-disc-cmd-levels',
      'own-cat-disc-cmd-symlink-dir',
      'own-cat-disc-cmd-case-deep',
      'own-cat-disc-cmd-skillmd-beside',
      'own-cat-disc-cmd-same-leaf',
      'own-cat-disc-cmd-order-mixed',
      'own-cat-disc-order-locale',
    ],
  },
  {
    why: 'folders whose names begin alike come in another order there, which nobody can notice',
    runtime: 'claude-code@2.1.7',
    ids: ['own-cat-plug-order-tie'],
  },
  {
    why: 'a file that is a link counts as another file there; telling that would cost two questions a skill',
    runtime: 'claude-code@2.1.7',
    ids: [
      'own-cat-disc-symlink-command-to-skill',
      'own-cat-disc-symlink-two-commands',
      'own-cat-disc-symlink-skill-file-two',
    ],
  },
  {
    why: 'manifests were checked more strictly there; only what both releases refuse is a fact of ours',
    runtime: 'claude-code@2.1.7',
    ids: ['unknown', 'descNum', 'author', 'authorBad', 'keywords', 'homepage', 'license'].map(
      (key) => `own-cat-plug-man-${key}`,
    ),
  },
  {
    why: 'marketplaces were checked more strictly there',
    runtime: 'claude-code@2.1.7',
    ids: ['own-cat-inst-bad-market-sibling'],
  },
  {
    why: 'settings were checked more strictly there, in parts that do not concern skills',
    runtime: 'claude-code@2.1.7',
    ids: ['permallownum', 'permbadrule', 'hooksarr', 'hooksevent', 'forcelogin', 'denystr'].map(
      (key) => `own-cat-set2-bad-${key}`,
    ),
  },
  {
    why: 'one plugin given twice is listed twice there',
    runtime: 'claude-code@2.1.7',
    ids: ['own-cat-plug-same-dir-twice'],
  },
  {
    why: 'a manifest may lead out of its plugin there',
    runtime: 'claude-code@2.1.7',
    ids: ['own-cat-plug-man-skillsDotDot'],
  },
  {
    why: 'an empty description of a skill counts in plugins there, and only there',
    runtime: 'claude-code@2.1.7',
    ids: ['own-undescribed-skill-empty'],
  },
];

/** Whether Claude Code was started with an option for which Skillwright has none. */
function hasForeignOption({ input }: SessionRecording): boolean {
  return (input.args ?? []).includes('--settings');
}

function isCompared(recording: SessionRecording, asked: RuntimeId): boolean {
  const isExcepted = exceptions.some(
    ({ runtime, ids }) => ids.includes(recording.id) && (runtime === undefined || runtime === asked),
  );
  return !isExcepted && !hasForeignOption(recording);
}

const kinds = ['discovery', 'flags', 'budget'];

/** Whether the request shows a listing that the catalog decides. */
function showsListing({ input, observed }: SessionRecording): boolean {
  if (!observed.listing || observed.listingPlace?.startsWith('none')) return false;
  return !(input.args ?? []).some((arg) => arg === '--disallowedTools' || arg === '--tools');
}

/** The session again after the files that the model's turns read or write. */
function touchedByTurns({ input }: SessionRecording, project: string): string[] {
  return (input.turns ?? []).flatMap((turn) => {
    const { tool, input: asked } = turn as { tool?: string; input?: { file_path?: string } };
    if ((tool !== 'Read' && tool !== 'Write') || asked?.file_path === undefined) return [];
    return [asked.file_path.replaceAll('${PROJECT}', project)];
  });
}

/** The lines of skills that Claude Code announced while it worked. */
function laterLines({ observed }: SessionRecording): string[] {
  const heading = 'The following skills are available for use with the Skill tool:\n\n';
  return (observed.injected ?? [])
    .filter((text) => text.includes(heading))
    .flatMap((text) => text.slice(text.indexOf(heading) + heading.length).split('\n'))
    .sort();
}

// Whose text is dropped may depend on milliseconds.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe.each(runtimes)('the catalog of %s', (runtime) => {
  const all = kinds.flatMap((kind) => recordings(kind, runtime) as SessionRecording[]);
  const comparable = all.filter((it) => isCompared(it, runtime));
  // Most of what an older release did is what the latest does.
  const compared = oneIn(runtime === runtimes[0] ? 3 : 9, comparable);
  test('has every recording that is excepted', () => {
    const excepted = exceptions.filter((it) => it.runtime === runtime).flatMap(({ ids }) => ids);
    expect(excepted.filter((id) => !all.some((it) => it.id === id))).toEqual([]);
  });

  const counts = kinds.map((kind) => `${compared.filter((it) => it.kind === kind).length} of kind ${kind}`);
  console.info(`${runtime}: ${counts.join(', ')}`);

  test.each(compared.map((it) => [it.id, it] as const))('%s', async (_, recording) => {
    const { observed } = recording;
    const { session, project, dispose } = layOut(recording);
    try {
      const { filters, listing, skills } = catalogReport((await loadCatalog(session)).catalog);
      // Claude Code's own skills depend on its agents and options.
      const ours = (names: readonly string[]) =>
        names.filter((name) => !isBuiltInName(name) || filters.slash.includes(name));
      // Commands are announced before the files that the prompt mentions are read.
      const isAnnouncedFirst = session.touchedFiles.length > 0;
      if (observed.slashCommands && !isAnnouncedFirst) expect(filters.slash).toEqual(ours(observed.slashCommands));
      if (observed.skills) expect(filters.user).toEqual(ours(observed.skills));
      if (showsListing(recording)) expect(listing).toBe(observed.listing!.join('\n'));

      const touchedFiles = touchedByTurns(recording, project);
      if (touchedFiles.length === 0 || runtime === 'claude-code@2.1.7') return;
      const later = catalogReport((await loadCatalog({ ...session, touchedFiles })).catalog);
      // Claude Code announces new skills, but not those whose lines have changed.
      const told = new Set(skills.filter(({ listed }) => listed).map(({ name }) => name));
      const news = later.skills.filter(({ name, listing: line }) => line !== null && !told.has(name));
      expect(news.map(({ listing: line }) => line).sort()).toEqual(laterLines(recording));
    } finally {
      dispose();
    }
  });
});
