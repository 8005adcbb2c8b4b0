import { describe, expect, test } from 'vitest';
import type { SessionFiles } from '../../../server/src/jobs/sessions/find-transcripts.ts';
import { KnownSessions } from '../../../server/src/jobs/sessions/known-sessions.ts';
import { readSessions } from '../../../server/src/jobs/sessions/read-sessions.ts';
import { SessionRecorder } from '../../../server/src/jobs/sessions/session-digest.ts';
import type { SessionIndex } from '../../../server/src/jobs/sessions/session-index.ts';
import type { LargeFiles } from '../../../server/src/platform/piecewise-files.ts';
import { atOnce } from '../../../server/src/platform/work-turns.ts';
import { scriptedForks, scriptedNames } from '../../transcripts/scripted-project.ts';
import { scriptSessions } from '../../transcripts/scripted-sessions.ts';

/** Files in memory, which say which of them were read. */
class Files implements LargeFiles {
  readonly texts: Map<string, string>;
  readonly opened: string[] = [];
  readonly modified = new Map<string, number>();

  constructor(texts: ReadonlyMap<string, string>) {
    this.texts = new Map([...texts].map(([name, text]) => [`/${name}`, text]));
  }

  get sessions(): SessionFiles[] {
    const paths = [...this.texts.keys()].toSorted();
    return paths
      .filter((path) => !path.includes('/subagents/'))
      .map((path) => {
        const agents = paths.filter((it) => it.startsWith(`${path.slice(0, -'.jsonl'.length)}/subagents/`));
        const [, project, name] = path.split('/');
        const files = [path, ...agents].map((it) => ({ path: it, size: Buffer.byteLength(this.texts.get(it)!) }));
        return { id: name!.slice(0, -'.jsonl'.length), project: project!, files };
      });
  }

  async open(path: string) {
    this.opened.push(path);
    const pieces = [new TextEncoder().encode(this.texts.get(path))];
    return { size: pieces[0]!.length, next: async () => pieces.shift(), close: async () => {} };
  }

  async stateOf(path: string) {
    const text = this.texts.get(path);
    return text === undefined ? undefined : { size: Buffer.byteLength(text), modified: this.modified.get(path) ?? 1 };
  }
}

const scripted = (seed: number) =>
  new Files(
    scriptSessions(seed, 50, ['/w/app', '/w/lib'], {
      names: scriptedNames,
      forks: scriptedForks,
      text: (name, given) => `Base directory for this skill: /w/${name}\n\nDo ${name}: ${given}`,
    }).files,
  );

const never = new AbortController().signal;
const nothing = () => {};

/** All figures, in a fixed order; which of two copies of a line counts depends on the order of files. */
function figures(index: SessionIndex) {
  const skills = index.skills().map(({ uses, usedIn, listedIn, reason, ...rest }) => {
    const idOf = (number: number) => index.sessions[number]!.id;
    return {
      ...rest,
      uses: uses.map(({ time, by, inAgent }) => `${time} ${by} ${inAgent}`).toSorted(),
      usedIn: [...usedIn].map(idOf).toSorted(),
      listedIn: [...listedIn].map(([number, as]) => `${idOf(number)} ${as}`).toSorted(),
    };
  });
  return {
    skills: skills.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    sessions: index.sessions.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  };
}

async function inOneGo(files: Files) {
  const { index } = await readSessions({ sessions: files.sessions }, { files });
  return figures(index);
}

async function read(known: KnownSessions, files: Files, signal = never) {
  files.opened.length = 0;
  await known.read({ sessions: files.sessions, hasMore: false }, files, signal, nothing);
  return [...files.opened];
}

describe('sessions that are known', () => {
  test.each([1, 2, 3])('add up to what a reading of all transcripts says (seed %i)', async (seed) => {
    const files = scripted(seed);
    const known = new KnownSessions();
    await read(known, files);
    expect(figures(atOnce(known.index(undefined)))).toEqual(await inOneGo(files));
    const app = files.sessions.filter(({ project }) => project === '-w-app');
    const { index } = await readSessions({ sessions: app }, { files });
    expect(figures(atOnce(known.index('-w-app')))).toEqual(figures(index));
  });

  test('are read again only if their files have changed, and forgotten with them', async () => {
    const files = scripted(4);
    const known = new KnownSessions();
    expect((await read(known, files)).length).toBe(files.texts.size);
    expect(await read(known, files)).toEqual([]);

    const [grown, rewritten, deleted] = files.sessions;
    const path = grown!.files[0]!.path;
    files.texts.set(path, `${files.texts.get(path)}${files.texts.get(rewritten!.files[0]!.path)}`);
    files.modified.set(rewritten!.files[0]!.path, 2);
    for (const file of deleted!.files) files.texts.delete(file.path);
    const expected = [...grown!.files, ...rewritten!.files].map((it) => it.path);
    expect((await read(known, files)).toSorted()).toEqual(expected.toSorted());
    expect(known.conversations.map(({ id }) => id)).not.toContain(deleted!.id);
    expect(figures(atOnce(known.index(undefined)))).toEqual(await inOneGo(files));
  });

  test('keep what was read before a reading is cancelled', async () => {
    const files = scripted(5);
    const known = new KnownSessions();
    const controller = new AbortController();
    let done = 0;
    const reading = known.read(
      { sessions: files.sessions, hasMore: false },
      files,
      controller.signal,
      (bytes, total) => {
        done = bytes;
        if (bytes > total / 2) controller.abort(new Error('cancelled'));
      },
    );
    await expect(reading).rejects.toThrow('cancelled');
    const first = files.opened.length;
    expect(done).toBeGreaterThan(0);
    const rest = await read(known, files);
    expect(rest.length).toBeGreaterThan(0);
    // The file during which it was cancelled is read again.
    expect(first + rest.length - files.texts.size).toBeLessThanOrEqual(2);
    expect(figures(atOnce(known.index(undefined)))).toEqual(await inOneGo(files));
  });

  test('report how much is left, and end with all of it', async () => {
    const files = scripted(6);
    const steps: (readonly [number, number])[] = [];
    const known = new KnownSessions();
    const all = { sessions: files.sessions, hasMore: false };
    await known.read(all, files, never, (done, total) => steps.push([done, total]));
    const total = [...files.texts.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    expect(steps.at(-1)).toEqual([total, total]);
    expect(steps.every(([done], index) => index === 0 || done >= steps[index - 1]![0])).toBe(true);
  });

  test('are the newest ones if there are too many, and that is known', async () => {
    const files = scripted(7);
    const newest = files.sessions.slice(0, 10);
    for (const { files: paths } of newest) files.modified.set(paths[0]!.path, 2);
    const known = new KnownSessions(100);
    await read(known, files);
    expect(known.hasMore).toBe(true);
    const ids = known.conversations.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(newest.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    const all = new KnownSessions();
    await read(all, files);
    expect([all.hasMore, all.conversations.length]).toEqual([false, 50]);
  });

  test('that ask for skills without end are remembered up to a limit, and how much is left out', () => {
    const recorder = new SessionRecorder();
    const asked = { kind: 'missing', time: 1, name: 'x', by: 'model', inAgent: false, asFork: false } as const;
    for (let index = 0; index < 20_005; index++)
      recorder.add({ ...asked, id: `${index}`, text: undefined, reason: undefined });
    const session = { id: 's', project: 'p', files: [{ path: '/p/s.jsonl', size: 1 }] };
    const digest = recorder.end(session, {}, { broken: 0, tooLong: 0, files: [] });
    expect([digest.requests.length, digest.dropped]).toEqual([20_000, 5]);
  });
});
